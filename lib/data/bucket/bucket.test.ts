import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBucketAddress } from '@/lib/core/bucket-settings';
import { type BucketServer, startBucketServer } from '@/lib/testing/bucket-server';
import { type Bucket, openBucket } from './index';

const MEBIBYTE = 1_048_576;

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer('backups');
});
afterAll(() => server.close());

const open = (url = 's3://backups/site', settings = server.settings): Promise<Bucket> => openBucket(url, settings);

/** Random bytes in pieces of 64 KiB, made while they are read. */
async function* pieces(bytes: number, onPiece: (sent: number) => unknown = () => {}): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += 65_536) {
    await onPiece(sent);
    yield randomBytes(Math.min(65_536, bytes - sent));
  }
}

/** Bytes of buffers that something still refers to: what only waits for the garbage collector is not counted. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

const hashed = (hash: ReturnType<typeof createHash>, source: AsyncIterable<Buffer>) =>
  Readable.from(
    (async function* () {
      for await (const piece of source) {
        hash.update(piece);
        yield piece;
      }
    })(),
    { objectMode: false },
  );

async function namesIn(bucket: Bucket, start?: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of bucket.list(start)) names.push(name);
  return names;
}

async function drain(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

describe('a bucket', () => {
  it('returns a stream of several parts as it was, lists it below its prefix, and removes it', async () => {
    const bucket = await open();
    const hash = createHash('sha256');
    const bytes = 40 * MEBIBYTE + 123;
    expect(await bucket.putStream('large', hashed(hash, pieces(bytes)))).toBe(bytes);
    expect(await bucket.putStream('small', Readable.from([Buffer.from('hello')]))).toBe(5);
    expect(await bucket.putStream('empty', Readable.from([]))).toBe(0);
    expect(await drain(bucket.getStream('large'))).toBe(hash.digest('hex'));
    expect(await namesIn(bucket)).toEqual(['empty', 'large', 'small']);
    expect(await namesIn(bucket, 'l')).toEqual(['large']);
    expect(await namesIn(await open('s3://backups'), 'site/')).toEqual(['site/empty', 'site/large', 'site/small']);
    for (const name of ['empty', 'large', 'small', 'never-there']) await bucket.delete(name);
    expect(await namesIn(bucket)).toEqual([]);
  });

  it('keeps bounded memory, whatever the size of a stream', async () => {
    const bucket = await open('s3://backups/memory');
    const before = bytesInUse();
    let most = 0;
    const measure = (sent: number) => {
      if (sent % (8 * MEBIBYTE) === 0) most = Math.max(most, bytesInUse() - before);
    };
    await bucket.putStream('large', Readable.from(pieces(192 * MEBIBYTE, measure), { objectMode: false }));
    // Two parts of 16 MiB are sent while a third one is filled; each is copied, and the server of this test is in the same process.
    expect(most).toBeLessThan(128 * MEBIBYTE);
  }, 300_000);

  it('has no object when its stream fails, gives up the upload, and reports the fault of the stream', async () => {
    const bucket = await open('s3://backups/failing');
    const failing = pieces(40 * MEBIBYTE, (sent) => {
      if (sent > 35 * MEBIBYTE) throw new Error('the source failed');
    });
    server.requests.length = 0;
    await expect(bucket.putStream('cut', Readable.from(failing, { objectMode: false }))).rejects.toThrow(
      'the source failed',
    );
    expect(await namesIn(bucket)).toEqual([]);
    expect(server.requests.filter((request) => request.startsWith('DELETE'))).toEqual([
      expect.stringMatching(/^DELETE \/backups\/failing\/cut\?uploadId=\w+/),
    ]);
    expect(server.requests.some((request) => /^POST .*cut\?uploadId=/.test(request))).toBe(false);
  });

  it('has no object when the connection ends in the middle of an upload', async () => {
    const bucket = await open('s3://backups/broken');
    const cut = pieces(40 * MEBIBYTE, (sent) => {
      if (sent > 35 * MEBIBYTE) server.network.cut();
    });
    try {
      await expect(bucket.putStream('cut', Readable.from(cut, { objectMode: false }))).rejects.toThrow(
        'Could not reach http://127.0.0.1',
      );
    } finally {
      server.network.repair();
    }
    expect(await namesIn(bucket)).toEqual([]);
  });

  it('goes on reading where the connection has broken', async () => {
    const bucket = await open('s3://backups/read');
    const hash = createHash('sha256');
    await bucket.putStream('large', hashed(hash, pieces(20 * MEBIBYTE)));
    const read = createHash('sha256');
    let cuts = 0;
    let bytes = 0;
    for await (const chunk of bucket.getStream('large') as AsyncIterable<Buffer>) {
      read.update(chunk);
      bytes += chunk.length;
      if (cuts < 2 && bytes > (cuts + 1) * 5 * MEBIBYTE) {
        cuts++;
        server.network.cut();
        setTimeout(() => server.network.repair(), 50);
      }
    }
    expect(cuts).toBe(2);
    expect(read.digest('hex')).toBe(hash.digest('hex'));
  });
});

describe('what is wrong with a bucket', () => {
  const put = async (bucket: Bucket) => bucket.putStream('x', Readable.from([Buffer.from('x')]));

  it('is said with the variable to correct', async () => {
    const { settings } = server;
    const cases: [string, typeof settings, string][] = [
      ['s3://missing', settings, 'There is no bucket missing at http://127.0.0.1'],
      ['s3://backups', { ...settings, AWS_ACCESS_KEY_ID: 'another' }, 'does not know the key AWS_ACCESS_KEY_ID'],
      ['s3://backups', { ...settings, AWS_SECRET_ACCESS_KEY: 'wrong' }, 'AWS_SECRET_ACCESS_KEY does not fit'],
      [
        's3://backups',
        { ...settings, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' },
        'Could not reach http://127.0.0.1:9 (ECONNREFUSED): look at AWS_ENDPOINT_URL_S3',
      ],
    ];
    for (const [url, own, message] of cases) {
      const bucket = await open(url, own);
      await expect(put(bucket), message).rejects.toThrow(message);
      await expect(namesIn(bucket), message).rejects.toThrow(message);
      await expect(drain(bucket.getStream('x')), message).rejects.toThrow(message);
    }
    await expect(drain((await open()).getStream('x'))).rejects.toThrow('There is no object s3://backups/site/x.');
  });

  it('is said before any request when the settings do not suffice', async () => {
    const { settings } = server;
    const none = { ...settings, AWS_ENDPOINT_URL_S3: '' };
    await expect(open('s3://backups', none)).rejects.toThrow('AWS_REGION: set the region of the bucket');
    const half = { ...settings, AWS_SECRET_ACCESS_KEY: '' };
    await expect(open('s3://backups', half)).rejects.toThrow('AWS_SECRET_ACCESS_KEY: set both or neither');
    for (const url of [
      'backups',
      's3://',
      's3://UPPER',
      's3://backups//x',
      's3://backups/../x y',
      'https://s3.example/b',
    ])
      await expect(open(url), url).rejects.toThrow('is not the address of a bucket');
    expect(parseBucketAddress('s3://backups/a/b/')).toEqual({ bucket: 'backups', prefix: 'a/b/' });
  });

  it('is said in the words of a service that refuses to write', async () => {
    const bucket = await open();
    await bucket.putStream('file', Readable.from([Buffer.from('x')]));
    const below = await open('s3://backups/site/file._S3rver_object');
    await expect(put(below)).rejects.toThrow(/refused to write s3:\/\/backups\/site\/file.*: HTTP 500/);
    await bucket.delete('file');
  });

  it('is said from the code of the service, and from its status when there is no code', async () => {
    const cases: [string, number, string][] = [
      ['AccessDenied', 403, 'The key AWS_ACCESS_KEY_ID may not write s3://backups/site/x.'],
      ['AuthorizationHeaderMalformed', 400, 'AWS_REGION is not the region of the bucket backups.'],
      ['ExpiredToken', 400, 'The key has ended'],
      ['QuotaExceeded', 409, 'refused to write s3://backups/site/x: HTTP 409 QuotaExceeded Refused by the test.'],
      ['', 403, 'The key AWS_ACCESS_KEY_ID may not write s3://backups/site/x.'],
    ];
    const bucket = await open();
    for (const [code, status, message] of cases) {
      server.refuse({ code, status, matches: (request) => request.startsWith('PUT') });
      await expect(put(bucket), message).rejects.toThrow(message);
    }
    server.refuse(null);
    expect(await namesIn(bucket)).toEqual([]);
  });

  it('does not look like an object: an upload whose last request is refused leaves none', async () => {
    const bucket = await open();
    server.refuse({ code: 'AccessDenied', status: 403, matches: (request) => /^POST .*uploadId=/.test(request) });
    await expect(
      bucket.putStream('large', Readable.from(pieces(20 * MEBIBYTE), { objectMode: false })),
    ).rejects.toThrow('may not write');
    server.refuse(null);
    expect(await namesIn(bucket)).toEqual([]);
  });
});
