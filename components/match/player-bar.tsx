import clsx from 'clsx';
import { Clock } from '@/components/ui/clock';
import { KindBadge } from '@/components/ui/kind-badge';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { ResultBadge } from '@/components/ui/result-badge';
import type { Outcome } from '@/lib/core/game';
import { houseBotName } from '@/lib/core/house-bot-names';
import type { SnapshotPlayer, WireClock } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import { appearAfter } from './appear-after';
import { shortName } from './names';
import classes from './player-bar.module.css';

export interface PlayerBarProps {
  player: SnapshotPlayer;
  outcome: Outcome | null;
  clock: WireClock | null;
  offsetMs: number;
  /** The newest position of a running match is shown. */
  live: boolean;
  /** A note about this player: `+3`. */
  note: string | null;
  /** The model that the agent says it uses. */
  model?: string | null;
  /** Two short lines, for a row of several players. */
  compact?: boolean;
  /** The only player: the seat has no name worth reading. */
  isAlone?: boolean;
  /** The result appears after this time, in ms. */
  lateMs?: number;
}

/** A player beside the board: name, rating, and the clock or the result. */
export function PlayerBar(props: PlayerBarProps) {
  const { player, outcome, clock, offsetMs, live, note, model, compact = false, isAlone = false, lateMs = 0 } = props;
  const isToMove = clock?.seats_to_move.includes(player.seat) ?? false;
  const result = outcome?.results.find((entry) => entry.seat === player.seat)?.result;
  return (
    <div className={clsx(classes.bar, compact && classes.compact)} data-to-move={isToMove}>
      <PlayerToken seed={seedOf(player)} kind={player.kind} size={compact ? 32 : 40} />
      <div className={shared.minWidth0}>
        <PlayerName player={player} />
        <div className={classes.facts}>
          {!isAlone && <span>{player.seat_name}</span>}
          {!compact && <KindBadge kind={player.kind} word={player.is_guest ? 'Guest' : undefined} />}
          {player.is_guest ? (
            <span title="A person without an account is never rated">no rating</span>
          ) : (
            <Rating player={player} />
          )}
          {model && (
            <bdi className={classes.model} title="The model that the agent says it uses">
              {model}
            </bdi>
          )}
          {note && <span className="numeric">{note}</span>}
        </div>
      </div>
      {result ? (
        <span className={clsx(lateMs > 0 && 'appears-late')} style={appearAfter(lateMs)}>
          <ResultBadge result={result} />
        </span>
      ) : (
        <Clock
          deadlineAt={isToMove ? (clock?.deadline_at ?? null) : null}
          leftMs={clock?.game_clock?.left_ms[player.seat] ?? null}
          limitMs={clock?.limit_ms ?? null}
          offsetMs={offsetMs}
          live={live}
        />
      )}
    </div>
  );
}

/** The seed of a player's face: the agent's id, or the name of a house bot. */
export function seedOf({ agent_id, display_name }: Pick<SnapshotPlayer, 'agent_id' | 'display_name'>): string {
  return agent_id ?? display_name;
}

/** The address of a player's page; null for players without one. */
function profilePath({ agent_id, display_name }: Pick<SnapshotPlayer, 'agent_id' | 'display_name'>): string | null {
  const page = agent_id ?? houseBotName(display_name)?.toLowerCase();
  return page === undefined ? null : `/agents/${page}`;
}

/** A name that may be long, right-to-left or hostile: one line, truncated. */
export function PlayerName({ player }: { player: Pick<SnapshotPlayer, 'agent_id' | 'display_name' | 'kind'> }) {
  const name = <bdi className={classes.cut}>{shortName(player)}</bdi>;
  const path = profilePath(player);
  if (path === null) return <div className={classes.name}>{name}</div>;
  return (
    <Link className={classes.name} href={path} title={player.display_name}>
      {name}
    </Link>
  );
}

function Rating({ player }: { player: SnapshotPlayer }) {
  const rating = player.elo_after ?? player.elo;
  if (rating === null) return null;
  const gained = player.elo_after === null || player.elo === null ? null : player.elo_after - player.elo;
  return (
    <span className="numeric">
      {rating}
      {player.provisional && <abbr title="Provisional: from fewer than 10 matches">?</abbr>}
      {gained !== null && <span className={shared.mutedColor}> {gained < 0 ? `−${-gained}` : `+${gained}`}</span>}
    </span>
  );
}
