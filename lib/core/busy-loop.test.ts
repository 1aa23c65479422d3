import { expect, test } from 'vitest';
import { isLoopBusy } from './busy-loop';

test('an event loop that works is busy, and one that waits is not', async () => {
  isLoopBusy();
  for (let turn = 0; turn < 30; turn++) {
    const untilMs = performance.now() + 10;
    while (performance.now() < untilMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(isLoopBusy()).toBe(true);
  await expect.poll(isLoopBusy).toBe(false);
});
