import { randomHex } from '@/lib/core/random';
import { advance, deleteIdle, findPosition, type GameKey, insertAndTrim } from './kept-games.repo';

export type { GameKey } from './kept-games.repo';

/** Games stored for one agent; the least recently played ones are deleted. */
export const MAX_GAMES_PER_AGENT = 200;
/** Days from the last move to the deletion. */
const MAX_IDLE_DAYS = 7;
const GAME_ID = /^g_[0-9a-f]{24}$/;
/** A game without a draw by quiet moves never reaches it. */
const NO_QUIET_LIMIT = 2 ** 31 - 1;

/** The result of a move: `conflict` when the stored game is at another position, `drawn` when it is over. */
export type AdvanceResult =
  | { kind: 'played'; quietMoves: number }
  | { kind: 'not_found' }
  | { kind: 'conflict'; position: string }
  | { kind: 'drawn' };

/**
 * Stores a new game. Specification: decisions.md, Games.
 * @returns its id: `g_` and 24 random hexadecimal digits
 */
export async function storeGame(game: { agentId: string; gameType: string; position: string }): Promise<string> {
  const gameId = `g_${randomHex(12)}`;
  const key = { gameId, agentId: game.agentId, gameType: game.gameType };
  await insertAndTrim(key, game.position, MAX_GAMES_PER_AGENT - 1);
  return gameId;
}

/** Whether an id has the form of our ids, so that a query can find its game. */
export function isGameId(gameId: string): boolean {
  return GAME_ID.test(gameId);
}

/**
 * Stores a move of a game whose position the caller sent. `quietMoves`: 1 for a move without progress, else 0;
 * `quietLimit`: the number of such moves in a row that draws the game, null where the rules know none.
 */
export async function advanceGame({
  from,
  to,
  quietMoves = 0,
  quietLimit = null,
  ...key
}: GameKey & { from: string; to: string; quietMoves?: number; quietLimit?: number | null }): Promise<AdvanceResult> {
  const limit = quietLimit ?? NO_QUIET_LIMIT;
  const stored = await advance(key, { from, to, quietMoves, quietLimit: limit });
  if (!stored) return { kind: 'not_found' };
  if (stored.quietMovesAfter !== null) return { kind: 'played', quietMoves: stored.quietMovesAfter };
  if (stored.position !== from) return { kind: 'conflict', position: stored.position };
  if (stored.quietMovesBefore >= limit) return { kind: 'drawn' };
  // Another call stored its move between the reading and the writing of the statement.
  const position = await findPosition(key);
  return position === null ? { kind: 'not_found' } : { kind: 'conflict', position };
}

/** The position of a stored game; null when this agent has no such game. */
export async function findGamePosition(key: GameKey): Promise<string | null> {
  return isGameId(key.gameId) ? findPosition(key) : null;
}

/** Deletes the games without a move for a week; a job calls it. Returns their number. */
export async function deleteIdleGames(): Promise<number> {
  return deleteIdle(MAX_IDLE_DAYS);
}
