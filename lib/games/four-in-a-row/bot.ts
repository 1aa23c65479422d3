import type { BotSituation, Judgement, Strength } from '@/lib/core/game';
import { type BotProfile, movesAtRandom, searchLimits } from '@/lib/games/bot-profile';
import { toJudgement } from '@/lib/games/judgement';
import { search } from '@/lib/games/search';
import { Board, CELLS } from './board';
import { preferenceOf } from './manner';
import type { FourMove, FourView } from './position';
import { COLORS, type FourState, legalColumns, seatToMove, winnerOf } from './position';

/**
 * Easy finds immediate wins when it searches; the strongest searches for about a fifth of a second and then proves lines to
 * the end. Noise is in quarters of a disc in the middle column.
 */
const PROFILES: Record<Strength, BotProfile & { proofNodes: number }> = {
  easy: { nodes: 500, proofNodes: 0, depth: 1, carelessPercent: 30, noise: { opening: 20, later: 20 }, manner: 20 },
  medium: { nodes: 5_000, proofNodes: 0, depth: 5, carelessPercent: 5, noise: { opening: 8, later: 8 }, manner: 8 },
  strong: {
    nodes: 60_000,
    proofNodes: 500_000,
    depth: CELLS,
    carelessPercent: 0,
    noise: { opening: 2, later: 2 },
    manner: 3,
  },
};

/** The move of a house bot, from the view of its seat. */
export function chooseMove({ view, legalMoves, strength, manner, rng }: BotSituation<FourMove, FourView>): FourMove {
  const profile = PROFILES[strength];
  if (movesAtRandom(profile, rng)) return rng.pick(legalMoves);
  const columns = legalMoves.map(({ column }) => column - 1);
  const { moves } = search(new Board(view.board.join('')), columns, {
    ...searchLimits(profile, 'later', rng, manner && preferenceOf(manner, view.board)),
    proofNodes: profile.proofNodes,
  });
  return { column: (moves[0]?.move ?? 0) + 1 };
}

/** Judges a position; exact where the search reaches the end of the game. */
export function judge({ grid }: FourState, nodes: number): Judgement<FourMove> {
  const winner = winnerOf(grid);
  const columns = legalColumns(grid).map((column) => column - 1);
  const found =
    winner === 'draw'
      ? winner
      : winner === null
        ? search(new Board(grid), columns, { nodes: nodes / 4, proofNodes: (nodes * 3) / 4, depth: CELLS, margin: 4 })
        : { winner };
  const toMove = (column: number) => ({ column: column + 1 });
  return toJudgement({ seat: seatToMove(grid), names: COLORS, point: 20, slope: 60, found, toMove });
}
