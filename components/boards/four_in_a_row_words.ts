import { completingColumns } from '@/lib/games/four-in-a-row/position';
import { fourInARowView } from './views';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Four in a row in words, from a view. */
export const fourInARowWords = {
  standing(view: unknown): string {
    const { board, turn, winner } = fourInARowView.parse(view);
    if (winner === 'draw') return 'Drawn';
    if (winner || !turn) return `${capital(winner ?? 'nobody')} has four in a row`;
    const grid = board.join('');
    const seat = turn === 'red' ? 0 : 1;
    const [own] = completingColumns(grid, seat);
    const threats = completingColumns(grid, seat === 0 ? 1 : 0);
    if (own) return `${capital(turn)} can make four in column ${own}`;
    if (threats[1]) return `${turn === 'red' ? 'Yellow' : 'Red'} threatens columns ${threats.join(' and ')}`;
    if (threats[0]) return `${capital(turn)} must answer in column ${threats[0]}`;
    return `${capital(turn)} to move, no four within reach`;
  },

  text(view: unknown): string {
    const { board, turn, winner, last_move } = fourInARowView.parse(view);
    const rows = board.map((row, index) => `${6 - index}  ${[...row].join(' ')}`);
    const to = winner === 'draw' ? 'Draw.' : winner ? `${capital(winner)} has won.` : `${capital(turn ?? '')} to move.`;
    const last = last_move ? [`Last move: column ${last_move.column}, row ${last_move.row}.`] : [];
    return [...rows, '   1 2 3 4 5 6 7', '', 'R is red, Y is yellow.', to, ...last].join('\n');
  },
};
