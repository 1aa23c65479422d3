import { sql } from '@/lib/data/database';

/** Identifies a stored game. A game of another agent or of another type is not found. */
export interface GameKey {
  gameId: string;
  agentId: string;
  gameType: string;
}

const BY_KEY = 'id = $1 AND agent_id = $2 AND game_type = $3';

/** Stores a new game, and deletes all of the agent's other games except the `others` that were played last. */
export async function insertAndTrim(key: GameKey, position: string, others: number): Promise<void> {
  await sql(
    'kept_games.insert',
    `WITH deleted AS (
       DELETE FROM kept_games WHERE id IN (
         SELECT id FROM kept_games WHERE agent_id = $2 ORDER BY played_at DESC, id OFFSET $5))
     INSERT INTO kept_games (id, agent_id, game_type, position) VALUES ($1, $2, $3, $4)`,
    [key.gameId, key.agentId, key.gameType, position, others],
  );
}

/** A move from one position to the next. */
export interface PositionChange {
  from: string;
  to: string;
  /** Added to the count of moves without progress; 0 resets the count. */
  quietMoves: number;
  /** The count at which the game is drawn, so that no move is stored any more. */
  quietLimit: number;
}

/** A stored game before the move, and the count of moves without progress after it; null when nothing was stored. */
export interface AdvancedGame {
  position: string;
  quietMovesBefore: number;
  quietMovesAfter: number | null;
}

/** Stores a move if the game is at `from` and not drawn. One statement: exactly one of two racing moves is stored. */
export async function advance(key: GameKey, change: PositionChange): Promise<AdvancedGame | null> {
  const rows = await sql<AdvancedGame>(
    'kept_games.advance',
    `WITH played AS (
       UPDATE kept_games SET position = $5, played_at = now(), played_on = CURRENT_DATE,
         quiet_moves = CASE WHEN $6::int = 0 THEN 0 ELSE quiet_moves + $6::int END
       WHERE ${BY_KEY} AND position = $4 AND quiet_moves < $7::int RETURNING quiet_moves)
     SELECT position, quiet_moves AS "quietMovesBefore", (SELECT quiet_moves FROM played) AS "quietMovesAfter"
     FROM kept_games WHERE ${BY_KEY}`,
    [key.gameId, key.agentId, key.gameType, change.from, change.to, change.quietMoves, change.quietLimit],
  );
  return rows[0] ?? null;
}

/** The position of a game, or null. */
export async function findPosition(key: GameKey): Promise<string | null> {
  const rows = await sql<{ position: string }>('kept_games.find', `SELECT position FROM kept_games WHERE ${BY_KEY}`, [
    key.gameId,
    key.agentId,
    key.gameType,
  ]);
  return rows[0]?.position ?? null;
}

/** Deletes the games without a move for more than `days` days. Returns their number. */
export async function deleteIdle(days: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'kept_games.delete_idle',
    `WITH deleted AS (DELETE FROM kept_games WHERE played_on < CURRENT_DATE - $1::int RETURNING 1)
     SELECT count(*) AS n FROM deleted`,
    [days],
  );
  return rows[0]?.n ?? 0;
}
