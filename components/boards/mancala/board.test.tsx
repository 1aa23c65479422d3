import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { describeStanding } from '../describe';
import { countMatches, draw } from '../testing/draw';
import { flightsOf, HEIGHT, placesOf, seedIn, WIDTH } from './layout';
import { mancalaView } from './view';

describe('the mancala board', () => {
  test('draws every seed, describes the last sowing, and can be flipped', async () => {
    const view = viewAfter('mancala', [{ pit: 3 }]);
    const drawn = await draw('mancala', view);
    expect(countMatches(drawn, /<circle class="[^"]*seed/g)).toBe(48);
    expect(countMatches(drawn, /class="[^"]*sown/g)).toBe(4);
    expect(drawn).toContain('South moves again');
    expect(describeStanding('mancala', view)).toBe('South leads 1–0, south to move again');
    const places = (flipped: boolean) => placesOf(parse(mancalaView, view), flipped);
    const [south] = places(false).filter(({ hole }) => hole === 'south3');
    const [turned] = places(true).filter(({ hole }) => hole === 'south3');
    expect([turned?.x, turned?.y]).toEqual([WIDTH - (south?.x ?? 0), HEIGHT - (south?.y ?? 0)]);
  });

  test('keeps each seed in its place when another is added, and no two in one place', () => {
    for (const pit of [1, null]) {
      const at = (index: number) => seedIn({ x: 100, y: 100, pit, side: 'south' }, index);
      const places = Array.from({ length: pit === null ? 48 : 20 }, (_, index) => at(index));
      const closest = places.flatMap((one, index) =>
        places.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      );
      expect(Math.min(...closest)).toBeGreaterThan(3);
    }
  });

  test('animates every sown seed to its place', () => {
    let moves: { pit: number }[] = [];
    for (const pit of [6, 1, 2, 5, 1, 3, 4, 2]) {
      const legal = (viewAfter('mancala', moves) as { pits: Record<string, number[]>; turn: 'south' | 'north' }) ?? {};
      if ((legal.pits[legal.turn]?.[pit - 1] ?? 0) === 0) continue;
      moves = [...moves, { pit }];
      const view = parse(mancalaView, viewAfter('mancala', moves));
      const places = placesOf(view, false);
      const flights = flightsOf(view, places);
      const landed = [...flights.keys()].map((key) => key.split(':'));
      for (const [hole, index] of landed)
        expect(Number(index)).toBeLessThan(places.find((place) => place.hole === hole)?.seeds ?? 0);
      const captured = view.last_move?.captured ?? 0;
      expect(flights.size).toBe((view.last_move?.seeds ?? 0) + Math.max(0, captured - 1));
    }
    expect(moves.length).toBeGreaterThan(5);
  });
});
