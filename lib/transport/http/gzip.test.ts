import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bodyFrom, compressFor, crc32 } from './gzip';

const JSON_TYPE = { 'content-type': 'application/json' };
const LONG = JSON.stringify({ text: 'I trust Jonas less with every sentence. '.repeat(30) });

test.each(['gzip', 'br, GZIP;q=0.5', 'deflate,gzip ; q=1', 'gzip, deflate'])(
  'a long text is compressed for %s',
  (accepted) => {
    const { headers, body } = compressFor(accepted, { headers: JSON_TYPE, body: LONG });
    expect(headers).toEqual({ ...JSON_TYPE, vary: 'accept-encoding', 'content-encoding': 'gzip' });
    expect(gunzipSync(body as Buffer).toString()).toBe(LONG);
    expect(body?.length).toBeLessThan(LONG.length / 2);
  },
);

test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzip'])(
  'a long text stays as it is for %s',
  (accepted) => {
    const { headers, body } = compressFor(accepted, { headers: { ...JSON_TYPE, vary: 'Origin' }, body: LONG });
    expect(headers).toEqual({ ...JSON_TYPE, vary: 'Origin, accept-encoding' });
    expect(body).toBe(LONG);
  },
);

test.each([
  ['a short text', JSON_TYPE, '{}'],
  ['no body', JSON_TYPE, null],
  ['a picture', { 'content-type': 'image/png' }, Buffer.alloc(4_096)],
  ['what is compressed already', { ...JSON_TYPE, 'content-encoding': 'br' }, LONG],
  ['a text so long that others would wait', JSON_TYPE, 'x'.repeat(100_000)],
])('%s is sent as it is', (_, headers, body) => {
  expect(compressFor('gzip', { headers, body })).toEqual({ headers, body });
});

const gunzip = (body: unknown) => gunzipSync(body as Buffer).toString();

test('bodies with a start that is kept ready are compressed as what they are', () => {
  const start = Buffer.from(LONG.repeat(100));
  for (const end of ['', '}', ',"jsonrpc":"2.0","id":"é😀"}', LONG]) {
    const whole = bodyFrom(start, end);
    const { headers, body } = compressFor('gzip', { headers: JSON_TYPE, body: whole });
    expect(headers).toEqual({ ...JSON_TYPE, vary: 'accept-encoding', 'content-encoding': 'gzip' });
    expect(gunzip(body)).toBe(start.toString() + end);
    expect(body?.length).toBeLessThan(LONG.length * 4);
  }
  const alone = compressFor('gzip', { headers: JSON_TYPE, body: start });
  expect(gunzip(alone.body)).toBe(start.toString());
});

test('a start that is kept ready is compressed with the first body that has it', () => {
  const start = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, place) => place ** 3)));
  const msToCompress = (end: string) => {
    const whole = bodyFrom(start, end);
    const startedMs = performance.now();
    compressFor('gzip', { headers: JSON_TYPE, body: whole });
    return performance.now() - startedMs;
  };
  const first = msToCompress('1');
  const later = Math.min(...['2', '3', '4', '5'].map(msToCompress));
  expect(later).toBeLessThan(first / 4);
});

test.each(['', 'a', '123456789', 'é😀 \0'.repeat(1_000)])('the checksum of a text is what gzip writes (%#)', (text) => {
  const bytes = Buffer.from(text);
  const expected = gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8);
  expect(crc32(bytes, 0)).toBe(expected);
  const middle = bytes.length >> 1;
  expect(crc32(bytes.subarray(middle), crc32(bytes.subarray(0, middle), 0))).toBe(expected);
});
