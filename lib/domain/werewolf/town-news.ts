import { once } from '@/lib/core/globals';
import { broadcast } from '@/lib/events';

/** The subject of messages between processes: the queue or the buildings have changed. */
export const TOWN_TOPIC = 'town';

/** Notifies every process that the town has changed. Callers do not wait for it. */
export function announceTown(): void {
  void broadcast(TOWN_TOPIC, {}).catch(() => {});
}

type Listener = (due: Date) => void;

const listeners = () => once('werewolf.due_listeners', () => new Set<Listener>());

/** Notifies the ticker of this process that house bots fill a queue, or a building leaves the map, at this time. */
export function announceTownDue(due: Date): void {
  for (const listener of listeners()) listener(due);
}

/** Calls the listener with every due time of the town that this process sets. Returns a function that unsubscribes. */
export function onTownDue(listener: Listener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}
