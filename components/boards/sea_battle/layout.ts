import type { Side } from './side';
import type { SeaBattleView } from './view';

export const CELL = 30;
const COUNT = 10;
const LETTERS = 'ABCDEFGHIJ';
/** In a pane: the name above the grid, coordinates left of and above it, the fleet below. */
export const GRID = { left: 26, top: 58, side: COUNT * CELL } as const;
export const PANEL_SIZE = { width: GRID.left + GRID.side + 4, height: GRID.top + GRID.side + 40 } as const;

export interface GridCell {
  coord: string;
  mark: string;
  column: number;
  row: number;
  /** The upper left corner, in the pane. */
  x: number;
  y: number;
}

export function cellAt(coord: string, mark = '.'): GridCell {
  const column = LETTERS.indexOf(coord.charAt(0));
  const row = Number(coord.slice(1)) - 1;
  return { coord, mark, column, row, x: GRID.left + column * CELL, y: GRID.top + row * CELL };
}

/** The hundred cells of a side. */
export function cellsOf({ waters }: Pick<SeaBattleView, 'waters'>, side: Side): GridCell[] {
  return waters[side].flatMap((line, row) =>
    [...line].map((mark, column) => cellAt(`${LETTERS[column]}${row + 1}`, mark)),
  );
}

/** The rectangle around all cells of a ship. */
export function shipRectangle(cells: readonly string[]): { x: number; y: number; width: number; height: number } {
  const places = cells.map((coord) => cellAt(coord));
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...places.map(({ x }) => x)), Math.max(...places.map(({ y }) => y))];
  return { x: left, y: top, width: right - left + CELL, height: bottom - top + CELL };
}

export const isSunkResult = (result: string): boolean => result.startsWith('sunk');
