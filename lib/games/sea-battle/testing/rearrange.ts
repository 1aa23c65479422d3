import type { Viewer } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import {
  ALL_NEIGHBOURS,
  type Cell,
  COORDS,
  type Grid,
  isSunk,
  PLACEMENTS,
  type Ship,
  shipsOf,
} from '@/lib/games/sea-battle/grid';
import type { SeaBattleState } from '@/lib/games/sea-battle/state';

/** A state with the same shots and results, but with the ships that `viewer` may not see in other places. */
export function rearrangeHiddenShips({ grids, last }: SeaBattleState, viewer: Viewer, rng: Rng): SeaBattleState {
  const [west, east] = grids;
  return {
    grids: [viewer === 0 ? west : rearrangeGrid(west, rng), viewer === 1 ? east : rearrangeGrid(east, rng)],
    last,
  };
}

/** A grid with the same hits, misses and sunk ships, and another fleet at random. */
function rearrangeGrid(grid: Grid, rng: Rng): Grid {
  const ships = shipsOf(grid);
  const sunk = ships.filter((ship) => isSunk(grid, ship));
  const sizes = ships.filter((ship) => !isSunk(grid, ship)).map((ship) => ship.length);
  const sunkCells = new Set(sunk.flat());
  const hits = COORDS.flatMap((_, cell) => (grid[cell] === 'H' && !sunkCells.has(cell) ? [cell] : []));
  const placed = placeShips({ grid, hits, rng }, sunk, sizes);
  if (!placed) throw new Error('No fleet fits, although the present one does.');
  const afloat = new Set(placed.flat());
  return [...grid].map((mark, cell) => (mark === 'M' || mark === 'H' ? mark : afloat.has(cell) ? 'S' : '.')).join('');
}

interface Waters {
  grid: Grid;
  /** Hits on ships that are afloat. */
  hits: readonly Cell[];
  rng: Rng;
}

/** Places ships of the given sizes, besides `placed`, so that they cover all hits, by backtracking; null if impossible. */
function placeShips(waters: Waters, placed: readonly Ship[], sizes: readonly number[]): Ship[] | null {
  const { hits, rng } = waters;
  const open = hits.find((hit) => !placed.some((ship) => ship.includes(hit)));
  if (sizes.length === 0) return open === undefined ? [...placed] : null;
  for (const size of rng.shuffle([...new Set(sizes)])) {
    for (const berth of rng.shuffle(PLACEMENTS[size] ?? [])) {
      if (open !== undefined && !berth.includes(open)) continue;
      if (!fits(waters, placed, berth)) continue;
      const done = placeShips(waters, [...placed, berth], sizes.toSpliced(sizes.indexOf(size), 1));
      if (done) return done;
    }
  }
  return null;
}

function fits({ grid }: Waters, placed: readonly Ship[], berth: Ship): boolean {
  const isApart = (ship: Ship) =>
    !berth.some((cell) => ship.includes(cell) || ALL_NEIGHBOURS[cell]?.some((close) => ship.includes(close)));
  return berth.every((cell) => grid[cell] !== 'M') && berth.some((cell) => grid[cell] !== 'H') && placed.every(isApart);
}
