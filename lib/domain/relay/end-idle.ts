import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { deleteOldRooms, findIdleRooms } from './rooms.repo';
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
    const at = now().getTime();
    await deleteOldRooms(new Date(at - 24 * HOUR_MS), new Date(at - 7 * 24 * HOUR_MS));
    return 0;
  },
});
