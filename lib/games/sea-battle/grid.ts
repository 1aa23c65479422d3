import type { Rng } from '@/lib/core/rng';

const SIZE = 10;
export const CELLS = SIZE * SIZE;
/** Longest first. */
export const FLEET = [5, 4, 3, 3, 2] as const;
export const FLEET_CELLS = 17;
const LETTERS = 'ABCDEFGHIJ';

/** Index of a cell: rows from the top, in each the columns from the left. */
export type Cell = number;
export type Ship = readonly Cell[];

/** A hundred of `.` water, `S` ship, `H` hit and `M` miss, row by row. */
export type Grid = string;

/** Column letter, then row number: A1 is the top left. */
export const COORDS: readonly string[] = Array.from(
  { length: CELLS },
  (_, cell) => `${LETTERS[cell % SIZE]}${Math.floor(cell / SIZE) + 1}`,
);
const cells = new Map(COORDS.map((coord, cell) => [coord, cell]));

export const cellOf = (coord: string): Cell => cells.get(coord) ?? -1;
export const columnOf = (cell: Cell): number => cell % SIZE;
export const rowOf = (cell: Cell): number => Math.floor(cell / SIZE);
const isShip = (mark: string | undefined): boolean => mark === 'S' || mark === 'H';

const inside = (index: number) => index >= 0 && index < SIZE;

function near(cell: Cell, steps: readonly (readonly [number, number])[]): Cell[] {
  return steps.flatMap(([dx, dy]) => {
    const [x, y] = [columnOf(cell) + dx, rowOf(cell) + dy];
    return inside(x) && inside(y) ? [y * SIZE + x] : [];
  });
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const CORNERS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

/** By cell: the neighbours at a side, the neighbours at a corner, and both. */
export const SIDE_NEIGHBOURS: readonly Cell[][] = COORDS.map((_, cell) => near(cell, SIDES));
export const CORNER_NEIGHBOURS: readonly Cell[][] = COORDS.map((_, cell) => near(cell, CORNERS));
export const ALL_NEIGHBOURS: readonly Cell[][] = COORDS.map((_, cell) => near(cell, [...SIDES, ...CORNERS]));

/** All berths of a ship of a size. */
function berthsOf(size: number): Ship[] {
  const berthsInDirection = (step: number, reach: number) =>
    COORDS.flatMap((_, cell) => {
      const room = step === 1 ? columnOf(cell) : rowOf(cell);
      return room + reach <= SIZE ? [Array.from({ length: size }, (_unused, index) => cell + index * step)] : [];
    });
  return [...berthsInDirection(1, size), ...berthsInDirection(SIZE, size)];
}

/** By size, from 0. */
export const PLACEMENTS: readonly Ship[][] = Array.from({ length: FLEET[0] + 1 }, (_, size) =>
  size < 2 ? [] : berthsOf(size),
);

/**
 * Draws a random fleet, uniform over all fleets whose ships do not touch, by rejection sampling: about eight attempts.
 */
export function placeFleet(rng: Rng): Ship[] {
  for (;;) {
    const fleet: Ship[] = [];
    const occupied = new Set<Cell>();
    for (const size of FLEET) {
      const ship = rng.pick(PLACEMENTS[size] as Ship[]);
      if (ship.some((cell) => occupied.has(cell))) break;
      fleet.push(ship);
      for (const cell of ship) for (const close of [cell, ...(ALL_NEIGHBOURS[cell] as Cell[])]) occupied.add(close);
    }
    if (fleet.length === FLEET.length) return fleet;
  }
}

/** A grid with a fleet and no shots. */
export function drawFleet(fleet: readonly Ship[]): Grid {
  const afloat = new Set(fleet.flat());
  return COORDS.map((_, cell) => (afloat.has(cell) ? 'S' : '.')).join('');
}

/** The cells of a ship from its first one: to the right, or else down. */
function runFrom(grid: Grid, first: Cell): Ship {
  const step = columnOf(first) < SIZE - 1 && isShip(grid[first + 1]) ? 1 : SIZE;
  const ship = [first];
  for (let cell = first + step; isShip(grid[cell]) && (step === SIZE || columnOf(cell) > 0); cell += step)
    ship.push(cell);
  return ship;
}

/** Whether a cell is the first one of a ship: no ship cell to the left or above. */
function isBow(grid: Grid, cell: Cell): boolean {
  return isShip(grid[cell]) && !isShip(grid[cell - SIZE]) && !(columnOf(cell) > 0 && isShip(grid[cell - 1]));
}

/** The ships of a grid that holds a fleet, in the order of their first cells. */
export function shipsOf(grid: Grid): Ship[] {
  const ships: Ship[] = [];
  for (let cell = 0; cell < CELLS; cell++) if (isBow(grid, cell)) ships.push(runFrom(grid, cell));
  return ships;
}

export const isSunk = (grid: Grid, ship: Ship): boolean => ship.every((cell) => grid[cell] === 'H');

/** The reason why the ships of a grid are not a valid fleet; null when they are. */
export function fleetFault(grid: Grid): string | null {
  for (let cell = 0; cell < CELLS; cell++) {
    if (isShip(grid[cell]) && touches(grid, cell)) return `ships touch at ${COORDS[cell]}`;
  }
  const sizes = shipsOf(grid)
    .map((ship) => ship.length)
    .sort((one, next) => next - one);
  return sizes.join() === FLEET.join()
    ? null
    : `a fleet has ships of ${FLEET.join(', ')} cells, not ${sizes.join(', ')}`;
}

/** Whether a ship cell touches a corner of this cell. */
function touches(grid: Grid, cell: Cell): boolean {
  return (CORNER_NEIGHBOURS[cell] as Cell[]).some((corner) => isShip(grid[corner]));
}

/** The ship that a cell belongs to. */
export function shipAt(grid: Grid, cell: Cell): Ship {
  let bow = cell;
  while (columnOf(bow) > 0 && isShip(grid[bow - 1])) bow--;
  while (isShip(grid[bow - SIZE])) bow -= SIZE;
  return runFrom(grid, bow);
}

/** The result of a shot: `miss`, `hit`, `sunk(3)`. */
export function resultAt(grid: Grid, cell: Cell): string {
  if (grid[cell] === 'M') return 'miss';
  const ship = shipAt(grid, cell);
  return isSunk(grid, ship) ? `sunk(${ship.length})` : 'hit';
}

const HIT = 'H'.charCodeAt(0);
const MISS = 'M'.charCodeAt(0);

export function hitsIn(grid: Grid): number {
  let count = 0;
  for (let cell = 0; cell < CELLS; cell++) if (grid.charCodeAt(cell) === HIT) count++;
  return count;
}

export function shotsAt(grid: Grid): number {
  let count = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const mark = grid.charCodeAt(cell);
    if (mark === HIT || mark === MISS) count++;
  }
  return count;
}

/** The grid without the ships that only its owner may see. */
export const hideShips = (grid: Grid): Grid => grid.replaceAll('S', '.');
export const linesOf = (grid: Grid): string[] =>
  Array.from({ length: SIZE }, (_, row) => grid.slice(row * SIZE, (row + 1) * SIZE));
