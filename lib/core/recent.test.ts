import { describe, expect, it } from 'vitest';
import { Recent } from './recent';

/** Counts what is made; each value tells its key and which one it is. */
function counting(most: number) {
  const recent = new Recent<string>(most);
  let made = 0;
  return (key: string) => recent.get(key, async () => `${key}${++made}`);
}

describe('what was asked for last', () => {
  it('is made once, also for those who ask while it is being made', async () => {
    const get = counting(2);
    expect(await Promise.all([get('a'), get('a')])).toEqual(['a1', 'a1']);
    expect(await get('a')).toBe('a1');
  });

  it('pushes out what nobody has asked for the longest', async () => {
    const get = counting(2);
    for (const key of ['a', 'b', 'a', 'c']) await get(key);
    expect([await get('a'), await get('c'), await get('b')]).toEqual(['a1', 'c3', 'b4']);
  });

  it('is tried again after a failure', async () => {
    const recent = new Recent<string>(2);
    await expect(recent.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await recent.get('a', async () => 'yes')).toBe('yes');
  });
});
