import type { StreamEvent } from '@/lib/core/stream';
import { broadcastHint, publish } from '@/lib/events';

/** Publishes committed events of a league, and notifies every process that the list of leagues has changed. */
export function publishLeague(events: StreamEvent[]): void {
  publish(events);
  if (events.length > 0) announceLeagues();
}

/** Notifies every process that the list of leagues has changed. Callers do not wait for it. */
export function announceLeagues(): void {
  void broadcastHint('leagues', {});
}
