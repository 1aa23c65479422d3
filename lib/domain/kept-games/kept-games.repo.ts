import { sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';

/** Identifies a stored game. A game of another agent or of another type is not found. */
export interface GameKey {
  gameId: string;
  agentId: string;
  gameType: string;
}

const BY_KEY = 'id = $1 AND agent_id = $2 AND game_type = $3';

/** A new game. */
export interface NewGame {
  position: string;
  /** Hash of the position, in games that count repetitions. */
  hash: bigint | null;
}

/** Stores a new game, and deletes all of the agent's other games except the `others` that were played last. */
export async function insertAndTrim(key: GameKey, game: NewGame, others: number): Promise<void> {
  await sql(
    'kept_games.insert',
    `WITH deleted AS (
       DELETE FROM kept_games WHERE id IN (
         SELECT id FROM kept_games WHERE agent_id = $2 ORDER BY played_at DESC, id OFFSET $5))
     INSERT INTO kept_games (id, agent_id, game_type, position, positions)
     VALUES ($1, $2, $3, $4, CASE WHEN $6::bigint IS NULL THEN '{}' ELSE ARRAY[$6::bigint] END)`,
    [key.gameId, key.agentId, key.gameType, game.position, others, game.hash],
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
  /** Hash of the new position, in games that count repetitions. */
  hash: bigint | null;
  /** Whether no earlier position can occur again, so that none is kept. */
  isIrreversible: boolean;
  /** How often a position occurs in a drawn game, so that no move is stored any more. */
  repetitionLimit: number;
}

/** A stored game before the move, and its counts after it; null when nothing was stored. */
export interface AdvancedGame {
  position: string;
  wasDrawn: boolean;
  quietMoves: number | null;
  occurrences: number | null;
}

/** How often the current position has occurred since the last move that cannot be undone. */
const OCCURRENCES = 'cardinality(array_positions(positions, positions[cardinality(positions)]))';

/** With the parameters of `advance`. */
const IS_DRAWN = `(quiet_moves >= $7::int OR ${OCCURRENCES} >= $10::int)`;

/** Stores a move if the game is at `from` and not drawn. One statement: exactly one of two racing moves is stored. */
export async function advance(key: GameKey, change: PositionChange): Promise<AdvancedGame | null> {
  const rows = await sql<AdvancedGame>(
    'kept_games.advance',
    `WITH played AS (
       UPDATE kept_games SET position = $5, played_at = now(), played_on = CURRENT_DATE,
         quiet_moves = CASE WHEN $6::int = 0 THEN 0 ELSE quiet_moves + $6::int END,
         positions = CASE WHEN $8::bigint IS NULL THEN positions WHEN $9 THEN ARRAY[$8::bigint] ELSE positions || $8::bigint END
       WHERE ${BY_KEY} AND position = $4 AND NOT ${IS_DRAWN} RETURNING quiet_moves, ${OCCURRENCES} AS occurrences)
     SELECT position, ${IS_DRAWN} AS "wasDrawn", (SELECT quiet_moves FROM played) AS "quietMoves",
            (SELECT occurrences FROM played) FROM kept_games WHERE ${BY_KEY}`,
    [
      key.gameId,
      key.agentId,
      key.gameType,
      change.from,
      change.to,
      change.quietMoves,
      change.quietLimit,
      change.hash,
      change.isIrreversible,
      change.repetitionLimit,
    ],
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

/** Deletes up to `limit` games without a move for more than `days` days. Returns their number. */
export async function deleteIdle(days: number, limit: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'kept_games.delete_idle',
    `WITH deleted AS (DELETE FROM kept_games WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM kept_games WHERE played_on < CURRENT_DATE - $1::int LIMIT $2)) RETURNING 1)
     SELECT count(*) AS n FROM deleted`,
    [days, limit],
  );
  return rows[0]?.n ?? 0;
}

registerDeletion('kept-games', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM kept_games WHERE agent_id = $1', [agentId]);
  },
});

registerExport('kept-games', {
  'matches/kept_games': {
    about: 'Games that agents keep at their move tools.',
    rows: `SELECT id, agent_id, game_type, position, played_at FROM kept_games WHERE agent_id = ANY ($2)`,
  },
});
