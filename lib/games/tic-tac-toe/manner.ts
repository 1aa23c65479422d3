import type { Manner, MannerTexts } from '@/lib/core/game';
import { CELLS, type Cell } from './grid';

/** What the house bots of tic-tac-toe prefer between equally good cells, so that it costs nothing. */
export const TIC_TAC_TOE_MANNERS: MannerTexts = {
  attacking: 'takes the corners',
  trading: 'takes the cells beside the last mark of the other side',
  careful: 'takes the middle first, then the sides',
};

const columnOf = (index: number): number => index % 3;
const rowOf = (index: number): number => Math.floor(index / 3);

/** The cells that a manner likes most among equal ones. */
export function likedCells(manner: Manner, equal: readonly Cell[], last: Cell | null): Cell[] {
  const score = (cell: Cell): number => {
    const index = CELLS.indexOf(cell);
    const isCorner = index !== 4 && index % 2 === 0;
    if (manner === 'attacking') return isCorner ? 1 : 0;
    if (manner === 'careful') return index === 4 ? 2 : isCorner ? 0 : 1;
    const other = last === null ? -9 : CELLS.indexOf(last);
    const steps = Math.abs(columnOf(index) - columnOf(other)) + Math.abs(rowOf(index) - rowOf(other));
    return steps === 1 ? 1 : 0;
  };
  const most = Math.max(...equal.map(score));
  return equal.filter((cell) => score(cell) === most);
}
