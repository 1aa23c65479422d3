import { distance, HALL, MAP, PLOTS, type Point, streetAt } from './layout';

/** Where lanes leave the streets. */
const LANE_X = { left: 540, right: 860 } as const;

type Corner = string;

/** The streets as a graph: corners with their place, and which corners a street joins. */
const CORNERS = new Map<Corner, Point>();
const STREETS = new Map<Corner, Corner[]>();

function addCorner(name: Corner, place: Point): Corner {
  CORNERS.set(name, place);
  if (!STREETS.has(name)) STREETS.set(name, []);
  return name;
}

function join(...names: readonly Corner[]): void {
  for (let index = 1; index < names.length; index++) {
    const [from, to] = [names[index - 1] as Corner, names[index] as Corner];
    STREETS.get(from)?.push(to);
    STREETS.get(to)?.push(from);
  }
}

/** The corners of a street from one end to the other: its ends, the lanes, and one before each plot. */
function addStreet(terrace: number, ends: readonly [number, number]): void {
  const lanes = [LANE_X.left, LANE_X.right].filter((x) => x >= ends[0] && x <= ends[1]);
  const plots = PLOTS.filter((plot) => plot.terrace === terrace && plot.x > ends[0] && plot.x < ends[1]);
  const places = [...new Set([...ends, ...lanes, ...plots.map(({ x }) => x)])].sort((a, b) => a - b);
  join(...places.map((x) => addCorner(cornerName(terrace, x), streetAt(terrace, x))));
}

const cornerName = (terrace: number, x: number): Corner => `${terrace}:${x}`;

const EDGE = 12;
// The upper street is not used behind the Town Hall: figures there would be drawn over its roof.
addStreet(0, [EDGE, LANE_X.left]);
addStreet(0, [LANE_X.right, MAP.width - EDGE]);
addStreet(1, [EDGE, MAP.width - EDGE]);
addStreet(2, [EDGE, MAP.width - EDGE]);
for (const x of [LANE_X.left, LANE_X.right]) {
  join(cornerName(0, x), cornerName(1, x));
  join(cornerName(1, x), cornerName(2, x));
}
const HALL_CORNER = addCorner('hall', { x: HALL.x, y: HALL.y + 22 });
join(HALL_CORNER, cornerName(1, LANE_X.left));
join(HALL_CORNER, cornerName(1, LANE_X.right));

/** The ends of the streets, where figures come from and go to. */
const GATES: readonly Corner[] = [0, 1, 2].flatMap((terrace) => [
  cornerName(terrace, EDGE),
  cornerName(terrace, MAP.width - EDGE),
]);

/** The gate that a figure uses; always the same for the same key. */
export function gateOf(key: string): Point {
  let sum = 0;
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return CORNERS.get(GATES[sum % GATES.length] as Corner) as Point;
}

/** Where a figure stands in front of the building of a plot. */
export function doorOf(plot: number): Point {
  const { x, y, scale } = PLOTS[plot] as (typeof PLOTS)[number];
  return { x, y: y + 6 * scale };
}

/** The way of a figure between two places along the streets, with both places; straight when no street helps. */
export function findWay(from: Point, to: Point): Point[] {
  const start = nearestCorner(from);
  const end = nearestCorner(to);
  const corners = shortestPath(start, end).map((name) => CORNERS.get(name) as Point);
  return [from, ...corners, to].filter(
    (point, index, all) => index === 0 || distance(point, all[index - 1] as Point) > 1,
  );
}

function nearestCorner(place: Point): Corner {
  let best: Corner = HALL_CORNER;
  for (const [name, corner] of CORNERS) {
    if (distance(place, corner) < distance(place, CORNERS.get(best) as Point)) best = name;
  }
  return best;
}

/** Dijkstra's algorithm; the graph has about thirty corners, so the nearest open one is found by looking at all. */
function shortestPath(start: Corner, end: Corner): Corner[] {
  const lengths = new Map<Corner, number>([[start, 0]]);
  const before = new Map<Corner, Corner>();
  const open = new Set<Corner>([start]);
  while (open.size > 0) {
    const here = [...open].reduce((best, name) => (lengthOf(lengths, name) < lengthOf(lengths, best) ? name : best));
    if (here === end) break;
    open.delete(here);
    for (const next of STREETS.get(here) ?? []) {
      const length = lengthOf(lengths, here) + distance(CORNERS.get(here) as Point, CORNERS.get(next) as Point);
      if (length >= lengthOf(lengths, next)) continue;
      lengths.set(next, length);
      before.set(next, here);
      open.add(next);
    }
  }
  const path = [end];
  for (let at = before.get(end); at !== undefined; at = before.get(at)) path.unshift(at);
  return path;
}

const lengthOf = (lengths: ReadonlyMap<Corner, number>, name: Corner) => lengths.get(name) ?? Number.POSITIVE_INFINITY;
