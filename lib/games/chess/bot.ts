import type { BotSituation, Strength } from '@/lib/core/game';
import { type BotProfile, movesAtRandom, searchLimits } from '@/lib/games/bot-profile';
import type { ChessView } from '@/lib/games/chess/view';
import { toUci } from './engine/board';
import { boardAfter } from './engine/notation';
import { search } from './engine/search';
import { preferenceOf } from './manner';

/**
 * Roughly a beginner, a casual player and a good club player; the strongest searches for about a third of a second. Noise is
 * in centipawns.
 */
const PROFILES: Record<Strength, BotProfile> = {
  easy: { nodes: 4_000, depth: 2, carelessPercent: 25, noise: { opening: 120, later: 120 }, manner: 120 },
  medium: { nodes: 15_000, depth: 4, carelessPercent: 4, noise: { opening: 40, later: 40 }, manner: 50 },
  strong: { nodes: 200_000, depth: 64, carelessPercent: 0, noise: { opening: 12, later: 0 }, manner: 35 },
};
const OPENING_MOVES = 8;

/** The move of a house bot, from the view of its seat. */
export function chooseMove({ view, legalMoves, strength, manner, rng }: BotSituation<string, ChessView>): string {
  const profile = PROFILES[strength];
  if (movesAtRandom(profile, rng)) return rng.pick(legalMoves);
  const phase = view.move_number <= OPENING_MOVES ? 'opening' : 'later';
  const board = boardAfter(view);
  const { move } = search(board, searchLimits(profile, phase, rng, manner && preferenceOf(manner, board)));
  const uci = toUci(move);
  return legalMoves.includes(uci) ? uci : rng.pick(legalMoves);
}
