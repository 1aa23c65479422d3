import { validate, version } from 'uuid';
import { describe, expect, test } from 'vitest';
import { isUlid, newId, nextUlid, nextUlids, ulidAt, ulidTime } from './ids';

describe('newId', () => {
  test('makes ids of version 7 that sort in the order of their making, many in one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId());
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });
});

describe('ULIDs', () => {
  const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const numberOf = (ulid: string) =>
    [...ulid].reduce((value, digit) => value * 32n + BigInt(DIGITS.indexOf(digit)), 0n);

  test('contain the time of their making, of the first and of the last millisecond too', () => {
    for (const timeMs of [0, 1, 31, 32, Date.UTC(2026, 10, 23), 2 ** 48 - 1]) {
      expect(ulidTime(ulidAt(timeMs))).toBe(timeMs);
      expect(numberOf(ulidAt(timeMs))).toBe(BigInt(timeMs) << 80n);
      const id = nextUlid(null, timeMs);
      expect(isUlid(id)).toBe(true);
      expect(ulidTime(id)).toBe(timeMs);
    }
  });

  test('continue after any other of the same millisecond, less than a step of 2^72 later', () => {
    const time = ulidAt(1_700_000_000_000).slice(0, 10);
    for (const random of ['0000000000000000', '00000000ZZZZZZZZ', '3ZZZZZZZZZZZZZZZ', '7ABCDEFG00000001']) {
      const previous = time + random;
      const [hidden = '', next = ''] = nextUlids(previous, [true, false], 1_700_000_000_000);
      expect([previous, hidden, next].toSorted()).toEqual([previous, hidden, next]);
      expect(numberOf(next) - numberOf(previous)).toBeLessThan(1n << 72n);
      expect(ulidTime(next)).toBe(1_700_000_000_000);
    }
  });
});
