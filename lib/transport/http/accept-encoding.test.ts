import { expect, test } from 'vitest';
import { fastestMs } from '@/lib/testing/fastest';
import { acceptsEncoding } from './accept-encoding';

test.each([
  ['gzip', true, false],
  ['br, GZIP;q=0.5', true, true],
  ['deflate,gzip ; q=1', true, false],
  ['gzip; q=0.001', true, false],
  ['gzip;q=0.0, br', false, true],
  ['br;q=0, gzip', true, false],
  ['gzip;q=0.0, *', false, false],
  ['identity', false, false],
  ['*', false, false],
  ['xgzip, brotli', false, false],
  [' , ,', false, false],
  ['', false, false],
])('reads "%s"', (header, gzip, br) => {
  expect([acceptsEncoding(header, 'gzip'), acceptsEncoding(header, 'br')]).toEqual([gzip, br]);
});

test.each([
  `gzip${' '.repeat(16_000)}x`,
  `gzip;${' '.repeat(16_000)}x`,
  `gzip${' '.repeat(8_000)};${' '.repeat(8_000)}q`,
  'gzip x,'.repeat(2_000),
  ','.repeat(16_000),
])('reads a header of the greatest length in little time (%#)', async (header) => {
  expect(await fastestMs(() => acceptsEncoding(header, 'gzip'), 10)).toBeLessThan(20);
});
