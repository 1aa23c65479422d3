import type { Review } from '@/components/match/review';
import { gameById } from '@/lib/games';
import { whyNoBoard } from '@/lib/games/practice';
import { canAnalyse } from '@/lib/games/review/analysis';

/** What can be done with the matches of a game when they are over. */
export function reviewOf(gameId: string): Review {
  const game = gameById(gameId);
  if (!game) return { canAnalyse: false, canContinue: false, notation: null };
  return {
    canAnalyse: canAnalyse(game),
    canContinue: whyNoBoard(game) === null,
    notation: game.record?.extension ?? null,
  };
}
