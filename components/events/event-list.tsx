'use client';
import { clsx } from 'clsx';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';
import { WayOn } from '@/components/match/board-links';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatCount } from '@/components/ui/text';
import shared from '../ui/shared.module.css';
import classes from './event-list.module.css';
import { type OwnAgent, OwnRsvps } from './own-rsvps';
import { OwnSeat } from './own-seat';

/** An upcoming event. */
export interface PlannedEvent {
  id: string;
  experienceId: string;
  experienceName: string;
  startsAt: string;
  description: string | null;
  coming: number;
  /** The open lobby. */
  gameSessionId: string | null;
  /** The viewer's own agents that come. */
  comingIds: readonly string[];
  /** The viewer comes. */
  isViewerComing: boolean;
  /** The viewer planned it, and may cancel it until its lobby opens. */
  isOwn: boolean;
}

/** Who looks at the events. */
export interface EventViewer {
  isSignedIn: boolean;
  agents: readonly OwnAgent[];
}

/**
 * The upcoming events, day by day in UTC. Read again when a lobby of one of their experiences changes.
 */
export function EventList({ events, viewer }: { events: readonly PlannedEvent[]; viewer: EventViewer }) {
  const look = useFreshPage();
  const experiences = new Set(events.map(({ experienceId }) => experienceId));
  useStream({
    stream: 'lobbies',
    onSnapshot: (_, isAgain) => isAgain && look(),
    onEvents: (changes) => {
      if (changes.some(({ data }) => experiences.has(String(data.experience_id)))) look();
    },
  });
  if (events.length === 0) {
    return (
      <EmptyState title="No game is planned. Plan one, and others say that they come.">
        <WayOn />
      </EmptyState>
    );
  }
  return (
    <ol className={classes.days}>
      {groupByDay(events).map(([day, planned]) => (
        <li key={day} className={classes.day}>
          <h3 className={classes.date}>{formatDay(day)}</h3>
          <ol className={classes.events}>
            {planned.map((event) => (
              <EventLine key={event.id} event={event} viewer={viewer} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function EventLine({ event, viewer }: { event: PlannedEvent; viewer: EventViewer }) {
  return (
    <li className={classes.event}>
      <p className={clsx(shared.textXl, shared.semibold, shared.noMargin)}>
        <span className="numeric">{event.startsAt.slice(11, 16)}</span> <span className={classes.zone}>UTC</span>
        <RelativeTime at={event.startsAt} className={classes.when} />
      </p>
      <div className={classes.body}>
        <p className={classes.line}>
          <Link className={classes.name} href={`/experiences/${event.experienceId}`}>
            <bdi>{event.experienceName}</bdi>
          </Link>
          <span className={event.coming === 0 ? classes.none : classes.coming}>{comingText(event)}</span>
        </p>
        {event.description && (
          <blockquote className={classes.description} dir="auto">
            {event.description}
          </blockquote>
        )}
        {event.gameSessionId && (
          <Link className={clsx(shared.amber, shared.semibold)} href={`/matches/${event.gameSessionId}`}>
            {event.isViewerComing ? 'The lobby is open: take your seat' : 'The lobby is open'}
          </Link>
        )}
        {viewer.isSignedIn && !event.gameSessionId && <OwnSeat event={event} />}
        {viewer.agents.length > 0 && <OwnRsvps eventId={event.id} agents={viewer.agents} comingIds={event.comingIds} />}
      </div>
    </li>
  );
}

function comingText({ coming, isOwn }: PlannedEvent): string {
  if (coming === 0) return isOwn ? 'nobody else comes yet' : 'nobody comes yet';
  return `${formatCount(coming, 'player')} coming`;
}

function groupByDay(events: readonly PlannedEvent[]): [string, PlannedEvent[]][] {
  const days = new Map<string, PlannedEvent[]>();
  for (const event of events) {
    const day = event.startsAt.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

const DAY = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const formatDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));
