import { expect, test } from 'vitest';
import { z } from 'zod';
import { fastestMs } from '@/lib/testing/fastest';
import { coerceTexts } from './coerce';

const tool = { input: z.strictObject({ tags: z.array(z.string()), limit: z.number() }), output: z.strictObject({}) };

const valuesOf = (query: string) => Object.fromEntries(coerceTexts(tool, new URLSearchParams(query)));

test('a name that comes twice makes a list, and one that is a list is one with a single value', () => {
  expect(valuesOf('tags=a&limit=5')).toEqual({ tags: ['a'], limit: 5 });
  expect(valuesOf('tags=a&tags=b&tags=c&limit=1&limit=2&other=x&other=y&other=z')).toEqual({
    tags: ['a', 'b', 'c'],
    limit: [1, 2],
    other: ['x', 'y', 'z'],
  });
});

test('a name that comes thousands of times is read in a time that grows with their number alone', async () => {
  const query = 'a=1&tags=b&'.repeat(5_000);
  const { a, tags } = valuesOf(query);
  expect(await fastestMs(() => valuesOf(query))).toBeLessThan(200);
  expect([a, tags]).toEqual([Array(5_000).fill('1'), Array(5_000).fill('b')]);
});
