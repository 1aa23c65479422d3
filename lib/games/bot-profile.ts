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
  /** The most that the manner of a bot adds to the score of a move, in the same units: the bound of what it costs. */
  manner: number;
}

/** How much a manner likes a move, from 0 to 1. */
export type Preference = (move: number) => number;

/** Draws whether the bot chooses this move at random. */
export function movesAtRandom({ carelessPercent }: BotProfile, rng: Rng): boolean {
  return rng.int(100) < carelessPercent;
}

/**
 * The limits of a bot's search. `bias` adds noise to the score of each move, so that games differ, and what the manner of the
 * bot likes about it.
 */
export function searchLimits(
  { nodes, depth, noise, manner }: BotProfile,
  phase: keyof BotProfile['noise'],
  rng: Rng,
  preference: Preference = () => 0,
): { nodes: number; depth: number; bias: Preference } {
  const max = noise[phase];
  return { nodes, depth, bias: (move) => rng.int(2 * max + 1) - max + Math.round(manner * preference(move)) };
}
