import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { draw } from '../testing/draw';

describe('the even/odd board', () => {
  test('hides a number until both are chosen, then shows both and the sum', () => {
    const half = draw('even_odd', viewAfter('even_odd', [{ number: 5 }]));
    expect(half).not.toMatch(/>5</);
    const whole = draw('even_odd', viewAfter('even_odd', [{ number: 5 }, { number: 4 }]));
    for (const number of [5, 4, 9]) expect(whole).toContain(`>${number}<`);
    expect(whole).toContain('odd');
  });
});
