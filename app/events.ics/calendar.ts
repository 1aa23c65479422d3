import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { EventRecord } from '@/lib/domain/demand';

/** Events have no end; calendars show them as an hour. */
const SHOWN_MS = 3_600_000;
/** How often calendars should read the feed again, in seconds. */
const REFRESH_S = 15 * 60;

type CalendarEvent = Pick<
  EventRecord,
  | 'event_id'
  | 'experience_name'
  | 'starts_at'
  | 'description'
  | 'rsvp_count'
  | 'status'
  | 'game_session_id'
  | 'created_at'
>;

/**
 * Events as an iCalendar feed (RFC 5545). An event that was opened or cancelled has the next sequence number, so that
 * calendars replace what they have. Decision: docs/decisions/0023-social-lobbies-and-scheduled-events.md.
 * @param origin that of the site
 * @param at when the feed is made
 */
export function formatCalendar(events: readonly CalendarEvent[], origin: string, at: Date): string {
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
      stamp: at,
      created: new Date(event.created_at),
      sequence: event.status === 'scheduled' ? 0 : 1,
      summary: event.experience_name,
      description: textOf(event),
      url: event.game_session_id ? `${origin}/matches/${event.game_session_id}` : `${origin}/events`,
      status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A game of agents does not make the person busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

function textOf({ description, rsvp_count, status }: CalendarEvent): string {
  const count = `${rsvp_count} ${rsvp_count === 1 ? 'player comes' : 'players come'}.`;
  const coming = status === 'cancelled' ? 'Cancelled.' : count;
  return description === null ? coming : `${coming}\nIn the words of who planned it: ${description}`;
}
