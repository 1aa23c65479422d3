import { ALL_NEIGHBOURS, CELLS, type Cell, CORNER_NEIGHBOURS, type Grid, PLACEMENTS, type Ship } from './grid';

/** The shooter's knowledge of the other grid. */
export interface ShotKnowledge {
  /** `.` unknown, `H` hit, `M` miss. */
  grid: Grid;
  /** The ships that are sunk; nothing else lies around them. */
  sunk: readonly Ship[];
  /** Sizes of the ships that are afloat. */
  afloat: readonly number[];
}

/** A set of cells in four words, so that whether two ships can lie beside each other is four ANDs. */
type Mask = readonly [number, number, number, number];

interface Berth {
  cells: Ship;
  /** The cells of the ship, and these with all cells around it. */
  self: Mask;
  halo: Mask;
  /** Hits of ships that are afloat, by index in the list of hits. */
  hits: number;
}

function maskOf(cells: Iterable<Cell>): Mask {
  const words: [number, number, number, number] = [0, 0, 0, 0];
  for (const cell of cells) {
    const word = cell >> 5;
    words[word] = (words[word] as number) | (1 << (cell & 31));
  }
  return words;
}

const meets = (one: Mask, two: Mask) => (one[0] & two[0]) | (one[1] & two[1]) | (one[2] & two[2]) | (one[3] & two[3]);

interface Known {
  size: number;
  cells: Ship;
  self: Mask;
  halo: Mask;
}

/** Every berth of every size with its masks, once. */
const ALL: readonly Known[][] = PLACEMENTS.map((berths, size) =>
  berths.map((cells) => ({
    size,
    cells,
    self: maskOf(cells),
    halo: maskOf(cells.flatMap((cell) => [cell, ...(ALL_NEIGHBOURS[cell] as Cell[])])),
  })),
);

/** The relative probability of a ship in each cell; only cells without a shot are meaningful. */
export function densityOf(fog: ShotKnowledge): Float64Array {
  const hits = openHits(fog);
  const berths = new Map(fog.afloat.map((size) => [size, berthsLeft(fog, hits, size)]));
  const density = new Float64Array(CELLS);
  if (hits.length > 0) addTargetDensity(fog, hits, berths, density);
  if (density.every((weight) => weight === 0)) addHuntDensity(fog, berths, density);
  return density.map((weight, cell) => (fog.grid[cell] === '.' ? weight : 0));
}

/** Hits of ships that still float. */
function openHits({ grid, sunk }: ShotKnowledge): Cell[] {
  const sunkCells = new Set(sunk.flat());
  return [...grid].flatMap((mark, cell) => (mark === 'H' && !sunkCells.has(cell) ? [cell] : []));
}

/**
 * The possible placements of a ship of a size: no miss, not beside a sunk ship, beside no hit outside the ship, and not
 * only hits, because then it would be sunk.
 */
function berthsLeft({ grid, sunk }: ShotKnowledge, hits: readonly Cell[], size: number): Berth[] {
  const closed = new Set(sunk.flatMap((ship) => ship.flatMap((cell) => [cell, ...(ALL_NEIGHBOURS[cell] as Cell[])])));
  for (const [cell, mark] of [...grid].entries()) if (mark === 'M') closed.add(cell);
  for (const cell of hits) for (const corner of CORNER_NEIGHBOURS[cell] as Cell[]) closed.add(corner);
  const barred = maskOf(closed);
  return (ALL[size] ?? []).flatMap(({ cells, self, halo }) => {
    if (meets(self, barred)) return [];
    const hitBits = hits.map((hit, index) => (cells.includes(hit) ? 1 << index : 0)).reduce((all, bit) => all | bit, 0);
    const touched = hits.map((hit, index) => (has(halo, hit) ? 1 << index : 0)).reduce((all, bit) => all | bit, 0);
    if (touched !== hitBits || cells.every((cell) => grid[cell] === 'H')) return [];
    return [{ cells, self, halo, hits: hitBits }];
  });
}

const has = (mask: Mask, cell: Cell) => ((mask[(cell >> 5) as 0 | 1 | 2 | 3] >>> (cell & 31)) & 1) === 1;

/**
 * Density with open hits: every placement of ships that covers all hits, weighted by the berths that it leaves to the other
 * ships.
 */
function addTargetDensity(
  fog: ShotKnowledge,
  hits: readonly Cell[],
  berths: ReadonlyMap<number, Berth[]>,
  density: Float64Array,
): void {
  const all = (1 << hits.length) - 1;
  const cover = (covered: number, placed: readonly Berth[], left: readonly number[]): void => {
    if (covered === all) {
      const weight = left.reduce((product, size) => product * roomFor(berths.get(size) ?? [], placed), 1);
      for (const { cells } of placed) for (const cell of cells) density[cell] = (density[cell] as number) + weight;
      return;
    }
    const next = lowestClear(covered);
    for (const [index, size] of left.entries()) {
      // Ships of equal size have the same placements.
      if (left.indexOf(size) !== index) continue;
      for (const berth of berths.get(size) ?? []) {
        if (!(berth.hits & (1 << next)) || berth.hits & covered) continue;
        if (placed.some(({ halo }) => meets(halo, berth.self))) continue;
        cover(covered | berth.hits, [...placed, berth], left.toSpliced(index, 1));
      }
    }
  };
  cover(0, [], fog.afloat);
}

function lowestClear(bits: number): number {
  let index = 0;
  while (bits & (1 << index)) index++;
  return index;
}

/** Number of berths without a hit that fit beside the placed ships. */
function roomFor(berths: readonly Berth[], placed: readonly Berth[]): number {
  let room = 0;
  for (const { hits, self } of berths) if (hits === 0 && !placed.some(({ halo }) => meets(halo, self))) room++;
  return room;
}

/** Density without open hits: every berth of every ship, weighted by the berths that it leaves to each other ship. */
function addHuntDensity({ afloat }: ShotKnowledge, berths: ReadonlyMap<number, Berth[]>, density: Float64Array): void {
  for (const [index, size] of afloat.entries()) {
    const others = afloat.toSpliced(index, 1);
    for (const berth of berths.get(size) ?? []) {
      const weight = others.reduce((product, other) => {
        const room = berths.get(other) ?? [];
        return product * (roomFor(room, [berth]) / Math.max(1, room.length));
      }, 1);
      for (const cell of berth.cells)
        density[cell] = (density[cell] as number) + weight / (berths.get(size)?.length ?? 1);
    }
  }
}
