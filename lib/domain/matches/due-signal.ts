import { once } from '@/lib/core/globals';
import type { MatchRow } from './matches.schema';

type Listener = (due: Date) => void;

const listeners = () => once('due-listeners', () => new Set<Listener>());

/** When a match needs the ticker next: at its deadline or its house bot's due time, whichever is earlier. */
export function nextDueAt(match: MatchRow): Date | null {
  if (match.status !== 'active') return null;
  const times = [match.deadlineAt, match.botDueAt].flatMap((at) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Notifies the ticker of this process of the due time of a match. */
export function announceDue(match: MatchRow): void {
  const due = nextDueAt(match);
  if (due) announceDueAt(due);
}

/** Notifies the ticker of this process of a due time. */
export function announceDueAt(due: Date): void {
  for (const listener of listeners()) listener(due);
}

/** Calls the listener with every due time that this process sets. Returns a function that removes the listener. */
export function onDue(listener: Listener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}
