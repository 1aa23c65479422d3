import type { BotSituation, Strength } from '@/lib/core/game';
import { type Cell, markToMove, place } from './grid';
import { likedCells } from './manner';
import { scoreOf, trapScoreOf } from './solve';
import type { TicTacToeView } from './view';

/** Percentage of moves that a house bot chooses at random. */
const CARELESS_PERCENT: Record<Strength, number> = { easy: 80, medium: 20, strong: 0 };

/** The best cell; of equal cells the strong bot takes the one that sets the most traps. */
export function chooseCell({ view, legalMoves, strength, manner, rng }: BotSituation<Cell, TicTacToeView>): Cell {
  if (rng.int(100) < CARELESS_PERCENT[strength]) return rng.pick(legalMoves);
  const grid = view.board.join('');
  const mark = markToMove(grid);
  const rated = legalMoves.map((cell) => ({ cell, score: -scoreOf(place(grid, cell, mark)) }));
  const best = Math.max(...rated.map((option) => option.score));
  const equal = rated.filter((option) => option.score === best).map(({ cell }) => cell);
  const liked = (cells: Cell[]) => (manner ? likedCells(manner, cells, view.last_move) : cells);
  if (strength !== 'strong') return rng.pick(liked(equal));
  const traps = equal.map((cell) => ({ cell, score: trapScoreOf(place(grid, cell, mark)) }));
  const most = Math.max(...traps.map((option) => option.score));
  return rng.pick(liked(traps.filter((option) => option.score === most).map(({ cell }) => cell)));
}
