import { iso } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import { agentStream, type StreamEvent } from '@/lib/core/stream';
import { appendEvents, publish } from '@/lib/events';
import { completeOpening, findInvolved, transaction } from './demand.repo';
import type { EventRow } from './demand.schema';

/**
 * Ends the plan of an event: its lobby is open, or it is cancelled. All involved get a notice on `me`. Nothing for an event
 * whose plan has ended. @param why fields of the notice of a cancelled event
 */
export async function closeEvent(event: EventRow, status: 'open' | 'cancelled', why: JsonObject): Promise<void> {
  const type = status === 'open' ? 'event_lobby_opened' : 'event_cancelled';
  const data = {
    event_id: event.id,
    experience_id: event.experience_id,
    starts_at: iso(event.starts_at),
    ...(status === 'open' ? { game_session_id: event.game_session_id } : why),
  };
  const notices = await transaction(async (client) => {
    if (!(await completeOpening(client, event.id, status))) return [];
    const events: StreamEvent[] = [];
    for (const agentId of await findInvolved(client, event.id)) {
      events.push(...(await appendEvents(client, agentStream(agentId), [{ type, data }])));
    }
    return events;
  });
  publish(notices);
}
