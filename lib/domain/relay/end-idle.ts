import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { relayStream } from '@/lib/core/stream';
import { deleteEventsWithout } from '@/lib/events';
import { deleteRooms, findIdleRooms, findRoomsUsed, findUnusedRooms } from './rooms.repo';
import { endLeftSession } from './sessions';

const HOUR_MS = 3_600_000;
/** A session without an event for this long has been left. */
const IDLE_MS = HOUR_MS;
const MAX_AT_ONCE = 100;

const endings = new DueRows('relay.end_session');

/** Ends sessions that were left without session.end. */
export async function endIdleRelaySessions(): Promise<void> {
  const idle = await findIdleRooms(new Date(now().getTime() - IDLE_MS), endings.postponed(), MAX_AT_ONCE);
  for (const { id, sessionId } of idle) await endings.attempt(id, () => endLeftSession(id, sessionId, 'idle'));
}

const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * HOUR_MS);

/** Rooms that were not used for a week, and rooms of studies that were not used for three months. */
registerCleanup({
  name: 'relay_rooms',
  removeBatch: async (limit) => {
    const ids = await findUnusedRooms(daysAgo(7), daysAgo(90), limit);
    await deleteEventsWithout('index', ids.map(relayStream));
    await deleteRooms(ids);
    return ids.length;
  },
});

/** What happened outside of sessions more than a day ago. Rooms are looked at for two days, for a server that was stopped. */
registerCleanup({
  name: 'events of rooms outside of sessions',
  removeBatch: async (limit) => {
    const ids = await findRoomsUsed({ since: daysAgo(3), until: daysAgo(1) });
    for (let begin = 0; begin < ids.length; begin += limit) {
      await deleteEventsWithout('index', ids.slice(begin, begin + limit).map(relayStream));
    }
    return 0;
  },
});
