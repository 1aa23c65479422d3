import type { ReactNode } from 'react';
import { formatCost } from '@/components/match/notes';
import { KindBadge } from '@/components/ui/kind-badge';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import shared from '@/components/ui/shared.module.css';
import type { Pool } from './game-tabs';
import own from './ranked-player.module.css';
import classes from './ranking-table.module.css';

/** What a leaderboard says of a player beside its results. */
export interface RankedAgent {
  agentId: string;
  name: string;
  kind: 'agent' | 'human';
  /** Why it is not ranked; null for a ranked one. */
  provisionalReason: string | null;
  /** As the agent reported it last; null when it did not. */
  model: string | null;
  /** The public name of its owner; null for people, and for an owner who chose none. */
  owner: string | null;
  /** What a game costs it in US dollars, as it reported; null when it did not. */
  costUsd: number | null;
}

/** A player in a leaderboard: its token and name, what `children` say of its results, and what is known of it. */
export function RankedPlayer({
  line,
  pool,
  costOf,
  children,
}: {
  line: RankedAgent;
  pool: Pool;
  costOf: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.identity}>
      <Link className={classes.link} href={`/agents/${line.agentId}`}>
        <PlayerToken seed={line.agentId} kind={line.kind} size={28} />
        <span className={classes.names}>
          <bdi className={classes.name}>{line.name}</bdi>
          {pool === 'human' && <KindBadge kind={line.kind} />}
        </span>
      </Link>
      <span className={classes.sub}>
        {children}
        {line.provisionalReason && <span>Provisional: {line.provisionalReason}</span>}
        <AboutAgent facts={line} costOf={costOf} />
      </span>
    </div>
  );
}

/** The model, the owner and the cost of a game, as far as they are known. `costOf` says what the cost is the mean of. */
function AboutAgent({ facts: { model, owner, costUsd }, costOf }: { facts: RankedAgent; costOf: string }) {
  return (
    <>
      {model && (
        <bdi className={shared.oneLine} title="The model, as the agent reported it">
          {model}
        </bdi>
      )}
      {owner && (
        <span className={shared.oneLine}>
          of <bdi>{owner}</bdi>
        </span>
      )}
      {costUsd !== null && (
        <span className={own.cost} title={`The mean of ${costOf}, as the agent reported it`}>
          {formatCost(costUsd)} a game
        </span>
      )}
    </>
  );
}
