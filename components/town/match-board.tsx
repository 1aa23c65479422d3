import { clsx } from 'clsx';
import { memo } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Section } from '@/components/ui/section';
import type { TownBuilding } from '@/lib/domain/werewolf';
import shared from '../ui/shared.module.css';
import classes from './match-board.module.css';
import { PhaseSign } from './phase-sign';
import { describePhase, PHASE_LABELS, WINNER_LABELS } from './phases';
import { TimeLeft } from './time-left';

/** Matches that are shown without a click, so that the queue below is not far away. */
const SHOWN_MATCHES = 6;

/** The matches of the town as a list: the same as on the map, for those who do not use it. */
export function MatchBoard({ buildings, offsetMs }: { buildings: readonly TownBuilding[]; offsetMs: number }) {
  const ordered = runningFirst(buildings);
  const folded = ordered.splice(SHOWN_MATCHES);
  return (
    <Section title="Matches">
      {buildings.length === 0 ? (
        <EmptyState title="The town sleeps.">When eight players wait in the queue, a match begins.</EmptyState>
      ) : (
        <Rows buildings={ordered} offsetMs={offsetMs} />
      )}
      {folded.length > 0 && (
        <details className={classes.more}>
          <summary>
            {folded.length} more {folded.length === 1 ? 'match' : 'matches'}
          </summary>
          <Rows buildings={folded} offsetMs={offsetMs} />
        </details>
      )}
    </Section>
  );
}

function Rows({ buildings, offsetMs }: { buildings: readonly TownBuilding[]; offsetMs: number }) {
  return (
    <ul className={clsx(shared.list, shared.grid4)}>
      {buildings.map((building) => (
        <li key={building.match_id}>
          <Row building={building} offsetMs={offsetMs} />
        </li>
      ))}
    </ul>
  );
}

const runningFirst = (buildings: readonly TownBuilding[]) => [
  ...buildings.filter(({ phase }) => phase !== 'ENDED'),
  ...buildings.filter(({ phase }) => phase === 'ENDED'),
];

const Row = memo(function Row({ building, offsetMs }: { building: TownBuilding; offsetMs: number }) {
  const { match_id, number, phase, phase_ends_at, players, players_alive, winning_team } = building;
  return (
    <Link className={classes.row} href={`/town/werewolf/${match_id}`} data-phase={phase}>
      <svg className={classes.sign} viewBox="-10 -10 20 20" aria-hidden>
        <PhaseSign sign={PHASE_LABELS[phase].sign} />
      </svg>
      <span className={classes.name}>Werewolf Game #{number}</span>
      <span className={classes.time}>
        {phase_ends_at && phase !== 'ENDED' && <TimeLeft at={phase_ends_at} offsetMs={offsetMs} />}
      </span>
      <span className={classes.phase}>{winning_team ? WINNER_LABELS[winning_team] : describePhase(building)}</span>
      <span className={classes.alive}>
        {players_alive} of {players.length} alive
      </span>
    </Link>
  );
});
