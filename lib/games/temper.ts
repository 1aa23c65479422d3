import type { Rng } from '@/lib/core/rng';

/** How well a house bot of one strength plays a game in which a search finds the move. */
export interface Temper {
  /** How many positions it looks at, and how far ahead. */
  nodes: number;
  depth: number;
  /** Of a hundred moves, how many are made without thinking. */
  careless: number;
  /** Misjudges each move by up to this much, in the opening and later; in the units of the game's own scores. */
  whim: { opening: number; later: number };
}

/** Whether a bot makes this move without thinking. */
export function isCareless({ careless }: Temper, rng: Rng): boolean {
  return rng.int(100) < careless;
}

/** The limits of a bot's search; each move is misjudged a little, so that no two games are the same. */
export function limitsOf(
  { nodes, depth, whim }: Temper,
  phase: keyof Temper['whim'],
  rng: Rng,
): { nodes: number; depth: number; bias: () => number } {
  const most = whim[phase];
  return { nodes, depth, bias: () => rng.int(2 * most + 1) - most };
}
