import type { BotSituation, Seat } from '@/lib/core/game';
import { densityOf, type ShotKnowledge } from './density';
import { type Cell, COORDS, CORNER_NEIGHBOURS, cellOf, columnOf, rowOf, SIDE_NEIGHBOURS } from './grid';
import { likedCells } from './manner';
import type { SeaBattleView } from './state';
import { SIDES } from './state';

/** Percentage of shots that an easy bot with a manner fires anywhere. */
const STRAY_PERCENT = 50;

type Choice = BotSituation<string, SeaBattleView>;

/** The shot of a house bot, from what its own seat sees. */
export function chooseShot({ view, legalMoves, seat, strength, manner, rng }: Choice): string {
  const last = view.last_move?.coord ?? null;
  const liked = (cells: Cell[]) => (manner ? likedCells(manner, cells, last) : cells);
  if (strength === 'easy') {
    const isStray = manner === undefined || rng.int(100) < STRAY_PERCENT;
    return isStray ? rng.pick(legalMoves) : (COORDS[rng.pick(liked(legalMoves.map(cellOf)))] ?? rng.pick(legalMoves));
  }
  const fog = fogBefore(view, seat);
  const open = legalMoves.map(cellOf);
  const nearlyEqual = manner ? 0.97 : 0.999_999;
  const cell = rng.pick(liked(strength === 'medium' ? byPattern(fog, open) : likeliest(fog, open, nearlyEqual)));
  return COORDS[cell] ?? rng.pick(legalMoves);
}

/** The shooter's knowledge of the other grid. */
function fogBefore({ waters, fleets }: SeaBattleView, seat: Seat): ShotKnowledge {
  const other = SIDES[seat === 0 ? 1 : 0];
  const fleet = fleets[other];
  return {
    grid: waters[other].join(''),
    sunk: fleet.flatMap(({ sunk, cells }) => (sunk && cells ? [cells.map(cellOf)] : [])),
    afloat: fleet.flatMap(({ sunk, size }) => (sunk ? [] : [size])),
  };
}

/** The cells with a ship in most of the fleets that are consistent with the known cells, and those with `share` of that. */
function likeliest(fog: ShotKnowledge, open: readonly Cell[], share: number): Cell[] {
  const density = densityOf(fog);
  const best = Math.max(...open.map((cell) => density[cell] as number));
  return open.filter((cell) => (density[cell] as number) >= best * share);
}

/** Follows hits along their line; without one, shoots at every other cell. */
function byPattern({ grid, sunk }: ShotKnowledge, open: readonly Cell[]): Cell[] {
  const sunkCells = new Set(sunk.flat());
  const hits = [...grid].flatMap((mark, cell) => (mark === 'H' && !sunkCells.has(cell) ? [cell] : []));
  const isOpen = new Set(open);
  const inLine = hits.flatMap((hit) => beyond(hit, hits)).filter((cell) => isOpen.has(cell));
  if (inLine.length > 0) return inLine;
  const beside = hits.flatMap((hit) => SIDE_NEIGHBOURS[hit] as Cell[]).filter((cell) => isOpen.has(cell));
  if (beside.length > 0) return beside;
  const barred = new Set(
    [...sunk.flat()].flatMap((cell) => [...(SIDE_NEIGHBOURS[cell] as Cell[]), ...(CORNER_NEIGHBOURS[cell] as Cell[])]),
  );
  const water = open.filter((cell) => !barred.has(cell));
  const checkered = water.filter((cell) => (columnOf(cell) + rowOf(cell)) % 2 === 0);
  return [checkered, water, open].find((cells) => cells.length > 0) as Cell[];
}

/** The cells that continue a line of two adjacent hits. */
function beyond(hit: Cell, hits: readonly Cell[]): Cell[] {
  return (SIDE_NEIGHBOURS[hit] as Cell[]).filter((next) => {
    const before = 2 * hit - next;
    return hits.includes(before) && (SIDE_NEIGHBOURS[hit] as Cell[]).includes(before);
  });
}
