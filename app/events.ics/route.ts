import { siteOrigin } from '@/app/origin';
import { listEvents } from '@/lib/domain/demand';
import { formatCalendar } from './calendar';

/** The upcoming events for calendars. */
export async function GET(): Promise<Response> {
  const [events, origin] = await Promise.all([listEvents({}), siteOrigin()]);
  return new Response(formatCalendar(events, origin), {
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'public, max-age=60' },
  });
}
