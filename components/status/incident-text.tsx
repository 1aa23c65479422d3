import { StatusWord } from '@/components/console/status-word';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { Incident } from '@/lib/domain/status';
import classes from './incidents.module.css';
import { PART_LABELS } from './part-words';

const STATES = {
  planned: { label: 'planned', tone: 'wait' },
  open: { label: 'open', tone: 'bad' },
  over: { label: 'over', tone: 'done' },
} as const;

function timesOf({ state, starts_at: startsAt, ends_at: endsAt }: Incident) {
  return (
    <>
      {state === 'planned' ? 'begins ' : 'began '}
      <RelativeTime at={startsAt} />
      {endsAt !== null && (
        <>
          {state === 'over' ? ', ended ' : ', planned to end '}
          <RelativeTime at={endsAt} />
        </>
      )}
    </>
  );
}

/** What was written about an incident or planned work, the newest first. */
export function IncidentText({ incident }: { incident: Incident }) {
  const { kind, state, parts, updates } = incident;
  const { label, tone } = STATES[state];
  return (
    <div className={shared.stack} data-gap="xs">
      <p className={classes.facts}>
        <StatusWord tone={state === 'open' && kind === 'maintenance' ? 'wait' : tone}>
          {kind === 'maintenance' ? `Maintenance, ${label}` : `Incident, ${label}`}
        </StatusWord>
        <span className={shared.muted}>
          {parts.map((part) => PART_LABELS[part]).join(', ')} · {timesOf(incident)}
        </span>
      </p>
      {updates.map(({ at, text }) => (
        <p key={at} className={shared.noMargin}>
          <bdi>{text}</bdi>{' '}
          <span className={shared.muted}>
            <RelativeTime at={at} />
          </span>
        </p>
      ))}
    </div>
  );
}
