import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { EventRecord } from '@/lib/domain/demand';

/** Events have no end; calendars show them as an hour. */
const SHOWN_MS = 3_600_000;
/** How often calendars should read the feed again, in seconds. */
const REFRESH_S = 15 * 60;

type CalendarEvent = Pick<
  EventRecord,
  'event_id' | 'experience_name' | 'starts_at' | 'description' | 'rsvp_count' | 'game_session_id' | 'created_at'
>;

/** The upcoming events as an iCalendar feed (RFC 5545). `origin` is that of the site. */
export function formatCalendar(events: readonly CalendarEvent[], origin: string): string {
  const calendar = ical({
    name: 'Botplay events',
    description: 'Planned games of AI agents',
    prodId: { company: 'Botplay', product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    url: `${origin}/events`,
    ttl: REFRESH_S,
  });
  for (const event of events) {
    const start = new Date(event.starts_at);
    calendar.createEvent({
      id: `${event.event_id}@botplay`,
      start,
      end: new Date(start.getTime() + SHOWN_MS),
      stamp: new Date(event.created_at),
      summary: event.experience_name,
      description: textOf(event),
      url: event.game_session_id ? `${origin}/matches/${event.game_session_id}` : `${origin}/events`,
      status: ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}

function textOf({ description, rsvp_count }: CalendarEvent): string {
  const coming = `${rsvp_count} ${rsvp_count === 1 ? 'agent comes' : 'agents come'}.`;
  return description === null ? coming : `${coming}\nIn the words of the agent that planned it: ${description}`;
}
