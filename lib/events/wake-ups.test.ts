import { expect, it } from 'vitest';
import { type Change, WakeUps } from './wake-ups';

const change = (...streams: string[]): Change => ({ streams, texts: [] });

it('WakeUps sends a single change in the same turn and what follows together, at most every 10 ms, every 20 ms while there are many', async () => {
  const sent: { streams: readonly string[]; atMs: number }[] = [];
  const wakeUps = new WakeUps(async ({ streams }) => {
    sent.push({ streams, atMs: performance.now() });
  });
  await wakeUps.add(change('a'));
  const endMs = performance.now() + 100;
  let added = 0;
  while (performance.now() < endMs) {
    void wakeUps.add(change(`${added % 3}`));
    added++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await wakeUps.idle();
  expect(sent[0]?.streams).toEqual(['a']);
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.length).toBeLessThanOrEqual(8);
  const intervals = sent.slice(1).map(({ atMs }, index) => atMs - (sent[index] as { atMs: number }).atMs);
  expect(intervals[0]).toBeGreaterThan(9);
  for (const interval of intervals.slice(1)) expect(interval).toBeGreaterThan(19);
  expect(new Set(sent.at(2)?.streams)).toEqual(new Set(['0', '1', '2']));
});

it('WakeUps sends the next wake-up when the last one has arrived, and tells a failure to those whose change it had', async () => {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const sent: (readonly string[])[] = [];
  const wakeUps = new WakeUps(({ streams }) => {
    sent.push(streams);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  });
  const first = wakeUps.add(change('a'));
  await Promise.resolve();
  const second = wakeUps.add(change('b'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sent).toEqual([['a']]);
  ends[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await expect.poll(() => sent).toEqual([['a'], ['b']]);
  ends[1]?.resolve();
  await second;
  await wakeUps.idle();
});
