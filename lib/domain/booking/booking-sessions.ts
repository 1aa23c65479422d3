import type { BookingState, BookingStep, ToolCall } from '@/lib/booking';
import type { Queryable } from '@/lib/data/database';
import { callBookingTool, openBooking } from './booking.service';
import { deleteState, findState, insertState, replaceState } from './sessions.repo';

/** Attempts of a call when other processes change the same booking. */
const MAX_ATTEMPTS = 4;

/** A new booking whose first call, if any, has been made. It is not stored yet. */
export async function prepareBooking(call: ToolCall | null): Promise<Omit<BookingStep, 'effect'>> {
  const state = await openBooking();
  return call ? callBookingTool({ state, call, holder: '' }) : { state, fault: null };
}

/** Stores the booking of a new session, in its transaction. */
export function storeBookingSession(client: Queryable, sessionId: string, state: BookingState): Promise<void> {
  return insertState(client, sessionId, state);
}

/** The booking of a session; null when the session has ended. */
export async function findBookingSession(sessionId: string): Promise<BookingState | null> {
  return (await findState(sessionId))?.state ?? null;
}

/**
 * Calls a tool in the booking of a session and stores the new state: three statements, two more to book. A call that another
 * process overtakes is made again on the new state; the booking itself is made once for the session.
 * @returns null when the session has no booking any more
 */
export async function callInSession(sessionId: string, call: ToolCall): Promise<Omit<BookingStep, 'effect'> | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const stored = await findState(sessionId);
    if (!stored) return null;
    const step = await callBookingTool({ state: stored.state, call, holder: `session:${sessionId}` });
    const isUnchanged = step.state === stored.state;
    if (isUnchanged || (await replaceState(sessionId, { version: stored.version, state: step.state }))) return step;
  }
  throw new Error(`the booking of session ${sessionId} changes too often`);
}

/** Deletes the state of a session that ends, and returns it. */
export function endBookingSession(sessionId: string): Promise<BookingState | null> {
  return deleteState(sessionId);
}
