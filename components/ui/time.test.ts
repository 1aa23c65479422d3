import { expect, test } from 'vitest';
import { countdownInSeconds, relativeTime } from './time';

test('what ends in a number of days says that number also a moment later', () => {
  const day = 86_400_000;
  expect(relativeTime(90 * day, 3_000)).toBe('in 90 d');
  expect(relativeTime(day + 3_600_000, 0)).toBe('in 1 d');
});

test('a countdown in whole seconds shows every second once, down to zero', () => {
  const texts = Array.from({ length: 124 }, (_, step) => countdownInSeconds(12_300 - step * 100));
  const seconds = ['13', '12', '11', '10', '09', '08', '07', '06', '05', '04', '03', '02', '01', '00'];
  expect([...new Set(texts)]).toEqual(seconds.map((second) => `0:${second}`));
  expect(countdownInSeconds(61_000)).toBe('1:01');
  expect(countdownInSeconds(-5)).toBe('0:00');
});
