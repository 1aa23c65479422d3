import { once } from '@/lib/core/globals';
import type { MatchRow } from './matches.schema';

type Listener = (due: Date) => void;

const listeners = () => once('due-listeners', () => new Set<Listener>());

/** When a match next needs the ticker: its deadline or its house bot, whichever is first. */
export function dueOf(match: MatchRow): Date | null {
  if (match.status !== 'active') return null;
  const times = [match.deadlineAt, match.botDueAt].flatMap((at) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Tells the ticker of this process that something may be due earlier than it thinks. */
export function announceDue(match: MatchRow): void {
  const due = dueOf(match);
  if (due) for (const listener of listeners()) listener(due);
}

/** Hears of due times as they are set by this process. Returns the way to stop. */
export function onDue(listener: Listener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}
