import { expect, test } from 'vitest';
import { fastestMs } from '@/lib/testing/fastest';
import { entityTagOf, namesTag } from './entity-tags';

test('the tag of a text is weak, and another one for another text', () => {
  expect(entityTagOf('a')).toMatch(/^W\/"[0-9a-f]{24}"$/);
  expect(entityTagOf('a')).not.toBe(entityTagOf('b'));
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b" ,  W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [null, false],
])('reads If-None-Match %s', (header, isNamed) => {
  expect(namesTag(header, '"a"')).toBe(isNamed);
  expect(namesTag(header, 'W/"a"')).toBe(isNamed);
});

test('reads a header of the greatest length in little time', async () => {
  expect(await fastestMs(() => namesTag(`"a${' '.repeat(16_000)}b"`, '"a"'), 10)).toBeLessThan(20);
});
