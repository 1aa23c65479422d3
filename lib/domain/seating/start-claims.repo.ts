import { sql } from '@/lib/data/database';

/** The right of one process to call match.start of a lobby's experience, until it expires. */
export interface StartClaim {
  lobbyId: string;
  attempt: number;
  until: Date;
}

/** Claims the start of a waiting lobby that no other process has claimed. Of racing calls one gets it; null for the others. */
export async function insertStartClaim(lobbyId: string, at: Date, until: Date): Promise<StartClaim | null> {
  const rows = await sql<{ attempt: number }>(
    'lobbies.claim_start',
    `UPDATE lobbies SET start_until = $3
     WHERE id = $1 AND status = 'waiting' AND (start_until IS NULL OR start_until <= $2)
     RETURNING start_attempt AS attempt`,
    [lobbyId, at, until],
  );
  return rows[0] ? { lobbyId, until, ...rows[0] } : null;
}

/** Moves the end of a claim. False when another process has it by now. */
export async function moveStartClaim({ lobbyId, until }: StartClaim, to: Date): Promise<boolean> {
  const rows = await sql(
    'lobbies.move_start_claim',
    'UPDATE lobbies SET start_until = $3 WHERE id = $1 AND start_until = $2 RETURNING 1',
    [lobbyId, until, to],
  );
  return rows.length > 0;
}

/** Gives a claim back after an attempt that had no effect: the next attempt has another number. */
export async function deleteStartClaim({ lobbyId, until }: StartClaim): Promise<void> {
  await sql(
    'lobbies.give_start_back',
    `UPDATE lobbies SET start_until = NULL, start_attempt = start_attempt + 1
     WHERE id = $1 AND start_until = $2 AND status = 'waiting'`,
    [lobbyId, until],
  );
}
