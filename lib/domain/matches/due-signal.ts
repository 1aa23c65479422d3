import { DueSignal } from '@/lib/core/due';
import type { MatchRow } from './matches.schema';

/** Deadlines and moves of house bots. */
export const matchDue = new DueSignal('matches');

/** When a match needs the ticker next: at its deadline or its house bot's due time, whichever is earlier. */
function nextDueAt(match: MatchRow): Date | null {
  if (match.status !== 'active') return null;
  const times = [match.deadlineAt, match.botDueAt].flatMap((at) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Notifies the ticker of this process of the due time of a match. */
export function announceDue(match: MatchRow): void {
  const due = nextDueAt(match);
  if (due) matchDue.announce(due);
}
