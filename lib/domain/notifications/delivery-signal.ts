import { once } from '@/lib/core/globals';

type Listener = (due: Date) => void;

const listeners = () => once('notifications.due', () => new Set<Listener>());

/** Notifies the ticker of this process that a delivery is due. */
export function announceDeliveries(due: Date): void {
  for (const listener of listeners()) listener(due);
}

/** Calls the listener with every due time that this process sets. Returns a function that removes the listener. */
export function onDeliveryDue(listener: Listener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}
