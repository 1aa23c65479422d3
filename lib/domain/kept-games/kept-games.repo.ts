import { sql } from '@/lib/data/database';

/** Which game: another agent's, or one of another kind, is none. */
export interface GameKey {
  gameId: string;
  agentId: string;
  gameType: string;
}

const WHICH = 'id = $1 AND agent_id = $2 AND game_type = $3';

/** Keeps a new game, and of the agent's others only the `others` that were played last. */
export async function insertAmongNewest(key: GameKey, position: string, others: number): Promise<void> {
  await sql(
    'kept_games.insert',
    `WITH gone AS (
       DELETE FROM kept_games WHERE id IN (
         SELECT id FROM kept_games WHERE agent_id = $2 ORDER BY played_at DESC, id OFFSET $5))
     INSERT INTO kept_games (id, agent_id, game_type, position) VALUES ($1, $2, $3, $4)`,
    [key.gameId, key.agentId, key.gameType, position, others],
  );
}

/**
 * Moves a game from one position to the next if it stands there. One statement; of racing ones exactly one has
 * `played`. Null when there is no such game; `position` is where it stood before.
 */
export async function advance(
  key: GameKey,
  from: string,
  to: string,
): Promise<{ played: boolean; position: string } | null> {
  const rows = await sql<{ played: boolean; position: string }>(
    'kept_games.advance',
    `WITH played AS (
       UPDATE kept_games SET position = $5, played_at = now(), played_on = CURRENT_DATE
       WHERE ${WHICH} AND position = $4 RETURNING 1)
     SELECT position, EXISTS (SELECT FROM played) AS played FROM kept_games WHERE ${WHICH}`,
    [key.gameId, key.agentId, key.gameType, from, to],
  );
  return rows[0] ?? null;
}

/** The position of a game, or null. */
export async function findPosition(key: GameKey): Promise<string | null> {
  const rows = await sql<{ position: string }>('kept_games.find', `SELECT position FROM kept_games WHERE ${WHICH}`, [
    key.gameId,
    key.agentId,
    key.gameType,
  ]);
  return rows[0]?.position ?? null;
}

/** Deletes games that nobody has played for more than so many days. Returns how many. */
export async function deleteIdle(days: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'kept_games.delete_idle',
    `WITH gone AS (DELETE FROM kept_games WHERE played_on < CURRENT_DATE - $1::int RETURNING 1)
     SELECT count(*) AS n FROM gone`,
    [days],
  );
  return rows[0]?.n ?? 0;
}
