import type { Outcome } from '@/lib/core/game';

/** Column letter, then row number; A1 is the top left. */
export const CELLS = ['A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3', 'C3'] as const;
/** Indexes into the grid. */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;
/** By seat: X opens. */
export const MARKS = ['X', 'O'] as const;

export type Cell = (typeof CELLS)[number];
export type Mark = (typeof MARKS)[number];

export interface TicTacToeState {
  /** Nine of `.`, `X` and `O`, row by row. */
  grid: string;
  last: Cell | null;
  /** The mark of the side that the state string calls `player`. */
  side: Mark;
}

export function markToMove(grid: string): Mark {
  return freeCells(grid).length % 2 === 1 ? 'X' : 'O';
}

export function freeCells(grid: string): Cell[] {
  return CELLS.filter((_, index) => grid[index] === '.');
}

export function place(grid: string, cell: Cell, mark: Mark): string {
  const index = CELLS.indexOf(cell);
  return grid.slice(0, index) + mark + grid.slice(index + 1);
}

export function linesOf(grid: string, mark: Mark) {
  return LINES.filter((line) => line.every((index) => grid[index] === mark));
}

export function winnerOf(grid: string): Mark | 'draw' | null {
  const winner = MARKS.find((mark) => linesOf(grid, mark).length > 0);
  if (winner) return winner;
  return grid.includes('.') ? null : 'draw';
}

/** The result of a game that is over; null while it continues. */
export function outcomeOf({ grid }: TicTacToeState): Outcome | null {
  const winner = winnerOf(grid);
  if (winner === null) return null;
  if (winner === 'draw') {
    return { results: MARKS.map((_, seat) => ({ seat, result: 'draw', rank: 1 })), reason: 'board_full', winner: null };
  }
  return {
    results: MARKS.map((mark, seat) =>
      mark === winner ? { seat, result: 'win', rank: 1 } : { seat, result: 'loss', rank: 2 },
    ),
    reason: 'line',
    winner: MARKS.indexOf(winner),
  };
}
