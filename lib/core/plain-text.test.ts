import { expect, test } from 'vitest';
import { plainText } from './plain-text';

const reads = (text: string) => plainText(80).safeParse(text).success;

test.each(['Ada', '  Ada ', 'أحمد', '安達', '🤖', 'a\u200dd', 'x\u00adx', '?'])('accepts %j', (text) => {
  expect(reads(text)).toBe(true);
});

test.each([
  '',
  ' ',
  '\u00a0',
  '\u200b\u200d',
  '\u3164',
  '\u2800\u2800',
  '\u00ad',
  '\ufe0f',
  '\u{e0041}',
  '\u2060 \u180e',
])('rejects %j, which shows nothing', (text) => {
  expect(reads(text)).toBe(false);
});

test.each(['a\u0000b', 'a\nb', 'a\u202eb', 'a\u2066b', 'a\ud800b'])('rejects %j', (text) => {
  expect(reads(text)).toBe(false);
});
