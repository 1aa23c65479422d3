import { createHash } from 'node:crypto';
import { registerCleanup } from '@/lib/core/cleanup';
import { randomHex } from '@/lib/core/random';
import { advance, deleteIdle, findPosition, type GameKey, insertAndTrim } from './kept-games.repo';

export type { GameKey } from './kept-games.repo';

/** Games stored for one agent; the least recently played ones are deleted. */
export const MAX_GAMES_PER_AGENT = 200;
/** Days from the last move to the deletion. */
const MAX_IDLE_DAYS = 7;
const GAME_ID = /^g_[0-9a-f]{24}$/;
/** A game without the draw never reaches it. */
const NO_LIMIT = 2 ** 31 - 1;

/** A position where the rules count repetitions. */
interface Repetition {
  /** The same text for positions that count as the same. */
  key: string;
  /** Whether no earlier position can occur again. */
  isIrreversible: boolean;
  /** The occurrence of a position that draws the game. */
  limit: number;
}

/** A move without the caller and the game. */
interface Move {
  from: string;
  to: string;
  /** 1 for a move without progress, else 0. */
  quietMoves?: number | undefined;
  /** The number of such moves in a row that draws the game; null where the rules know none. */
  quietLimit?: number | null | undefined;
  /** Absent where the rules know no draw by repetition. */
  repetition?: Repetition | undefined;
}

/** The result of a move: `conflict` when the stored game is at another position, `drawn` when it is over. */
export type AdvanceResult =
  | { kind: 'played'; quietMoves: number; isRepeated: boolean }
  | { kind: 'not_found' }
  | { kind: 'conflict'; position: string }
  | { kind: 'drawn' };

/**
 * Stores a new game. Specification: decisions.md, Games.
 * @returns its id: `g_` and 24 random hexadecimal digits
 */
export async function storeGame(game: {
  agentId: string;
  gameType: string;
  position: string;
  /** What the rules compare to count repetitions, where they do. */
  repetitionKey?: string | undefined;
}): Promise<string> {
  const gameId = `g_${randomHex(12)}`;
  const key = { gameId, agentId: game.agentId, gameType: game.gameType };
  const hash = game.repetitionKey === undefined ? null : hashOf(game.repetitionKey);
  await insertAndTrim(key, { position: game.position, hash }, MAX_GAMES_PER_AGENT - 1);
  return gameId;
}

/** Whether an id has the form of our ids, so that a query can find its game. */
export function isGameId(gameId: string): boolean {
  return GAME_ID.test(gameId);
}

/** 64 bits of a position: chance collisions within one game do not happen. */
function hashOf(repetitionKey: string): bigint {
  return createHash('sha256').update(repetitionKey).digest().readBigInt64BE();
}

/** Stores a move of a game whose position the caller sent. */
export async function advanceGame({
  from,
  to,
  quietMoves = 0,
  quietLimit = null,
  repetition,
  ...key
}: GameKey & Move): Promise<AdvanceResult> {
  const repetitionLimit = repetition?.limit ?? NO_LIMIT;
  const stored = await advance(key, {
    from,
    to,
    quietMoves,
    quietLimit: quietLimit ?? NO_LIMIT,
    hash: repetition ? hashOf(repetition.key) : null,
    isIrreversible: repetition?.isIrreversible ?? false,
    repetitionLimit,
  });
  if (!stored) return { kind: 'not_found' };
  const { quietMoves: count, occurrences } = stored;
  if (count !== null && occurrences !== null) {
    return { kind: 'played', quietMoves: count, isRepeated: occurrences >= repetitionLimit };
  }
  if (stored.position !== from) return { kind: 'conflict', position: stored.position };
  if (stored.wasDrawn) return { kind: 'drawn' };
  // Another call stored its move between the reading and the writing of the statement.
  const position = await findPosition(key);
  return position === null ? { kind: 'not_found' } : { kind: 'conflict', position };
}

/** The position of a stored game; null when this agent has no such game. */
export async function findGamePosition(key: GameKey): Promise<string | null> {
  return isGameId(key.gameId) ? findPosition(key) : null;
}

/** Deletes up to `limit` games without a move for a week. Returns their number. */
export async function deleteIdleGames(limit: number): Promise<number> {
  return deleteIdle(MAX_IDLE_DAYS, limit);
}

registerCleanup({ name: 'kept_games', removeBatch: deleteIdleGames });
