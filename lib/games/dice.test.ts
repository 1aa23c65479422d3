import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from '@/lib/core/rng';
import { DICE_SIDES, MAX_DICE, rollDice } from '@/lib/games/dice';
import { seeds } from '@/lib/games/testing/seeds';

const rngOf = (seed: string) => new Rng({ seed, drawn: 0 });
const SEED = '2a'.repeat(32);

describe('rollDice', () => {
  it('rolls the requested number of dice within their sides and adds them up', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.constantFrom(...DICE_SIDES),
        fc.integer({ min: 1, max: MAX_DICE }),
        (seed, sides, count) => {
          const roll = rollDice({ sides, count }, rngOf(seed));
          if (!roll.legal) return expect.fail(roll.reason);
          expect(roll).toMatchObject({ sides, count });
          expect(roll.rolls).toHaveLength(count);
          for (const die of roll.rolls) expect(Number.isInteger(die) && die >= 1 && die <= sides).toBe(true);
          expect(roll.total).toBe(roll.rolls.reduce((sum, die) => sum + die));
        },
      ),
    );
  });

  it('rolls one die by default, and the same numbers from the same seed', () => {
    expect(rollDice({ sides: 20 }, rngOf(SEED))).toMatchObject({ legal: true, count: 1 });
    expect(rollDice({ sides: 6, count: 9 }, rngOf(SEED))).toEqual(rollDice({ sides: 6, count: 9 }, rngOf(SEED)));
  });

  it.each(DICE_SIDES)('rolls every side of a d%i about equally often', (sides) => {
    const rng = rngOf(SEED);
    const counts = new Map<number, number>();
    const thrown = sides * 200;
    for (let done = 0; done < thrown; done += 100) {
      const roll = rollDice({ sides, count: 100 }, rng);
      if (!roll.legal) return expect.fail(roll.reason);
      for (const die of roll.rolls) counts.set(die, (counts.get(die) ?? 0) + 1);
    }
    const expected = [...counts.values()].reduce((sum, count) => sum + count, 0) / sides;
    const chiSquare = Array.from(
      { length: sides },
      (_, side) => ((counts.get(side + 1) ?? 0) - expected) ** 2 / expected,
    ).reduce((sum, part) => sum + part, 0);
    // Mean sides - 1, variance twice that: five standard deviations.
    expect(chiSquare).toBeLessThan(sides - 1 + 5 * Math.sqrt(2 * (sides - 1)));
  });

  it.each([
    [{}, /sides must be one of 4, 6, 8, 10, 12, 20, 100; got nothing/],
    [{ sides: 7 }, /got 7/],
    [{ sides: '20' }, /got "20"/],
    [{ sides: Number.NaN }, /got NaN/],
    [{ sides: 6, count: 0 }, /count must be a whole number from 1 to 100; got 0/],
    [{ sides: 6, count: 101 }, /got 101/],
    [{ sides: 6, count: 1.5 }, /got 1.5/],
    [{ sides: 6, count: null }, /got null/],
    [{ sides: 6, count: 'x'.repeat(999) }, /got "x{39}…/],
  ])('refuses %o with a reason and draws no random number', (asked, reason) => {
    const rng = rngOf(SEED);
    const roll = rollDice(asked, rng);
    expect(roll).toEqual({ legal: false, reason: expect.stringMatching(reason) });
    expect(rng.state.drawn).toBe(0);
  });
});
