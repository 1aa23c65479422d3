import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFor } from './gzip';

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

test('a body that is kept ready is compressed once', () => {
  const body = Buffer.from(LONG.repeat(100));
  const [first, second] = [1, 2].map(() => compressFor('gzip', { headers: JSON_TYPE, body }));
  expect(gunzipSync(first?.body as Buffer).equals(body)).toBe(true);
  expect(second?.body).toBe(first?.body);
});
