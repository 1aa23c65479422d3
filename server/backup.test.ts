import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, expect, inject, test } from 'vitest';
import { pool } from '@/lib/data/database';
import { type BucketServer, startBucketServer } from '@/lib/testing/bucket-server';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { programArguments } from '@/lib/testing/program';
import { temporaryDirectory } from '@/lib/testing/server';
import { withClient } from '@/lib/testing/template';
import { databaseUrl } from '@/lib/testing/url';

useCatalog();

const TIMEOUT_MS = 600_000;
/** Deriving a key from a passphrase takes a second, so most backups are for a public key. */
const identity = await generateIdentity();
const FOR_KEY = { BACKUP_RECIPIENT: await identityToRecipient(identity), BACKUP_IDENTITY: identity };
const BY_PASSPHRASE = {
  BACKUP_RECIPIENT: '',
  BACKUP_IDENTITY: '',
  BACKUP_PASSPHRASE: 'a long sentence for the backup',
};
const KEYS = { ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`, IDENTITY_KEY: 'x'.repeat(43) };

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function directory(): Promise<string> {
  const folder = await temporaryDirectory('backup');
  cleanups.push(folder.remove);
  return folder.directory;
}

/** An empty database, dropped after the test. */
async function emptyDatabase(): Promise<string> {
  const { server } = inject('database');
  const name = `botplay_restore_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE "${name}"`));
  cleanups.push(() => withClient(server, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`)));
  return databaseUrl(server, name);
}

/** As an operator runs it: by `npm run <command>`, from the sources. */
const FROM_SOURCE = ['scripts/run-source.mjs'];
const COMMANDS = programArguments('server/testing/command-process.ts');

/** `npm run <command> -- <args>` */
async function run(
  command: 'backup' | 'restore',
  args: string[],
  variables: Record<string, string> = {},
  program = COMMANDS,
) {
  const env = { ...process.env, ...KEYS, ...FOR_KEY, ...variables };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [...program, command, ...args], { env })) };
  } catch (thrown) {
    return thrown as { code: number; stdout: string; stderr: string };
  }
}

async function makeBackup(
  args: string[] = [],
  variables: Record<string, string> = {},
  program = COMMANDS,
): Promise<string> {
  const folder = await directory();
  expect(await run('backup', [folder, ...args], variables, program)).toMatchObject({ code: 0 });
  const [name = ''] = await fs.readdir(folder);
  return path.join(folder, name);
}

const tablesOf = (url: string) =>
  withClient(
    url,
    async (client) => (await client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rowCount,
  );

test(
  'a backup that is made while agents act has every action that was answered before, and is restored whole',
  async () => {
    const player = await playerFixture();
    await player.call('memory.set', { experience_id: TIC_TAC_TOE, data: { before: 'line one\nline\ttwo \\N' } });
    let isDone = false;
    const load = (async () => {
      for (let n = 0; !isDone; n++)
        await player.call('memory.set', { experience_id: TIC_TAC_TOE, data: { during: n } });
    })();
    const file = await makeBackup([], BY_PASSPHRASE, FROM_SOURCE);
    isDone = true;
    await load;
    const url = await emptyDatabase();
    expect(await run('restore', [file], { ...BY_PASSPHRASE, DATABASE_URL: url }, FROM_SOURCE)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('without the secrets'),
    });
    const query = "SELECT data->'before' AS before FROM agent_memories";
    const stored = (await pool().query(query)).rows;
    expect(stored).toHaveLength(1);
    expect(await withClient(url, async (client) => (await client.query(query)).rows)).toEqual(stored);
    const shape = `SELECT conname, convalidated FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`;
    const triggers = 'SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1';
    for (const one of [shape, triggers])
      expect(await withClient(url, async (client) => (await client.query(one)).rows)).toEqual(
        (await pool().query(one)).rows,
      );
    const again = await run('restore', [file], { ...BY_PASSPHRASE, DATABASE_URL: url });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('The database is not empty') });
  },
  TIMEOUT_MS,
);

test(
  'a truncated or changed backup, a wrong passphrase and a missing key restore nothing, and say so',
  async () => {
    const [file, byPassphrase] = [await makeBackup(), await makeBackup([], BY_PASSPHRASE)];
    const whole = await fs.readFile(file);
    const truncated = `${file}.truncated`;
    await fs.writeFile(truncated, whole.subarray(0, Math.floor(whole.length * 0.7)));
    const changed = `${file}.changed`;
    const bytes = Buffer.from(whole);
    bytes.writeUInt8((bytes.readUInt8(bytes.length - 9) + 1) % 256, bytes.length - 9);
    await fs.writeFile(changed, bytes);
    const url = await emptyDatabase();
    const cases: [string, Record<string, string>, string][] = [
      [truncated, {}, 'The archive is damaged or incomplete'],
      [changed, {}, 'The archive is damaged or incomplete'],
      [byPassphrase, { ...BY_PASSPHRASE, BACKUP_PASSPHRASE: 'another' }, 'BACKUP_PASSPHRASE does not open this backup'],
      [file, { BACKUP_IDENTITY: '' }, 'The backup is encrypted'],
      [file, { BACKUP_IDENTITY: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` }, 'BACKUP_IDENTITY does not open'],
      [file, { IDENTITY_KEY: 'y'.repeat(43) }, 'IDENTITY_KEY must have the keys'],
      ['package.json', {}, 'package.json is not a backup'],
      ['missing.backup', {}, 'There is no file missing.backup'],
    ];
    for (const [from, variables, message] of cases) {
      const result = await run('restore', [from], { DATABASE_URL: url, ...variables });
      expect(result, message).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
      expect(await tablesOf(url)).toBe(0);
    }
    expect(await run('restore', [file, '--check'])).toMatchObject({ code: 0 });
    expect((await run('restore', [truncated, '--check'])).code).toBe(1);
  },
  TIMEOUT_MS,
);

test(
  'a backup for a public key is opened by its private key only, and is never written over',
  async () => {
    const file = await makeBackup(['--with-secrets']);
    expect((await fs.readFile(file, 'latin1')).startsWith('age-encryption.org/v1')).toBe(true);
    expect((await run('restore', [file, '--check'], BY_PASSPHRASE)).code).toBe(1);
    const opened = await run('restore', [file, '--check']);
    expect(opened).toMatchObject({ code: 0, stdout: expect.stringContaining('with the secrets') });
    expect(opened.stdout).not.toContain(KEYS.IDENTITY_KEY);
  },
  TIMEOUT_MS,
);

test(
  'older backups are removed but for those that are kept, and a folder that cannot be written is named',
  async () => {
    const folder = await directory();
    for (let n = 0; n < 3; n++) expect((await run('backup', [folder, '--keep', '2'])).code).toBe(0);
    expect(await fs.readdir(folder)).toHaveLength(2);
    const file = path.join(folder, 'file');
    await fs.writeFile(file, '');
    expect(await run('backup', [file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No backup was written'),
    });
    const wrong = [
      ['a', 'b'],
      ['--keep', '0'],
      ['--keep', 'daily=1,daily=2'],
      ['s3://Not-A-Bucket'],
      ['--plain'],
      ['--unknown'],
    ];
    for (const args of wrong) expect((await run('backup', args)).code).toBe(2);
    expect((await run('backup', [folder], { BACKUP_RECIPIENT: '' })).code).toBe(2);
  },
  TIMEOUT_MS,
);

test(
  'a folder that takes no more bytes has no backup, no part of one, and keeps its older ones',
  async () => {
    const file = await makeBackup();
    const folder = path.dirname(file);
    const player = await playerFixture();
    const noise = Array.from({ length: 40 }, () => randomBytes(4_000).toString('hex'));
    for (const [index, text] of noise.entries())
      await player.call('memory.set', { experience_id: TIC_TAC_TOE, data: { index, text } });
    // The kernel refuses to let a file grow further, as a full disk does. 512 bytes a block; the loader's own files are smaller.
    const env = { ...process.env, ...KEYS, ...FOR_KEY };
    const limited = `ulimit -f 8; exec "${process.execPath}" ${COMMANDS.join(' ')} backup "${folder}" --keep 1`;
    const result = await promisify(execFile)('sh', ['-c', limited], { env }).catch((thrown) => thrown);
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/No backup was written, and no older one was removed: E(FBIG|NOSPC)/),
    });
    expect(await fs.readdir(folder)).toEqual([path.basename(file)]);
  },
  TIMEOUT_MS,
);

const BUCKET = 's3://backups/site';

const variablesOf = ({ settings }: BucketServer) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));

async function bucketServer(): Promise<BucketServer> {
  const server = await startBucketServer('backups');
  cleanups.push(() => server.close());
  return server;
}

test(
  'a backup that is made in a bucket while agents act is restored whole from there',
  async () => {
    const server = await bucketServer();
    const variables = variablesOf(server);
    const player = await playerFixture();
    await player.call('memory.set', { experience_id: TIC_TAC_TOE, data: { before: 'acknowledged' } });
    let isDone = false;
    const load = (async () => {
      for (let n = 0; !isDone; n++)
        await player.call('memory.set', { experience_id: TIC_TAC_TOE, data: { during: n } });
    })();
    expect(await run('backup', [BUCKET, '--keep', 'daily=7,weekly=4,monthly=6'], variables)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^s3:\/\/backups\/site\/botplay-\w+\.backup: /),
    });
    isDone = true;
    await load;
    const listed = await run('backup', ['--list', BUCKET], variables);
    const address = /s3:\S+/.exec(listed.stdout)?.[0] ?? '';
    const url = await emptyDatabase();
    expect(await run('restore', [address], { ...variables, DATABASE_URL: url })).toMatchObject({ code: 0 });
    const query = "SELECT agent_id, data->'before' AS before FROM agent_memories ORDER BY 1";
    const stored = (await pool().query(query)).rows;
    expect(stored).toContainEqual(expect.objectContaining({ before: 'acknowledged' }));
    expect(await withClient(url, async (client) => (await client.query(query)).rows)).toEqual(stored);
    expect(await run('restore', [`${address}.missing`, '--check'], variables)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no object ${address}.missing.`),
    });
    expect(await run('backup', [BUCKET], { ...variables, AWS_SECRET_ACCESS_KEY: '' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: set both or neither'),
    });
  },
  TIMEOUT_MS,
);
