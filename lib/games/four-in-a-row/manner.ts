import type { Manner, MannerTexts } from '@/lib/core/game';
import type { Preference } from '@/lib/games/bot-profile';
import { ROWS } from './board';
import { DISCS, discsIn, heightOf, seatToMove } from './position';

/** What the house bots of four in a row prefer; each may cost a few positions of a disc at most. */
export const FOUR_MANNERS: MannerTexts = {
  attacking: 'drops its discs beside its own and builds lines',
  trading: 'stays on the heels of the other side and drops beside its discs',
  careful: 'keeps low and fills the columns from the bottom',
};

const AROUND = [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((up) => ({ across, up })));

/** What a manner likes about each column, from 0. */
export function preferenceOf(manner: Manner, board: readonly string[]): Preference {
  const grid = board.join('');
  const own = seatToMove(grid);
  const wanted = DISCS[manner === 'attacking' ? own : 1 - own];
  return (index) => {
    const height = heightOf(grid, index + 1);
    if (manner === 'careful') return 1 - height / ROWS;
    if (discsIn(grid) < 2) return 0;
    const discs = AROUND.filter(({ across, up }) => board[ROWS - 1 - height - up]?.[index + across] === wanted);
    return Math.min(1, discs.length / 3);
  };
}
