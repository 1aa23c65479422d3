import { DueSignal } from '@/lib/core/due';
import { broadcastHint } from '@/lib/events';

/** The subject of messages between processes: the queue or the buildings have changed. */
export const TOWN_TOPIC = 'town';

/** Notifies every process that the town has changed. Callers do not wait for it. */
export function announceTown(): void {
  void broadcastHint(TOWN_TOPIC, {});
}

/** House bots fill a queue, or a building leaves the map. */
export const townDue = new DueSignal('town');
