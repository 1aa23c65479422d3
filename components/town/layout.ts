/** A point of the map, in map units. */
export interface Point {
  x: number;
  y: number;
}

const lerp = (from: number, to: number, share: number) => from + (to - from) * share;
const clamp = (share: number) => Math.min(1, Math.max(0, share));

export const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);

const between = (from: Point, to: Point, share: number): Point => ({
  x: lerp(from.x, to.x, share),
  y: lerp(from.y, to.y, share),
});

/** The size of the map in map units. */
export const MAP = { width: 1400, height: 1000 } as const;

/** A terrace of the hill: its buildings stand on one curve, its street runs in front of them. */
export interface Terrace {
  /** The height of the ground at the middle of the map, and how far it sinks towards the edges. */
  y: number;
  sag: number;
  /** The size of everything on it: what is nearer is larger. */
  scale: number;
}

export const TERRACES = [
  { y: 392, sag: 26, scale: 0.82 },
  { y: 630, sag: 22, scale: 1 },
  { y: 872, sag: 14, scale: 1.14 },
] as const satisfies readonly Terrace[];

/** The distance from the foot of the buildings to the middle of the street, at scale 1. */
const STREET_OFFSET = 20;

/** Where the ground of a terrace is at `x`. */
export function groundAt(terrace: number, x: number): number {
  const { y, sag } = TERRACES[terrace] as Terrace;
  const u = (x - MAP.width / 2) / (MAP.width / 2);
  return y + sag * u * u;
}

/** The middle of the street of a terrace at `x`. */
export function streetAt(terrace: number, x: number): Point {
  const { scale } = TERRACES[terrace] as Terrace;
  return { x, y: groundAt(terrace, x) + STREET_OFFSET * scale };
}

/** The size of a figure or a building at a height of the map; it changes steadily between the terraces. */
export function scaleAt(y: number): number {
  const [far, middle, near] = TERRACES;
  if (y <= middle.y) return lerp(far.scale, middle.scale, clamp((y - far.y) / (middle.y - far.y)));
  return lerp(middle.scale, near.scale, clamp((y - middle.y) / (near.y - middle.y)));
}

/** A place for the building of a match. */
export interface Plot extends Point {
  terrace: number;
  scale: number;
}

/** Where plots are, by terrace, in the order in which they are used: the nearest to the Town Hall first. */
const PLOT_PLACES: readonly (readonly [terrace: number, x: number])[] = [
  [1, 335],
  [1, 1065],
  [2, 350],
  [2, 1050],
  [0, 455],
  [0, 945],
  [1, 150],
  [1, 1250],
  [2, 150],
  [2, 1250],
  [0, 295],
  [0, 1105],
  [0, 135],
  [0, 1265],
];

/** The plots by number; a match keeps its plot while its building stands. */
export const PLOTS: readonly Plot[] = PLOT_PLACES.map(([terrace, x]) => ({
  terrace,
  x,
  y: groundAt(terrace, x),
  scale: (TERRACES[terrace] as Terrace).scale,
}));

/** Where a player, seats from 1 to 8, stands while its match talks by day: an arc in front of the building. */
export function gatheringPlace(plot: number, seat: number): Point {
  const { x, y, scale } = PLOTS[plot] as Plot;
  const side = seat - 4.5;
  return { x: x + side * 20 * scale, y: y + (24 - side * side) * scale };
}

/** The door of the Town Hall. */
export const HALL: Point = { x: 700, y: groundAt(1, 700) };

/** The middle of the Town Square. */
export const SQUARE: Point = { x: 700, y: 790 };

/** The queue stands from the door of the hall along the edge of the square: corners of its line, from the first place. */
const QUEUE_LINE: readonly Point[] = [
  { x: 700, y: 664 },
  { x: 812, y: 674 },
  { x: 868, y: 716 },
  { x: 884, y: 776 },
  { x: 852, y: 832 },
  { x: 770, y: 856 },
];
const QUEUE_SPACING = 33;

/** The figures that the line has room for; more stand at its end. */
export const QUEUE_PLACES: readonly Point[] = pointsAlong(QUEUE_LINE, QUEUE_SPACING);

/** Where a figure of the queue stands, from 0 for the first in line. */
export function queuePlace(index: number): Point {
  return QUEUE_PLACES[Math.min(index, QUEUE_PLACES.length - 1)] as Point;
}

/** Points on a line of corners, the first at its start, each `spacing` after the one before. */
function pointsAlong(corners: readonly Point[], spacing: number): Point[] {
  const points: Point[] = [];
  let left = 0;
  for (let index = 1; index < corners.length; index++) {
    const from = corners[index - 1] as Point;
    const to = corners[index] as Point;
    const length = distance(from, to);
    for (; left <= length; left += spacing) points.push(between(from, to, left / length));
    left -= length;
  }
  return points;
}
