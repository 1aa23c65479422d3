import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './crc32';

test.each(['', 'a', '123456789', 'é😀 \0'.repeat(1_000)])('is what gzip writes (%#)', (text) => {
  const bytes = Buffer.from(text);
  const expected = gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8);
  expect(crc32(bytes, 0)).toBe(expected);
  const middle = bytes.length >> 1;
  expect(crc32(bytes.subarray(middle), crc32(bytes.subarray(0, middle), 0))).toBe(expected);
});
