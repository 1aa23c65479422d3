import { describe, expect, test } from 'vitest';
import { distance, HALL, MAP, PLOTS, type Point, QUEUE_PLACES, queuePlace } from './layout';
import { doorOf, findWay, gateOf } from './streets';

/** The roof and the tower of the Town Hall, where no figure may walk. */
const isOnHall = ({ x, y }: Point) => Math.abs(x - HALL.x) < 130 && y < HALL.y - 10 && y > HALL.y - 290;

/** Points every few units along a way. */
function pointsOn(way: readonly Point[]): Point[] {
  return way.slice(1).flatMap((to, index) => {
    const from = way[index] as Point;
    const steps = Math.max(1, Math.ceil(distance(from, to) / 8));
    return Array.from({ length: steps + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  });
}

describe('the streets of the town', () => {
  test('lead from the queue to every plot and home, on the map and never over the Town Hall', () => {
    for (const plot of PLOTS.keys()) {
      for (const [from, to] of [
        [queuePlace(0), doorOf(plot)],
        [doorOf(plot), gateOf(`player ${plot}`)],
      ] as const) {
        const way = findWay(from, to);
        expect(way[0]).toEqual(from);
        expect(way.at(-1)).toEqual(to);
        for (const point of pointsOn(way)) {
          expect(isOnHall(point), `plot ${plot}: ${point.x} ${point.y}`).toBe(false);
          expect(point.x >= 0 && point.x <= MAP.width && point.y >= 0 && point.y <= MAP.height).toBe(true);
        }
      }
    }
  });

  test('give every player of a queue of ten a place of its own', () => {
    expect(QUEUE_PLACES.length).toBeGreaterThanOrEqual(10);
    for (const [index, place] of QUEUE_PLACES.entries()) {
      for (const other of QUEUE_PLACES.slice(index + 1)) expect(distance(place, other)).toBeGreaterThan(20);
    }
    expect(queuePlace(500)).toEqual(QUEUE_PLACES.at(-1));
  });
});
