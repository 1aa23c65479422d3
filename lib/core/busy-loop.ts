import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { once } from './globals';

/** The share of its time that an event loop works from which it counts as busy, and the shortest and longest time over which it is taken. */
const BUSY = 0.3;
const SPAN_MS = 100;
const MAX_SPAN_MS = 1_000;

/** What the event loop had done at a moment, and how busy it was before. */
const loop = once('busy_loop', () => ({
  at: null as EventLoopUtilization | null,
  atMs: Number.NEGATIVE_INFINITY,
  utilization: 0,
}));

/** Whether the event loop of this process works for more than three tenths of its time: other calls wait for work in it. */
export function isLoopBusy(): boolean {
  const nowMs = performance.now();
  const spanMs = nowMs - loop.atMs;
  if (spanMs >= SPAN_MS) {
    const at = performance.eventLoopUtilization();
    // What it did long ago does not count.
    const isRecent = loop.at !== null && spanMs < MAX_SPAN_MS;
    loop.utilization = isRecent ? performance.eventLoopUtilization(at, loop.at ?? undefined).utilization : 0;
    Object.assign(loop, { at, atMs: nowMs });
  }
  return loop.utilization > BUSY;
}
