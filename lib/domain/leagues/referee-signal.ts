import { once } from '@/lib/core/globals';

type Listener = (due: Date) => void;

const listeners = () => once('leagues.due', () => new Set<Listener>());

/** Notifies the ticker of this process that the referee has something to do. */
export function announceFixtures(due: Date): void {
  for (const listener of listeners()) listener(due);
}

/** Calls the listener with every due time that this process sets. Returns a function that removes the listener. */
export function onFixtureDue(listener: Listener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}
