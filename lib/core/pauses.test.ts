import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makePauses } from './pauses';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks soon at first, and then once a second', async () => {
  const pause = makePauses();
  const begunMs = Date.now();
  const looksMs: number[] = [];
  for (let n = 0; n < 7; n++) {
    const paused = pause();
    await vi.advanceTimersToNextTimerAsync();
    await paused;
    looksMs.push(Date.now() - begunMs);
  }
  expect(looksMs).toEqual([100, 300, 700, 1_500, 2_500, 3_500, 4_500]);
});
