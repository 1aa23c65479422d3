import type { Judgement, Strength } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import type { FourMove, FourView } from '@/lib/games/four-in-a-row';
import { judged } from '@/lib/games/judged';
import { type SearchLimits, search } from '@/lib/games/search';
import { Board, CELLS } from './board';
import { COLORS, type FourState, legalColumns, seatToMove, winnerOf } from './position';

interface Temper extends Omit<SearchLimits, 'bias' | 'margin'> {
  /** Of a hundred moves, how many are made without thinking. */
  careless: number;
  /** Misjudges each move by up to this much; a disc in the middle column is worth 4. */
  whim: number;
}

/** Easy sees what wins at once when it looks at all; the strongest thinks for about a fifth of a second. */
const TEMPERS: Record<Strength, Temper> = {
  easy: { nodes: 500, depth: 1, careless: 30, whim: 20 },
  medium: { nodes: 5_000, depth: 5, careless: 5, whim: 8 },
  strong: { nodes: 60_000, proofNodes: 500_000, depth: CELLS, careless: 0, whim: 2 },
};

/** The move of a house bot, from what its seat sees. */
export function chooseMove({
  view,
  legalMoves,
  strength,
  rng,
}: {
  view: FourView;
  legalMoves: FourMove[];
  strength: Strength;
  rng: Rng;
}): FourMove {
  const { careless, whim, ...limits } = TEMPERS[strength];
  if (rng.int(100) < careless) return rng.pick(legalMoves);
  const bias = () => rng.int(2 * whim + 1) - whim;
  const columns = legalMoves.map(({ column }) => column - 1);
  const { moves } = search(new Board(view.board.join('')), columns, { ...limits, bias });
  return { column: (moves[0]?.move ?? 0) + 1 };
}

/** An opinion on a position: the truth where the search reaches the end of the game, the later the likelier. */
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
  return judged({ seat: seatToMove(grid), names: COLORS, point: 20, slope: 60, found, toMove });
}
