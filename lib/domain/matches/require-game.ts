import { AppError } from '@/lib/core/errors';
import type { AnyGame } from '@/lib/core/game';
import { gameById } from '@/lib/games';

/** @throws AppError EXPERIENCE_TOOL_NOT_FOUND when no such game is built in. */
export function requireGame(gameId: string): AnyGame {
  const game = gameById(gameId);
  if (!game) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', `There is no built-in game "${gameId}".`);
  return game;
}
