import { opponentOf, type Side } from './side';
import type { MancalaView } from './view';

export const WIDTH = 660;
export const HEIGHT = 400;
export const PIT_RADIUS = 39;
export const SEED_RADIUS = 8;
export const STORE = { width: 62, height: 236 };
const PITS = 6;
const FIRST_COLUMN = 117.5;
const COLUMN = 85;
const STORE_COLUMN = 43;
const ROW = { far: 126, near: 274 };

export interface Point {
  x: number;
  y: number;
}

export interface Place extends Point {
  /** `south3` for a pit, `south` for a store. */
  hole: string;
  side: Side;
  /** Null for the store. */
  pit: number | null;
  seeds: number;
}

/** Every hole with its place on the screen: the near side sows from left to right, and its store is on the right. */
export function placesOf({ pits, stores }: Pick<MancalaView, 'pits' | 'stores'>, flipped: boolean): Place[] {
  const near: Side = flipped ? 'north' : 'south';
  return ([near, opponentOf(near)] as const).flatMap((side) => {
    const isNear = side === near;
    const row = pits[side].map((seeds, index): Place => {
      const column = isNear ? index : PITS - 1 - index;
      const x = FIRST_COLUMN + column * COLUMN;
      return { hole: `${side}${index + 1}`, side, pit: index + 1, seeds, x, y: isNear ? ROW.near : ROW.far };
    });
    const x = isNear ? WIDTH - STORE_COLUMN : STORE_COLUMN;
    return [...row, { hole: side, side, pit: null, seeds: stores[side], x, y: HEIGHT / 2 }];
  });
}

/** The places of seeds in a hole: a honeycomb, from the middle outwards. */
function honeycomb(spacing: number, reach: (point: Point) => number): Point[] {
  const steps = Array.from({ length: 31 }, (_, index) => index - 15);
  const points = steps.flatMap((row) =>
    steps.map((column) => ({ x: (column + (row % 2 === 0 ? 0 : 0.5)) * spacing, y: row * spacing * 0.866 })),
  );
  const near = points.map((point) => ({ point, distance: reach(point) })).filter(({ distance }) => distance <= 1);
  return near.sort((one, next) => one.distance - next.distance).map(({ point }) => point);
}

const room = PIT_RADIUS - SEED_RADIUS - 1;
const IN_A_PIT = honeycomb(2.15 * SEED_RADIUS, ({ x, y }) => Math.hypot(x, y) / room);
const IN_A_STORE = honeycomb(2.15 * SEED_RADIUS, ({ x, y }) =>
  Math.max(Math.abs(x) / (STORE.width / 2 - SEED_RADIUS - 3), Math.abs(y) / (STORE.height / 2 - SEED_RADIUS - 8)),
);
/** The largest random offset of a seed. */
const LOOSE = 1.1;

/**
 * The place of a seed in a hole, by its number from 0. It does not depend on the count, so that no seed moves when
 * another is added. Seeds beyond the first layer lie on top of it.
 */
export function seedIn({ x, y, pit, side }: Pick<Place, 'x' | 'y' | 'pit' | 'side'>, index: number): Point {
  const bed = pit === null ? IN_A_STORE : IN_A_PIT;
  const { x: dx, y: dy } = bed[index % bed.length] ?? { x: 0, y: 0 };
  const layer = Math.floor(index / bed.length);
  const turn = pit === null ? 0 : pit * 1.1 + (side === 'north' ? 0.5 : 0);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const loose = (salt: number) => (((index * 7919 + salt * 104_729) % 97) / 97 - 0.5) * 2 * LOOSE;
  return {
    x: round(x + dx * cos - dy * sin + loose(1) + 4 * layer),
    y: round(y + dx * sin + dy * cos + loose(2) - 5 * layer),
  };
}

const round = (length: number) => Math.round(length * 10) / 10;

/** The animation of a seed: its origin and its delay in milliseconds. */
export interface Flight {
  from: Point;
  afterMs: number;
}

const STEP_MS = 110;
const MAX_SOWING_MS = 900;

/** Milliseconds until the last seed of a sowing starts. */
export function sowingMs({ seeds }: { seeds: number }): number {
  return Math.min(STEP_MS * seeds, MAX_SOWING_MS);
}

/** The animations of the last move, by hole and number of the seed. */
export function flightsOf({ last_move }: MancalaView, places: readonly Place[]): Map<string, Flight> {
  const flights = new Map<string, Flight>();
  if (!last_move) return flights;
  const { side, pit, path, captured, swept } = last_move;
  const find = (hole: string) => places.find((place) => place.hole === hole);
  const start = find(`${side}${pit}`);
  const store = find(side);
  if (!start || !store) return flights;
  const doneMs = sowingMs(last_move) + STEP_MS;
  const land = (hole: string, index: number, flight: Flight) => flights.set(`${hole}:${index}`, flight);
  for (const name of ['south', 'north'] as const) {
    const home = find(name);
    const row = middleOf(places.filter((place) => place.side === name && place.pit !== null));
    for (let index = 0; home && index < swept[name]; index++)
      land(name, home.seeds - 1 - index, { from: row, afterMs: doneMs });
  }
  const capturedPit = capturedFrom(last_move, places);
  for (let index = 0; index < captured; index++) {
    const from = capturedPit[Math.min(index, capturedPit.length - 1)] ?? start;
    land(side, store.seeds - swept[side] - 1 - index, { from, afterMs: doneMs });
  }
  const left = new Map(places.map(({ hole, seeds }) => [hole, seeds]));
  left.set(side, store.seeds - swept[side] - captured);
  for (const [index, hole] of [...path.entries()].reverse()) {
    const number = (left.get(hole) ?? 0) - 1;
    if (number < 0) continue;
    left.set(hole, number);
    land(hole, number, { from: start, afterMs: Math.round((index * sowingMs(last_move)) / path.length) });
  }
  return flights;
}

/** The origins of captured seeds: the last hole, then the opposite one. */
function capturedFrom({ path }: NonNullable<MancalaView['last_move']>, places: readonly Place[]): Point[] {
  const end = places.find((place) => place.hole === path.at(-1));
  if (!end || end.pit === null) return [];
  const across = places.find((place) => place.side !== end.side && place.x === end.x && place.pit !== null);
  return across ? [end, across] : [end];
}

function middleOf(places: readonly Point[]): Point {
  const sum = places.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}
