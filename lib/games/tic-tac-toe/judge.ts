import type { Judgement } from '@/lib/core/game';
import { type Cell, freeCells, MARKS, markToMove, place, type TicTacToeState, winnerOf } from './grid';
import { discount, scoreOf } from './solve';

/** The exact result of a position: the whole game is small enough to solve. */
export function judge({ grid }: TicTacToeState): Judgement<Cell> {
  const winner = winnerOf(grid);
  if (winner === 'draw') return { advantage: 0, exact: true, best: [], words: 'drawn' };
  if (winner) return { advantage: winner === 'X' ? 1 : -1, exact: true, best: [], words: `${winner} has won` };
  const mark = markToMove(grid);
  const value = scoreOf(grid);
  const best = freeCells(grid)
    .map((cell) => ({ cell, score: discount(-scoreOf(place(grid, cell, mark))) }))
    .filter((option) => Math.sign(option.score) === Math.sign(value))
    .sort((one, other) => other.score - one.score)
    .map(({ cell }) => cell);
  if (value === 0) return { advantage: 0, exact: true, best, words: 'drawn with best play' };
  const side = value > 0 ? mark : MARKS[1 - MARKS.indexOf(mark)];
  const moves = Math.ceil((10 - Math.abs(value)) / 2);
  return { advantage: side === 'X' ? 1 : -1, exact: true, best, words: `${side} wins in ${moves}` };
}
