import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { draw } from '../testing/draw';

/** A number that is not one of a round, which are heads of columns. */
const textOf = (number: number) => new RegExp(`<text(?![^>]*data-round)[^>]*>${number}<`);

describe('the even/odd board', () => {
  test('hides a number until both are chosen, then shows both and the sum', async () => {
    const half = await draw('even_odd', viewAfter('even_odd', [{ number: 5 }]));
    expect(half).not.toMatch(textOf(5));
    const whole = await draw('even_odd', viewAfter('even_odd', [{ number: 5 }, { number: 4 }]));
    for (const number of [5, 4]) expect(whole).toMatch(textOf(number));
    expect(whole).toContain('>9<');
    expect(whole).toContain('odd');
  });
});
