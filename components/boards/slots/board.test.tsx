import { describe, expect, test } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { slots } from '@/lib/games/slots';
import { describePosition, describeStanding } from '../describe';
import { pickDrawnFields } from '../drawn-fields';
import { buttonKeys, draw, playOf } from '../testing/draw';

describe('the slot machine', () => {
  const rng = new Rng({ seed: '07'.repeat(32), drawn: 0 });
  const { state } = slots.setup({ options: slots.options.parse({}), seats: 1, rng });
  const symbols = (markup: string) => [...markup.matchAll(/data-symbol="([^"]+)"/g)].map(([, symbol]) => symbol);

  test('shows the three symbols on the line, the paytable with the prize marked, and the return rate', async () => {
    for (let current = state, spins = 0; spins < 20; spins++) {
      const applied = slots.apply(current, 0, 'spin', rng);
      if (!applied.ok) return expect.fail(applied.reason);
      current = applied.state;
      const view = slots.view(current, whileRunning('spectator'));
      const markup = await draw('slots', pickDrawnFields('slots', { ...view }));
      // Each reel shows a symbol above the line, one on it and one below.
      expect([1, 4, 7].map((at) => symbols(markup)[at])).toEqual(view.reels);
      expect(markup.includes('hit')).toBe(view.payout > 0);
      expect(markup).toContain('91.7 %');
    }
  });

  test('has a button to spin, and describes the position', async () => {
    const view = slots.view(state, whileRunning(0));
    expect(buttonKeys(await draw('slots', view, { play: playOf(['spin']) }))).toEqual([['Spin for 10 chips', 'Space']]);
    expect(await draw('slots', view, { mini: true })).not.toContain('91.7 %');
    expect(describeStanding('slots', view)).toBe('Even after 0 of 20 spins');
    expect(describePosition('slots', view, null)).toMatch(/7 7 7 pays 10 bets\./);
  });
});
