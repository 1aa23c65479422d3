import type { BookingState } from '@/lib/booking';
import { toJsonb } from '@/lib/core/json';
import { type Queryable, sql } from '@/lib/data/database';

/** A stored state; a writer names the version that it read. */
export interface StoredState {
  version: number;
  state: BookingState;
}

export async function insertState(client: Queryable, sessionId: string, state: BookingState): Promise<void> {
  await sql(
    'booking.insert_state',
    'INSERT INTO cinema_sessions (session_id, version, state) VALUES ($1, 1, $2::json)',
    [sessionId, toJsonb(state)],
    client,
  );
}

export async function findState(sessionId: string): Promise<StoredState | null> {
  const rows = await sql<StoredState & Record<string, unknown>>(
    'booking.find_state',
    'SELECT version, state FROM cinema_sessions WHERE session_id = $1',
    [sessionId],
  );
  return rows[0] ?? null;
}

/** Replaces a state. False when another process has changed it meanwhile. */
export async function replaceState(sessionId: string, { version, state }: StoredState): Promise<boolean> {
  const rows = await sql(
    'booking.replace_state',
    'UPDATE cinema_sessions SET state = $3::json, version = version + 1 WHERE session_id = $1 AND version = $2 RETURNING 1',
    [sessionId, version, toJsonb(state)],
  );
  return rows.length > 0;
}

/** Deletes the state of a session that ends, and returns it. */
export async function deleteState(sessionId: string): Promise<BookingState | null> {
  const rows = await sql<{ state: BookingState }>(
    'booking.delete_state',
    'DELETE FROM cinema_sessions WHERE session_id = $1 RETURNING state',
    [sessionId],
  );
  return rows[0]?.state ?? null;
}
