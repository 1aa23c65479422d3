import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { type BucketServer, startBucketServer } from '@/lib/testing/bucket-server';
import { useDatabase } from '@/lib/testing/database';
import { temporaryDirectory } from '@/lib/testing/server';
import { readArchive } from './archive';
import { makeBackupInThread } from './in-thread';
import { type BackupOrder, makeBackup } from './make';
import { backupName, openBackupPlace } from './place';
import { checkBackup } from './restore';

useDatabase();

const DAY_MS = 86_400_000;
const BUCKET = 's3://backups/site';
/** A pair of keys: a passphrase takes a second of the processor, each time. */
const identity = await generateIdentity();
const SEAL = { recipient: await identityToRecipient(identity) };

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer('backups');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.refuse(null);
  const place = await openBackupPlace(BUCKET, server.settings);
  for (const { name } of await place.list()) await place.remove(name);
});

const orderTo = (place: string, changes: Partial<BackupOrder> = {}): BackupOrder => ({
  databaseUrl: process.env.DATABASE_URL ?? '',
  place,
  bucket: server.settings,
  seal: SEAL,
  version: '1.0.0',
  secrets: {},
  withSecrets: false,
  keep: null,
  ...changes,
});

async function namesIn(place: string): Promise<string[]> {
  return (await (await openBackupPlace(place, server.settings)).list()).map(({ name }) => name);
}

/** Fills a place with small files that have the names of backups of the last `days` days. */
async function fill(place: string, days: number): Promise<void> {
  const opened = await openBackupPlace(place, server.settings);
  const { Readable } = await import('node:stream');
  for (let day = 1; day <= days; day++)
    await opened.write(backupName(new Date(Date.now() - day * DAY_MS)), Readable.from([Buffer.from('x')]), 0);
}

describe('a backup in a bucket', () => {
  it('is made on a thread of its own, read whole from there, and leaves those that the rule keeps', async () => {
    await fill(BUCKET, 4);
    const [, , , yesterday] = await namesIn(BUCKET);
    const keep = { last: 2, daily: 0, weekly: 0, monthly: 0 };
    const result = await makeBackupInThread(orderTo(BUCKET, { keep }), new AbortController().signal);
    expect(result).toMatchObject({ removed: 3, removalFault: null, address: `${BUCKET}/${result.name}` });
    expect(await namesIn(BUCKET)).toEqual([yesterday, result.name]);
    const place = await openBackupPlace(BUCKET, server.settings);
    const { manifest } = await checkBackup(readArchive(await place.read(result.name), result.address, { identity }));
    expect(manifest).toMatchObject({ version: '1.0.0', format: 1 });
  });

  it('that is refused, or cut in the middle, is not there, and no older one is removed', async () => {
    await fill(BUCKET, 3);
    const before = await namesIn(BUCKET);
    const keep = { last: 1, daily: 0, weekly: 0, monthly: 0 };
    const { settings } = server;
    const cases: [string, Partial<BackupOrder>, string][] = [
      [
        'another key',
        { bucket: { ...settings, AWS_ACCESS_KEY_ID: 'another' } },
        'does not know the key AWS_ACCESS_KEY_ID',
      ],
      ['no bucket', { place: 's3://missing' }, 'There is no bucket missing'],
      [
        'another address',
        { bucket: { ...settings, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' } },
        'Could not reach http://127.0.0.1:9',
      ],
      ['no database', { databaseUrl: 'postgresql://postgres@127.0.0.1:9/none' }, 'ECONNREFUSED'],
    ];
    for (const [name, changes, message] of cases)
      await expect(makeBackup(orderTo(BUCKET, { keep, ...changes })), name).rejects.toThrow(message);
    server.refuse({ code: 'QuotaExceeded', status: 409, matches: (request) => request.startsWith('PUT') });
    await expect(makeBackup(orderTo(BUCKET, { keep }))).rejects.toThrow('QuotaExceeded');
    server.refuse(null);
    expect(await namesIn(BUCKET)).toEqual(before);
  });

  it('is said to be stored when older ones could not be removed', async () => {
    await fill(BUCKET, 3);
    server.refuse({ code: 'AccessDenied', status: 403, matches: (request) => request.startsWith('DELETE') });
    const result = await makeBackup(orderTo(BUCKET, { keep: { last: 1, daily: 0, weekly: 0, monthly: 0 } }));
    expect(result).toMatchObject({
      removed: 0,
      removalFault: expect.stringContaining('may not delete s3://backups/site/'),
    });
    expect(await namesIn(BUCKET)).toHaveLength(4);
  });

  it('ends its connection to the database when the bucket fails in the middle', async () => {
    await pool().query('CREATE TABLE IF NOT EXISTS noise (id int PRIMARY KEY, text text)');
    for (let id = 0; id < 48; id++)
      await pool().query('INSERT INTO noise VALUES ($1, $2)', [id, randomBytes(524_288).toString('base64')]);
    server.refuse({ code: 'AccessDenied', status: 403, matches: (request) => /^PUT .*partNumber=/.test(request) });
    try {
      await expect(makeBackup(orderTo(BUCKET))).rejects.toThrow('may not write');
    } finally {
      await pool().query('DROP TABLE noise');
    }
    const open =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    expect((await pool().query(open)).rowCount).toBe(0);
    expect(await namesIn(BUCKET)).toEqual([]);
  });
});

describe('a backup in a folder', () => {
  it('that is a file is refused, encrypted or not', async () => {
    const { directory, remove } = await temporaryDirectory('backups');
    const file = path.join(directory, 'file');
    await fs.writeFile(file, '');
    for (const seal of [SEAL, null]) await expect(makeBackup(orderTo(file, { seal }))).rejects.toThrow('EEXIST');
    await remove();
  });

  it('removes what a process that died has left, and no other file', async () => {
    const { directory, remove } = await temporaryDirectory('backups');
    const old = `${backupName(new Date(Date.now() - 2 * DAY_MS))}.partial`;
    const young = `${backupName(new Date(Date.now() - 60_000))}.partial`;
    for (const name of [old, young, 'notes.partial']) await fs.writeFile(path.join(directory, name), 'x');
    const past = new Date(Date.now() - 2 * DAY_MS);
    await fs.utimes(path.join(directory, old), past, past);
    const { name } = await makeBackup(orderTo(directory));
    expect((await fs.readdir(directory)).sort()).toEqual([name, young, 'notes.partial'].sort());
    await remove();
  });
});
