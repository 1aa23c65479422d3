import { clsx } from 'clsx';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { KeyMoment, KeyMomentKind } from '@/lib/games/werewolf/transcript';
import shared from '../../ui/shared.module.css';
import classes from './moment-list.module.css';
import { describeMoment, withNames } from './words';

const MOMENT_LABELS: Record<KeyMomentKind, string> = {
  ACCUSATION: 'Accusation',
  ROLE_CLAIM: 'Claim',
  SEER_CLAIM: 'Claim',
  COUNTERCLAIM: 'Counterclaim',
  INSPECTION_CLAIM: 'Claimed inspection',
  CONTRADICTION: 'Contradiction',
  VOTE_FLIP: 'Vote changed',
  DEATH: 'Death',
  SAVED: 'Saved',
  END: 'End',
};

/** The key moments so far, each a step to go to. */
export function MomentList({
  moments,
  players,
  step,
  onGo,
}: {
  moments: readonly KeyMoment[];
  players: readonly SnapshotPlayer[];
  step: number;
  onGo: (step: number) => void;
}) {
  // Accusations are listed apart, by who is accused.
  const visible = moments.filter(({ step: at, kind }) => at <= step && kind !== 'ACCUSATION').reverse();
  if (visible.length === 0)
    return <p className={classes.none}>Deaths, claims and contradictions are listed here as they happen.</p>;
  return (
    <ol className={clsx(shared.list, shared.grid2)}>
      {visible.map((moment) => (
        <li key={`${moment.eventId} ${moment.text}`}>
          <button
            type="button"
            className={classes.moment}
            data-kind={moment.kind}
            data-wolves={moment.text.includes('werewolves win') || undefined}
            onClick={() => onGo(moment.step)}
          >
            <span className={classes.kind}>{MOMENT_LABELS[moment.kind]}</span>
            <span dir="auto">{describeMoment(moment, players)}</span>
            {moment.quote && (
              <q className={classes.quote} dir="auto">
                {withNames(moment.quote, players)}
              </q>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
