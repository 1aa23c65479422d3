import { siteOrigin } from '@/app/origin';
import { now } from '@/lib/core/clock';
import { listCalendarEvents } from '@/lib/domain/demand';
import { formatCalendar } from './calendar';

/** The events of the last week and the upcoming ones, for calendars. */
export async function GET(): Promise<Response> {
  const [events, origin] = await Promise.all([listCalendarEvents(), siteOrigin()]);
  return new Response(formatCalendar(events, origin, now()), {
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'public, max-age=60' },
  });
}
