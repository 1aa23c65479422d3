import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket';

test('takes what is there and refuses more, without counting it', () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, 0);
  expect([bucket.take(0, 15), bucket.take(0, 6), bucket.take(0, 5), bucket.take(0)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('fills again with time, and never above its size', () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, 0);
  bucket.take(0, 20);
  expect(bucket.msUntil(0, 1)).toBe(100);
  expect([bucket.take(99), bucket.take(100)]).toEqual([false, true]);
  expect([bucket.take(60_000, 20), bucket.take(60_000)]).toEqual([true, false]);
});

test('goes into debt by a charge, within its bound, and says what was missing', () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 20, maxDebt: 30 }, 0);
  expect([bucket.charge(0, 15), bucket.charge(0, 15), bucket.charge(0, 15)]).toEqual([0, 10, 15]);
  expect(bucket.msUntil(0, 0)).toBe(2_500);
  bucket.charge(0, 1_000);
  expect(bucket.msUntil(0, 0)).toBe(3_000);
});
