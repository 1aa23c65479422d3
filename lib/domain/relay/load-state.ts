import { iso } from '@/lib/core/clock';
import { requireApp } from './apps';
import type { Room } from './relay.schema';

/** The first state of the application, as a change of the room. What waits for the person is withdrawn. */
export async function loadedState(room: Room, at: Date): Promise<Pick<Room, 'state' | 'live'>> {
  const state = await requireApp(room.app).load(iso(at));
  return { state, live: { ...room.live, approvals: [], round: room.live.round + 1 } };
}
