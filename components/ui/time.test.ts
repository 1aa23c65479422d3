import { expect, test } from 'vitest';
import { countdownInSeconds } from './time';

test('a countdown in whole seconds shows every second once, down to zero', () => {
  const texts = Array.from({ length: 124 }, (_, step) => countdownInSeconds(12_300 - step * 100));
  const seconds = ['13', '12', '11', '10', '09', '08', '07', '06', '05', '04', '03', '02', '01', '00'];
  expect([...new Set(texts)]).toEqual(seconds.map((second) => `0:${second}`));
  expect(countdownInSeconds(61_000)).toBe('1:01');
  expect(countdownInSeconds(-5)).toBe('0:00');
});
