import { sql } from '@/lib/data/database';

/** A call that one process at a time makes for a lobby: match.start while it waits, match.end while its match runs. */
export type LobbyCall = 'start' | 'end';

const CALLS = {
  start: { status: 'waiting', until: 'start_until', attempt: 'start_attempt' },
  end: { status: 'active', until: 'end_until', attempt: 'end_attempt' },
} as const satisfies Record<LobbyCall, unknown>;

/** The right of one process to make the call, until it expires. */
export interface LobbyClaim {
  call: LobbyCall;
  lobbyId: string;
  attempt: number;
  until: Date;
}

/** Claims a call that no other process has claimed. Of racing calls one gets it; null for the others. */
export async function insertLobbyClaim(
  of: { call: LobbyCall; lobbyId: string },
  at: Date,
  until: Date,
): Promise<LobbyClaim | null> {
  const column = CALLS[of.call];
  const rows = await sql<{ attempt: number }>(
    `lobbies.claim_${of.call}`,
    `UPDATE lobbies SET ${column.until} = $3
     WHERE id = $1 AND status = '${column.status}' AND (${column.until} IS NULL OR ${column.until} <= $2)
     RETURNING ${column.attempt} AS attempt`,
    [of.lobbyId, at, until],
  );
  return rows[0] ? { ...of, until, ...rows[0] } : null;
}

/** Moves the end of a claim. False when another process has it by now. */
export async function moveLobbyClaim({ call, lobbyId, until }: LobbyClaim, to: Date): Promise<boolean> {
  const column = CALLS[call];
  const rows = await sql(
    `lobbies.move_${call}_claim`,
    `UPDATE lobbies SET ${column.until} = $3 WHERE id = $1 AND ${column.until} = $2 RETURNING 1`,
    [lobbyId, until, to],
  );
  return rows.length > 0;
}

/** Gives a claim back after an attempt that had no effect: the next attempt has another number. */
export async function deleteLobbyClaim({ call, lobbyId, until }: LobbyClaim): Promise<void> {
  const column = CALLS[call];
  await sql(
    `lobbies.give_${call}_back`,
    `UPDATE lobbies SET ${column.until} = NULL, ${column.attempt} = ${column.attempt} + 1
     WHERE id = $1 AND ${column.until} = $2 AND status = '${column.status}'`,
    [lobbyId, until],
  );
}
