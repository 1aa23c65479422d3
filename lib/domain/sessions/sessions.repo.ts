import type { JsonObject } from '@/lib/core/json';
import { sql } from '@/lib/data/database';
import type { OpeningContext } from '@/lib/domain/play-host';
import { seatRating } from '@/lib/domain/ratings';

export { type Client, transaction } from '@/lib/data/database';

/** Everything of OpeningContext in one query. */
export async function findOpeningContext(args: {
  agentId: string;
  ownerId: string | null;
  experienceId: string;
}): Promise<OpeningContext> {
  const rows = await sql<{
    kind: 'agent' | 'human' | null;
    memory: JsonObject | null;
    experience_keys: string[] | null;
    owner_memory: JsonObject | null;
    lobby_id: string | null;
    elo: number | null;
    matches_played: number | null;
    played: boolean;
    reported: boolean;
  }>(
    'sessions.opening_context',
    `SELECT
       (SELECT kind FROM agents WHERE id = $1) AS kind,
       (SELECT data FROM agent_memories WHERE agent_id = $1 AND experience_id = $3 AND data <> '{}') AS memory,
       (SELECT experience_keys FROM agent_memories WHERE agent_id = $1 AND experience_id = $3) AS experience_keys,
       (SELECT data FROM owner_memories WHERE owner_id = $2 AND experience_id = $3 AND data <> '{}') AS owner_memory,
       (SELECT lobby_id FROM engagements WHERE agent_id = $1 AND experience_id = $3) AS lobby_id,
       rating.elo, rating.matches_played,
       EXISTS (SELECT 1 FROM sessions WHERE agent_id = $1 AND status = 'completed') AS played,
       EXISTS (SELECT 1 FROM telemetry WHERE agent_id = $1 AND (usage IS NOT NULL OR model_runtime IS NOT NULL OR cadence IS NOT NULL)) AS reported
     FROM (VALUES (1)) AS one LEFT JOIN ratings rating ON rating.experience_id = $3 AND rating.agent_id = $1
       AND rating.matches_played > 0 AND rating.pool = (SELECT kind FROM agents WHERE id = $1)`,
    [args.agentId, args.ownerId, args.experienceId],
  );
  const row = rows[0];
  return {
    kind: row?.kind ?? 'agent',
    memory: row?.memory ?? null,
    experienceKeys: row?.experience_keys ?? [],
    ownerMemory: row?.owner_memory ?? null,
    lobbyId: row?.lobby_id ?? null,
    rating: row?.elo == null ? null : seatRating({ elo: row.elo, matchesPlayed: row.matches_played ?? 0 }),
    played: row?.played ?? false,
    reported: row?.reported ?? false,
  };
}

/**
 * Ids of active sessions without a step since `before`, oldest first; the clock of a lobby's match governs its own. By the two indexes
 * that have every active session.
 */
export async function findIdleSessions(before: Date, except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'sessions.idle',
    `SELECT id FROM (
       SELECT id, match_id, last_active_at FROM sessions WHERE status = 'active' AND NOT is_correspondence
       UNION ALL
       SELECT id, match_id, last_active_at FROM sessions WHERE status = 'active' AND is_correspondence) active
     WHERE last_active_at < $1 AND (match_id IS NULL OR match_id = id) AND id <> ALL ($2::uuid[])
     ORDER BY last_active_at LIMIT $3`,
    [before, except, limit],
  );
  return rows.map(({ id }) => id);
}

/** Ids of active sessions whose page was closed before `before` and that have made no step since, oldest first. */
export async function findSessionsOfClosedPages(
  before: Date,
  except: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'sessions.of_closed_pages',
    `SELECT id FROM sessions
     WHERE status = 'active' AND page_closed_at < $1 AND last_active_at <= page_closed_at AND id <> ALL ($2::uuid[])
     ORDER BY page_closed_at LIMIT $3`,
    [before, except, limit],
  );
  return rows.map(({ id }) => id);
}

/** Ids of active sessions of agents that their owner has stopped; the clock of a lobby's match governs its own. */
export async function findSessionsOfStopped(except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'sessions.of_stopped',
    `SELECT s.id FROM agent_controls c JOIN engagements g ON g.agent_id = c.agent_id JOIN sessions s ON s.id = g.session_id
     WHERE c.stopped_at IS NOT NULL AND s.status = 'active' AND (s.match_id IS NULL OR s.match_id = s.id)
       AND s.id <> ALL ($1::uuid[]) LIMIT $2`,
    [except, limit],
  );
  return rows.map(({ id }) => id);
}
