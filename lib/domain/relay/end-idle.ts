import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { relayStream } from '@/lib/core/stream';
import { deleteEventsWithout } from '@/lib/events';
import { deleteUnusedRooms, findIdleRooms, findUnusedRooms } from './rooms.repo';
import { endLeftSession } from './sessions';

const HOUR_MS = 3_600_000;
/** A session without an event for this long has been left. */
const IDLE_MS = HOUR_MS;
const MAX_AT_ONCE = 100;

/** Ends sessions that were left without session.end. */
export async function endIdleRelaySessions(): Promise<void> {
  const idle = await findIdleRooms(new Date(now().getTime() - IDLE_MS), MAX_AT_ONCE);
  for (const { id, sessionId } of idle) await endLeftSession(id, sessionId, 'idle');
}

/** What happened outside of sessions a day ago, and rooms that were not used for a week. */
registerCleanup({
  name: 'relay_rooms',
  removeBatch: async () => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * HOUR_MS);
    // Two days more, for a server that was stopped.
    const unused = await findUnusedRooms({ since: daysAgo(1), until: daysAgo(3), deletedBefore: daysAgo(7) });
    await deleteEventsWithout('index', unused.map(relayStream));
    await deleteUnusedRooms(daysAgo(7));
    return 0;
  },
});
