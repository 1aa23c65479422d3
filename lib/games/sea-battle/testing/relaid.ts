import type { Viewer } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { AROUND, BERTHS, type Cell, COORDS, type Grid, isSunk, type Ship, shipsOf } from '@/lib/games/sea-battle/grid';
import type { SeaBattleState } from '@/lib/games/sea-battle/state';

/** Another state with the same shots and the same results: what a viewer may not see lies somewhere else. */
export function relaid({ grids, last }: SeaBattleState, viewer: Viewer, rng: Rng): SeaBattleState {
  const [west, east] = grids;
  return { grids: [viewer === 0 ? west : relaidGrid(west, rng), viewer === 1 ? east : relaidGrid(east, rng)], last };
}

/** A grid with the same hits, misses and sunk ships, and another fleet at random. */
function relaidGrid(grid: Grid, rng: Rng): Grid {
  const ships = shipsOf(grid);
  const sunk = ships.filter((ship) => isSunk(grid, ship));
  const sizes = ships.filter((ship) => !isSunk(grid, ship)).map((ship) => ship.length);
  const known = new Set(sunk.flat());
  const hits = COORDS.flatMap((_, cell) => (grid[cell] === 'H' && !known.has(cell) ? [cell] : []));
  const placed = placeShips({ grid, hits, rng }, sunk, sizes);
  if (!placed) throw new Error('The fleet that is there fits, so some fleet must.');
  const afloat = new Set(placed.flat());
  return [...grid].map((mark, cell) => (mark === 'M' || mark === 'H' ? mark : afloat.has(cell) ? 'S' : '.')).join('');
}

interface Given {
  grid: Grid;
  /** Of ships that are afloat. */
  hits: readonly Cell[];
  rng: Rng;
}

/** Lays ships of the sizes beside those that lie, over all hits, by trying; null when they do not fit. */
function placeShips(given: Given, placed: readonly Ship[], sizes: readonly number[]): Ship[] | null {
  const { hits, rng } = given;
  const open = hits.find((hit) => !placed.some((ship) => ship.includes(hit)));
  if (sizes.length === 0) return open === undefined ? [...placed] : null;
  for (const size of rng.shuffle([...new Set(sizes)])) {
    for (const berth of rng.shuffle(BERTHS[size] ?? [])) {
      if (open !== undefined && !berth.includes(open)) continue;
      if (!fits(given, placed, berth)) continue;
      const done = placeShips(given, [...placed, berth], sizes.toSpliced(sizes.indexOf(size), 1));
      if (done) return done;
    }
  }
  return null;
}

function fits({ grid }: Given, placed: readonly Ship[], berth: Ship): boolean {
  const isApart = (ship: Ship) =>
    !berth.some((cell) => ship.includes(cell) || AROUND[cell]?.some((close) => ship.includes(close)));
  return berth.every((cell) => grid[cell] !== 'M') && berth.some((cell) => grid[cell] !== 'H') && placed.every(isApart);
}
