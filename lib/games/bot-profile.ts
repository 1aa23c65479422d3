import type { Rng } from '@/lib/core/rng';

/** The strength of a house bot in a game whose moves a search finds. */
export interface BotProfile {
  /** Positions that the search looks at. */
  nodes: number;
  /** Plies that the search looks ahead. */
  depth: number;
  /** Percentage of moves that are chosen at random, without a search. */
  carelessPercent: number;
  /** The largest error added to the score of each move, in the units of the game's scores. */
  noise: { opening: number; later: number };
}

/** Draws whether the bot chooses this move at random. */
export function movesAtRandom({ carelessPercent }: BotProfile, rng: Rng): boolean {
  return rng.int(100) < carelessPercent;
}

/** The limits of a bot's search. `bias` adds noise to the score of each move, so that games differ. */
export function searchLimits(
  { nodes, depth, noise }: BotProfile,
  phase: keyof BotProfile['noise'],
  rng: Rng,
): { nodes: number; depth: number; bias: () => number } {
  const max = noise[phase];
  return { nodes, depth, bias: () => rng.int(2 * max + 1) - max };
}
