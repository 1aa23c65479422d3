import { STOPPED } from './stopped';
import { fourInARowView } from './views';

const AXES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** The columns, from 1, where the next disc of a colour would stand in a row of four, as anybody sees on the board. */
export function fourWithinReach(board: readonly string[], disc: 'R' | 'Y'): number[] {
  const runFrom = (row: number, column: number, down: number, right: number): number =>
    board[row + down]?.[column + right] === disc ? 1 + runFrom(row + down, column + right, down, right) : 0;
  return [...(board[0] ?? '')].flatMap((_, column) => {
    const row = board.findLastIndex((cells) => cells[column] === '.');
    if (row === -1) return [];
    const completes = AXES.some(
      ([down, right]) => runFrom(row, column, down, right) + runFrom(row, column, -down, -right) >= 3,
    );
    return completes ? [column + 1] : [];
  });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Four in a row in words, from a view. */
export const fourInARowWords = {
  standing(view: unknown): string {
    const { board, turn, winner } = fourInARowView.parse(view);
    if (winner === 'draw') return 'Drawn';
    if (winner) return `${capital(winner)} has four in a row`;
    if (!turn) return 'Nobody has four in a row';
    const [own] = fourWithinReach(board, turn === 'red' ? 'R' : 'Y');
    const threats = fourWithinReach(board, turn === 'red' ? 'Y' : 'R');
    if (own) return `${capital(turn)} can make four in column ${own}`;
    if (threats[1]) return `${turn === 'red' ? 'Yellow' : 'Red'} threatens columns ${threats.join(' and ')}`;
    if (threats[0]) return `${capital(turn)} must answer in column ${threats[0]}`;
    return `${capital(turn)} to move, no four within reach`;
  },

  text(view: unknown): string {
    const { board, turn, winner, last_move } = fourInARowView.parse(view);
    const rows = board.map((row, index) => `${6 - index}  ${[...row].join(' ')}`);
    const next = turn ? `${capital(turn)} to move.` : STOPPED;
    const to = winner === 'draw' ? 'Draw.' : winner ? `${capital(winner)} has won.` : next;
    const last = last_move ? [`Last move: column ${last_move.column}, row ${last_move.row}.`] : [];
    return [...rows, '   1 2 3 4 5 6 7', '', 'R is red, Y is yellow.', to, ...last].join('\n');
  },
};
