import { expect, it } from 'vitest';
import { Batches } from './batches';

/** Batches whose sending is held up until it is let go; notes what travelled together. */
function heldUp(options: { most?: number; inFlight?: number; fails?: (items: readonly string[]) => boolean } = {}) {
  const sent: string[][] = [];
  const held: (() => void)[] = [];
  const batches = new Batches<string, string>({
    nameOf: (item) => item.split(' ')[0] ?? '',
    most: options.most ?? 10,
    inFlight: options.inFlight ?? 1,
    send: async (items) => {
      sent.push([...items]);
      await new Promise<void>((resolve) => held.push(resolve));
      if (options.fails?.(items)) throw new Error(`refused ${items.join()}`);
      return items.map((item) => item.toUpperCase());
    },
  });
  const letGo = async () => {
    for (let turn = 0; turn < 30; turn++) {
      for (const go of held.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { batches, sent, letGo };
}

it('sends what is alone at once, and together what came meanwhile', async () => {
  const { batches, sent, letGo } = heldUp();
  const first = batches.add('a');
  await Promise.resolve();
  const rest = ['b', 'c', 'd'].map((item) => batches.add(item));
  await letGo();
  expect(await Promise.all([first, ...rest])).toEqual(['A', 'B', 'C', 'D']);
  expect(sent).toEqual([['a'], ['b', 'c', 'd']]);
});

it('keeps two items of one name apart, in order, and no more together than agreed', async () => {
  const { batches, sent, letGo } = heldUp({ most: 2 });
  const all = ['a 1', 'a 2', 'b 1', 'c 1'].map((item) => batches.add(item));
  await letGo();
  await Promise.all(all);
  expect(sent).toEqual([
    ['a 1', 'b 1'],
    ['a 2', 'c 1'],
  ]);
});

it('has only so many batches on their way', async () => {
  const { batches, sent, letGo } = heldUp({ most: 1, inFlight: 2 });
  const all = ['a', 'b', 'c'].map((item) => batches.add(item));
  await Promise.resolve();
  expect(sent).toEqual([['a'], ['b']]);
  await letGo();
  await Promise.all(all);
  expect(sent).toHaveLength(3);
});

it('lets a fault be the fault of one', async () => {
  const { batches, letGo } = heldUp({ fails: (items) => items.includes('bad') });
  const all = Promise.allSettled(['a', 'bad', 'c'].map((item) => batches.add(item)));
  await letGo();
  expect(await all).toEqual([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('refused bad') },
    { status: 'fulfilled', value: 'C' },
  ]);
});
