import type { Manner, MannerTexts } from '@/lib/core/game';
import { type Cell, cellOf, columnOf, rowOf } from './grid';

/** What the house bots of sea battle prefer between cells that are about equally likely to hold a ship. */
export const SEA_BATTLE_MANNERS: MannerTexts = {
  attacking: 'shoots at the middle of the waters first',
  trading: 'answers near the cell at which the other side has just shot',
  careful: 'searches the waters row by row, from the top',
};

/** The cells that a manner likes most. @param last the last shot of the other side; null before it */
export function likedCells(manner: Manner, cells: readonly Cell[], last: string | null): Cell[] {
  const costs = cells.map((cell) => costOf(manner, cell, last));
  const least = Math.min(...costs);
  return cells.filter((_, at) => costs[at] === least);
}

function costOf(manner: Manner, cell: Cell, last: string | null): number {
  if (manner === 'careful') return rowOf(cell);
  const from = manner === 'trading' && last !== null ? cellOf(last) : null;
  const [column, row] = from === null ? [4.5, 4.5] : [columnOf(from), rowOf(from)];
  return Math.max(Math.abs(columnOf(cell) - column), Math.abs(rowOf(cell) - row));
}
