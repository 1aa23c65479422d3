import type { JsonObject } from '@/lib/core/json';
import { sql } from '@/lib/data/database';

export { type Client, sqlState, transaction } from '@/lib/data/database';

/** The config of a lobby, or null when there is no such lobby. */
export async function findLobbyConfig(lobbyId: string): Promise<JsonObject | null> {
  const rows = await sql<{ config: JsonObject }>('sessions.lobby_config', 'SELECT config FROM lobbies WHERE id = $1', [
    lobbyId,
  ]);
  return rows[0]?.config ?? null;
}

/** What session.create tells beside the game: both memories, the agent's rating, whether it has ever reported usage. */
export interface OpeningContext {
  /** The database says who is a person; no caller can. */
  kind: 'agent' | 'human';
  memory: JsonObject | null;
  ownerMemory: JsonObject | null;
  elo: number | null;
  played: boolean;
  reported: boolean;
}

/** Everything of OpeningContext in one query. */
export async function findOpeningContext(args: {
  agentId: string;
  ownerId: string | null;
  experienceId: string;
}): Promise<OpeningContext> {
  const rows = await sql<{
    kind: 'agent' | 'human' | null;
    memory: JsonObject | null;
    owner_memory: JsonObject | null;
    elo: number | null;
    played: boolean;
    reported: boolean;
  }>(
    'sessions.opening_context',
    `SELECT
       (SELECT kind FROM agents WHERE id = $1) AS kind,
       (SELECT data FROM agent_memories WHERE agent_id = $1 AND experience_id = $3 AND data <> '{}') AS memory,
       (SELECT data FROM owner_memories WHERE owner_id = $2 AND experience_id = $3 AND data <> '{}') AS owner_memory,
       (SELECT elo FROM ratings WHERE experience_id = $3 AND agent_id = $1
          AND pool = (SELECT kind FROM agents WHERE id = $1)) AS elo,
       EXISTS (SELECT 1 FROM sessions WHERE agent_id = $1 AND status = 'completed') AS played,
       EXISTS (SELECT 1 FROM telemetry WHERE agent_id = $1 AND (usage IS NOT NULL OR model_runtime IS NOT NULL OR cadence IS NOT NULL)) AS reported`,
    [args.agentId, args.ownerId, args.experienceId],
  );
  const row = rows[0];
  return {
    kind: row?.kind ?? 'agent',
    memory: row?.memory ?? null,
    ownerMemory: row?.owner_memory ?? null,
    elo: row?.elo ?? null,
    played: row?.played ?? false,
    reported: row?.reported ?? false,
  };
}

/** Both memories of the agent of a session. One query. */
export async function findMemories(of: {
  agentId: string;
  experienceId: string;
}): Promise<{ memory: JsonObject | null; ownerMemory: JsonObject | null }> {
  const rows = await sql<{ memory: JsonObject | null; ownerMemory: JsonObject | null }>(
    'sessions.memories',
    `SELECT (SELECT data FROM agent_memories WHERE agent_id = $1 AND experience_id = $2) AS memory,
            (SELECT o.data FROM owner_memories o JOIN agents a ON a.owner_id = o.owner_id
             WHERE a.id = $1 AND o.experience_id = $2) AS "ownerMemory"`,
    [of.agentId, of.experienceId],
  );
  return rows[0] ?? { memory: null, ownerMemory: null };
}

/** Ids of active sessions without a step since `before`, oldest first; the clock of a lobby's match governs its own. */
export async function findIdleSessions(before: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'sessions.idle',
    `SELECT id FROM sessions
     WHERE status = 'active' AND mode = 'session' AND last_active_at < $1 AND (match_id IS NULL OR match_id = id)
     ORDER BY last_active_at LIMIT $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** How many play an experience now, for its live status. */
export async function countPlaying(experienceId: string): Promise<{ current_players: number; active_lobbies: number }> {
  const rows = await sql<{ current_players: number; active_lobbies: number }>(
    'sessions.count_playing',
    `SELECT (SELECT count(*)::int FROM engagements WHERE experience_id = $1) AS current_players,
            (SELECT count(*)::int FROM lobbies WHERE experience_id = $1 AND status IN ('waiting', 'active')) AS active_lobbies`,
    [experienceId],
  );
  return rows[0] ?? { current_players: 0, active_lobbies: 0 };
}
