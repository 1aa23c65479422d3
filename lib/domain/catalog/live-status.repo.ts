import { sql } from '@/lib/data/database';
import { REMOTE_KIND_NAMES } from '@/lib/gateway';
import type { LiveStatus } from './catalog.schema';

/**
 * Remote experiences whose status is older than `olderThanS` seconds; they are marked as asked now. An experience is
 * polled after its manifest was verified once, also while changed tools keep it unverified.
 */
export async function claimForPolling(olderThanS: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'catalog.claim_polling',
    `UPDATE experiences SET polled_at = now()
     WHERE id IN (
       SELECT id FROM experiences
       WHERE kind = ANY($3::text[]) AND verified_at IS NOT NULL
         AND (polled_at IS NULL OR polled_at < now() - make_interval(secs => $1))
       ORDER BY polled_at NULLS FIRST LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [olderThanS, limit, REMOTE_KIND_NAMES],
  );
  return rows.map(({ id }) => id);
}

/** A status before a check, and whether the check changed anything. */
export interface StatusBefore {
  status: LiveStatus['status'];
  /** Null before the first check. */
  since: Date | null;
  hasChanged: boolean;
}

/** Stores the status of an experience. Returns what it was before; null when it was deleted. One statement. */
export async function storeLiveStatus(id: string, live: LiveStatus): Promise<StatusBefore | null> {
  const rows = await sql<StatusBefore & Record<string, unknown>>(
    'catalog.store_live',
    `WITH before AS (SELECT id, live_status AS status, live_since AS since FROM experiences WHERE id = $1),
     changed AS (
       UPDATE experiences SET live_status = $2, current_players = $3, active_lobbies = $4,
         live_since = CASE WHEN live_status IS DISTINCT FROM $2 OR live_since IS NULL THEN now() ELSE live_since END
       WHERE id = $1 AND (live_since IS NULL
         OR (live_status, current_players, active_lobbies) IS DISTINCT FROM ($2, $3::int, $4::int))
       RETURNING id)
     SELECT before.status, before.since, changed.id IS NOT NULL AS "hasChanged" FROM before LEFT JOIN changed USING (id)`,
    [id, live.status, live.current_players, live.active_lobbies],
  );
  return rows[0] ?? null;
}

/** Who plays an experience now. */
export interface PlayerCount {
  experienceId: string;
  players: number;
  /** Lobbies that wait or play. */
  lobbies: number;
}

/** Stores the counts of the built-in experiences; those that are not named have none. Returns the ids whose numbers changed. */
export async function storeBuiltinCounts(counts: readonly PlayerCount[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'catalog.builtin_counts',
    `UPDATE experiences e SET current_players = now.players, active_lobbies = now.lobbies
     FROM (SELECT b.id, coalesce(g.players, 0) AS players, coalesce(g.lobbies, 0) AS lobbies
           FROM experiences b LEFT JOIN unnest($1::uuid[], $2::int[], $3::int[]) AS g(id, players, lobbies) ON g.id = b.id
           WHERE b.kind = 'builtin') AS now
     WHERE e.id = now.id AND (e.current_players, e.active_lobbies) IS DISTINCT FROM (now.players, now.lobbies)
     RETURNING e.id`,
    [
      counts.map(({ experienceId }) => experienceId),
      counts.map(({ players }) => players),
      counts.map(({ lobbies }) => lobbies),
    ],
  );
  return rows.map(({ id }) => id);
}
