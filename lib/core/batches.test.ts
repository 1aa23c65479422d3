import { expect, it } from 'vitest';
import { Batches } from './batches';
import { AppError } from './errors';

interface Options {
  maxItems?: number;
  maxInFlight?: number;
  fails?: (items: readonly string[]) => boolean;
  error?: () => Error;
}

/** Batches that stay in flight until `finish`; `sent` lists the items of each. */
function pausedBatches({ maxItems = 10, maxInFlight = 1, fails, error }: Options = {}) {
  const sent: string[][] = [];
  const paused: (() => void)[] = [];
  const batches = new Batches<string, string>({
    keyOf: (item) => item.split(' ')[0] ?? '',
    maxItems,
    maxInFlight,
    send: async (items) => {
      sent.push([...items]);
      await new Promise<void>((resolve) => paused.push(resolve));
      if (fails?.(items)) throw error ? error() : new Error(`refused ${items.join()}`);
      return items.map((item) => item.toUpperCase());
    },
  });
  const finish = async () => {
    for (let turn = 0; turn < 30; turn++) {
      for (const resume of paused.splice(0)) resume();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { batches, sent, finish };
}

it('sends a single item immediately and batches the items that arrive meanwhile', async () => {
  const { batches, sent, finish } = pausedBatches();
  const first = batches.add('a');
  await Promise.resolve();
  const rest = ['b', 'c', 'd'].map((item) => batches.add(item));
  await finish();
  expect(await Promise.all([first, ...rest])).toEqual(['A', 'B', 'C', 'D']);
  expect(sent).toEqual([['a'], ['b', 'c', 'd']]);
});

it('never puts two items with one key or more than maxItems into a batch', async () => {
  const { batches, sent, finish } = pausedBatches({ maxItems: 2 });
  const all = ['a 1', 'a 2', 'b 1', 'c 1'].map((item) => batches.add(item));
  await finish();
  await Promise.all(all);
  expect(sent).toEqual([
    ['a 1', 'b 1'],
    ['a 2', 'c 1'],
  ]);
});

it('sends at most maxInFlight batches at the same time', async () => {
  const { batches, sent, finish } = pausedBatches({ maxItems: 1, maxInFlight: 2 });
  const all = ['a', 'b', 'c'].map((item) => batches.add(item));
  await Promise.resolve();
  expect(sent).toEqual([['a'], ['b']]);
  await finish();
  await Promise.all(all);
  expect(sent).toHaveLength(3);
});

it('rejects only the item that makes its batch fail', async () => {
  const { batches, finish } = pausedBatches({ fails: (items) => items.includes('bad') });
  const all = Promise.allSettled(['a', 'bad', 'c'].map((item) => batches.add(item)));
  await finish();
  expect(await all).toEqual([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('refused bad') },
    { status: 'fulfilled', value: 'C' },
  ]);
});

it('sends no item again when the answer to its batch was lost, and says that the outcome is unknown', async () => {
  const { batches, sent, finish } = pausedBatches({
    fails: () => true,
    error: () => new AppError('SERVICE_UNAVAILABLE', 'The database cannot be reached.'),
  });
  const all = Promise.allSettled(['a', 'b'].map((item) => batches.add(item)));
  await finish();
  const lost = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('not known whether') };
  expect(await all).toMatchObject([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ]);
  expect(sent).toEqual([['a', 'b']]);
});

it('a queue of batches is idle once every item has its result', async () => {
  const { batches, finish } = pausedBatches();
  await batches.idle();
  const result = batches.add('a');
  let isIdle = false;
  const idle = batches.idle().then(() => {
    isIdle = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isIdle).toBe(false);
  await finish();
  await idle;
  expect(await result).toBe('A');
});
