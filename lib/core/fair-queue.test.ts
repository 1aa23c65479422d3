import { expect, test } from 'vitest';
import { FairQueue, fairQueue } from './fair-queue';
import { metrics } from './metrics';

const BASE = { name: 'test', what: 'tests', maxRunning: 4, maxRunningPerKey: 2, maxWaitingPerKey: 100 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Starts work that ends on command, and notes the order of the starts. */
function bench(queue: FairQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string, more: { secondKey?: string; isReserved?: boolean } = {}) =>
    queue.run({ key, ...more }, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { started, start, end };
}

test('serves keys in turn, whatever one of them has queued', async () => {
  const { started, start, end } = bench(new FairQueue({ ...BASE, maxRunning: 2 }));
  for (const index of [1, 2, 3, 4, 5]) void start('a', `a${index}`);
  for (const index of [1, 2]) void start('b', `b${index}`);
  await settled();
  expect(started).toEqual(['a1', 'a2']);
  await end('a1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('holds a key and a second key to their shares while places are free', async () => {
  const queue = new FairQueue({ ...BASE, maxRunningPerSecondKey: 1 });
  const { started, start, end } = bench(queue);
  void start('a', 'a1', { secondKey: 'host' });
  void start('b', 'b1', { secondKey: 'host' });
  void start('a', 'a2');
  void start('a', 'a3');
  await settled();
  expect(started).toEqual(['a1', 'a2']);
  expect(queue.usage()).toEqual({ running: ['a'], full: ['a'], fullSecond: ['host'] });
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a fair queue keeps places for reserved work, which starts first', async () => {
  const { started, start, end } = bench(new FairQueue({ ...BASE, maxRunning: 2, reserved: 1 }));
  void start('a', 'a1');
  void start('b', 'b1');
  void start('c', 'c1', { isReserved: true });
  void start('d', 'd1', { isReserved: true });
  await settled();
  expect(started).toEqual(['a1', 'c1']);
  await end('a1');
  expect(started).toEqual(['a1', 'c1', 'd1']);
});

test('refuses a key with too much waiting work, with an error that may be repeated', async () => {
  const { start } = bench(new FairQueue({ ...BASE, maxRunningPerKey: 1, maxWaitingPerKey: 1 }));
  void start('a', 'a1');
  void start('a', 'a2');
  await expect(start('a', 'a3')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryable: true, retryAfterS: 1 });
});

test('ends a wait that is cancelled or takes too long, and the next in line moves up', async () => {
  const queue = new FairQueue({ ...BASE, maxRunning: 1, maxWaitMs: 30 });
  const { start } = bench(queue);
  void start('a', 'a1');
  const cancelled = new AbortController();
  const wait = queue.enter({ key: 'b', signal: cancelled.signal });
  cancelled.abort(new Error('left'));
  await expect(wait).rejects.toThrow('left');
  await expect(queue.enter({ key: 'b' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(queue.waiting).toBe(0);
});

test('bounds a caller to less while another caller has work, in whichever queue', async () => {
  const queue = new FairQueue({ ...BASE, maxRunningPerKeyShared: 1 });
  const { started, start, end } = bench(queue);
  const other = bench(new FairQueue({ ...BASE, name: 'other' }));
  void start('owner:a', 'a1');
  void other.start('address:b', 'b1');
  void start('owner:a', 'a2');
  await settled();
  expect(started).toEqual(['a1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2']);
});

test('starts waiting work of a caller when the others are gone, though no place is freed', async () => {
  const queue = new FairQueue({ ...BASE, maxRunningPerKeyShared: 1 });
  const { started, start } = bench(queue);
  const other = bench(new FairQueue({ ...BASE, name: 'other' }));
  void start('owner:a', 'a1');
  void other.start('address:b', 'b1');
  void start('owner:a', 'a2');
  await settled();
  expect(started).toEqual(['a1']);
  await expect.poll(() => started, { timeout: 3_000 }).toEqual(['a1', 'a2']);
});

test('gives the place of a key that rests to another one', async () => {
  const queue = new FairQueue({ ...BASE, maxRunning: 1, maxRunningPerKey: 1, restShared: 1_000 });
  const { started, start, end } = bench(queue);
  void start('owner:a', 'a1');
  void start('owner:a', 'a2');
  void start('owner:b', 'b1');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await end('a1');
  expect([started, queue.running]).toEqual([['a1', 'b1'], 1]);
  await end('b1');
  expect([started, queue.running, queue.isShareFull('owner:a')]).toEqual([['a1', 'b1'], 0, true]);
});

test('lets a key rest as long as its work took while another caller has work', async () => {
  const queue = new FairQueue({ ...BASE, maxRunningPerKey: 1, restShared: 1 });
  const { started, start, end } = bench(queue);
  void start('owner:a', 'a1');
  void start('owner:b', 'b1');
  void start('owner:a', 'a2');
  await new Promise((resolve) => setTimeout(resolve, 60));
  await end('a1');
  expect(started).toEqual(['a1', 'b1']);
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2']);
});

test('lets a key rest only while its condition is true', async () => {
  let isBusy = false;
  const queue = new FairQueue({ ...BASE, maxRunningPerKey: 1, restShared: 1_000, restsWhile: () => isBusy });
  const { started, start, end } = bench(queue);
  void start('owner:a', 'a1');
  void start('owner:b', 'b1');
  void start('owner:a', 'a2');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'a2']);
  void start('owner:a', 'a3');
  isBusy = true;
  await new Promise((resolve) => setTimeout(resolve, 20));
  await end('a2');
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('lets the places of a key rest only when it has worked for longer than its free time', async () => {
  const queue = new FairQueue({ ...BASE, maxRunningPerKey: 1, restShared: 1_000, freeWorkMs: 60_000 });
  const { started, start, end } = bench(queue);
  void start('owner:a', 'a1');
  void start('owner:b', 'b1');
  void start('owner:a', 'a2');
  await settled();
  await end('a1');
  await settled();
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('stops work that exceeds its time, and frees its place', async () => {
  const queue = new FairQueue({ ...BASE, timeoutMs: 20, graceMs: 20 });
  let signal: AbortSignal | undefined;
  const work = queue.run({ key: 'a' }, (given) => {
    signal = given;
    return new Promise(() => undefined);
  });
  await expect(work).rejects.toThrow('longer than 1 s');
  expect([signal?.aborted, queue.running]).toEqual([true, 0]);
});

test('frees the place of work that fails', async () => {
  const queue = new FairQueue(BASE);
  await expect(queue.run({ key: 'a' }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(queue.running).toBe(0);
});

test('shows its numbers in the metrics by queue, never by key', async () => {
  const queue = fairQueue({ ...BASE, name: 'shown', maxRunningPerKey: 1, maxWaitingPerKey: 0 });
  const release = queue.tryEnter({ key: 'secret-key' });
  await expect(queue.enter({ key: 'secret-key' })).rejects.toThrow();
  const text = await metrics().registry.metrics();
  expect(text).toContain('botplay_queue_running{queue="shown"} 1');
  expect(text).toContain('botplay_queue_refused_total{queue="shown"} 1');
  expect(text).not.toContain('secret-key');
  release?.();
});
