import type { Perspective } from '@/lib/core/game';
import { CELLS, type Cell, linesOf, MARKS, type Mark, markToMove, type TicTacToeState, winnerOf } from './grid';

export interface TicTacToeView {
  /** Three rows of `.`, `X` and `O`, from the top. */
  board: string[];
  status: 'in_progress' | 'game_over';
  turn: Mark | null;
  /** The viewer's own mark; null for spectators. */
  you: Mark | null;
  winner: Mark | 'draw' | null;
  winning_line: Cell[] | null;
  last_move: Cell | null;
}

/** All viewers see the same, except `you`. */
export function viewOf({ grid, last }: TicTacToeState, { viewer }: Perspective): TicTacToeView {
  const winner = winnerOf(grid);
  const lines = winner === null || winner === 'draw' ? [] : linesOf(grid, winner);
  return {
    board: [grid.slice(0, 3), grid.slice(3, 6), grid.slice(6, 9)],
    status: winner === null ? 'in_progress' : 'game_over',
    turn: winner === null ? markToMove(grid) : null,
    you: typeof viewer === 'number' ? (MARKS[viewer] ?? null) : null,
    winner,
    winning_line:
      lines.length > 0 ? CELLS.filter((_, index) => lines.some((line) => line.some((at) => at === index))) : null,
    last_move: last,
  };
}

/** The board and the state of play as text. */
export function describe({ board, turn, you, winner, last_move }: TicTacToeView): string {
  const rows = board.map((row, index) => `${index + 1} ${[...row].join(' ')}`);
  const standing = winner === 'draw' ? 'Draw.' : winner ? `${winner} has won.` : `${turn} to move.`;
  return ['  A B C', ...rows, standing, you && `You are ${you}.`, last_move && `Last move: ${last_move}.`]
    .filter(Boolean)
    .join('\n');
}
