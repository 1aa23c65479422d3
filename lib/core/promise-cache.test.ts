import { describe, expect, it } from 'vitest';
import { PromiseCache } from './promise-cache';

/** Makes values that name their key and count how often one was made. */
function countingCache(max: number) {
  const cache = new PromiseCache<string>(max);
  let calls = 0;
  return (key: string) => cache.get(key, async () => `${key}${++calls}`);
}

describe('PromiseCache', () => {
  it('makes a value once for concurrent and later calls', async () => {
    const get = countingCache(2);
    expect(await Promise.all([get('a'), get('a')])).toEqual(['a1', 'a1']);
    expect(await get('a')).toBe('a1');
  });

  it('evicts the least recently used key', async () => {
    const get = countingCache(2);
    for (const key of ['a', 'b', 'a', 'c']) await get(key);
    expect([await get('a'), await get('c'), await get('b')]).toEqual(['a1', 'c3', 'b4']);
  });

  it('does not cache a rejection', async () => {
    const cache = new PromiseCache<string>(2);
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('a', async () => 'yes')).toBe('yes');
  });
});
