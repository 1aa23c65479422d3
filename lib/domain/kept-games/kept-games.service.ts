import { randomHex } from '@/lib/core/random';
import { advance, deleteIdle, findPosition, type GameKey, insertAmongNewest } from './kept-games.repo';

export type { GameKey } from './kept-games.repo';

/** Games kept for one agent; the ones that were left alone longest go. */
export const MOST_KEPT = 200;
/** Days after the last move. */
const KEEP_DAYS = 7;
const GAME_ID = /^g_[0-9a-f]{24}$/;

/** What became of a move: made, made by nobody because no such game is kept, or refused because the game stands elsewhere. */
export type Advance = { kind: 'played' } | { kind: 'not_kept' } | { kind: 'stands_at'; position: string };

/**
 * Keeps a begun game and gives it an id. Specification: decisions.md, Games.
 * @returns `g_` and 24 hexadecimal digits, which nobody guesses
 */
export async function keepGame(game: { agentId: string; gameType: string; position: string }): Promise<string> {
  const gameId = `g_${randomHex(12)}`;
  await insertAmongNewest({ gameId, agentId: game.agentId, gameType: game.gameType }, game.position, MOST_KEPT - 1);
  return gameId;
}

/** Whether an id has the form of ours: for any other nobody has to ask the database. */
export function mayBeKept(gameId: string): boolean {
  return GAME_ID.test(gameId);
}

/** Moves a kept game on, if it stands where the caller believes. */
export async function advanceGame({ from, to, ...key }: GameKey & { from: string; to: string }): Promise<Advance> {
  const found = await advance(key, from, to);
  if (!found) return { kind: 'not_kept' };
  if (found.played) return { kind: 'played' };
  if (found.position !== from) return { kind: 'stands_at', position: found.position };
  // Another call moved it on between the statement's reading and its writing.
  const position = await findPosition(key);
  return position === null ? { kind: 'not_kept' } : { kind: 'stands_at', position };
}

/** Where a kept game stands; null when none is kept for this agent under that id. */
export async function positionOfGame(key: GameKey): Promise<string | null> {
  return mayBeKept(key.gameId) ? findPosition(key) : null;
}

/** Forgets games that were left alone for a week; a job calls it. Returns how many. */
export async function forgetIdleGames(): Promise<number> {
  return deleteIdle(KEEP_DAYS);
}
