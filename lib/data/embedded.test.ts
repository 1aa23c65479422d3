import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { programArguments } from '@/lib/testing/program';
import { temporaryDirectory } from '@/lib/testing/server';
import { withClient } from '@/lib/testing/template';
import { sharedBuffersMiB, startEmbedded } from './embedded';
import { hydrateLinks, isUnchanged, toEarlierHost } from './embedded-host';
import { migrate } from './migrate';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function emptyDirectory(): Promise<string> {
  const { directory, remove } = await temporaryDirectory('embedded');
  cleanups.push(remove);
  return directory;
}

let template: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  template = await temporaryDirectory('embedded-template');
  await (await startEmbedded({ dataDirectory: template.directory, durable: false })).stop();
});
afterAll(() => template.remove());

/** A directory with the data of a server that was stopped, as one that was copied from another place. */
async function dataDirectory(): Promise<string> {
  const directory = await emptyDirectory();
  const { password } = JSON.parse(await fs.readFile(path.join(template.directory, 'postgres.json'), 'utf8'));
  // It keeps owners and modes, which `fs.cp` does not.
  await promisify(execFile)('cp', ['-a', path.join(template.directory, 'postgres'), directory]);
  await fs.writeFile(path.join(directory, 'postgres.json'), JSON.stringify({ password, port: 0 }));
  return directory;
}

async function start(directory: string) {
  const server = await startEmbedded({ dataDirectory: directory, durable: false });
  cleanups.push(server.stop);
  return server;
}

/** A start in a separate process, so that it can be killed. */
async function startElsewhere(directory: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...programArguments('lib/testing/embedded-child.ts'), directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  cleanups.push(async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

const rows = (url: string, query: string) => withClient(url, async (client) => (await client.query(query)).rows);
const serverProcess = async (directory: string) =>
  Number((await fs.readFile(path.join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

describe('the embedded server', () => {
  test('keeps its data over a stop and a start', async () => {
    const directory = await emptyDirectory();
    const first = await startEmbedded({ dataDirectory: directory, durable: false });
    await rows(first.url, "CREATE TABLE kept AS SELECT 'so' AS it_is");
    await first.stop();
    const second = await start(directory);
    expect(await rows(second.url, 'TABLE kept')).toEqual([{ it_is: 'so' }]);
  });

  test('refuses a second start on the same data and names the process that uses it', async () => {
    const directory = await dataDirectory();
    const { child } = await startElsewhere(directory);
    await expect(startEmbedded({ dataDirectory: directory })).rejects.toThrow(
      `Another Botplay (process ${child.pid}, http://localhost:1234) already uses the data directory ${directory}`,
    );
  });

  test('ends with its process when that is killed by force, and starts again', async () => {
    const directory = await dataDirectory();
    const { child, url } = await startElsewhere(directory);
    await rows(url, 'CREATE TABLE kept AS SELECT 1 AS n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const again = await start(directory);
    expect(await rows(again.url, 'TABLE kept')).toEqual([{ n: 1 }]);
  });

  test('recovers after the server itself was killed by force', async () => {
    const directory = await dataDirectory();
    const first = await startEmbedded({ dataDirectory: directory, durable: true });
    await rows(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    process.kill(await serverProcess(directory), 'SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    await first.stop();
    const again = await start(directory);
    expect(await rows(again.url, 'TABLE kept')).toEqual([{ n: 1 }]);
  });

  test('names the file of the password when it is damaged', async () => {
    const directory = await dataDirectory();
    await fs.writeFile(path.join(directory, 'postgres.json'), '');
    await expect(startEmbedded({ dataDirectory: directory, durable: false })).rejects.toThrow(
      /contains a database, but .*postgres\.json with its password is missing or damaged\. Restore the file\./,
    );
  });

  test('ignores a lock file whose process id belongs to another program', async () => {
    const directory = await dataDirectory();
    await (await startEmbedded({ dataDirectory: directory, durable: false })).stop();
    await fs.writeFile(path.join(directory, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
    await fs.writeFile(
      path.join(directory, 'botplay.lock'),
      JSON.stringify({ pid: process.pid, started: 'before the reboot', about: '' }),
    );
    const again = await start(directory);
    expect(await rows(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  test('takes another port when its last one is taken', async () => {
    const directory = await dataDirectory();
    const first = await startEmbedded({ dataDirectory: directory, durable: false });
    await first.stop();
    const port = Number(new URL(first.url).port);
    const squatter = net.createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    cleanups.push(async () => squatter.close());
    const second = await start(directory);
    expect(new URL(second.url).port).not.toBe(String(port));
  });

  test('says that it is starting before it is ready', async () => {
    const directory = await emptyDirectory();
    const calls: string[] = [];
    const server = await startEmbedded({
      dataDirectory: directory,
      durable: false,
      onWaiting: () => calls.push('waiting'),
    });
    calls.push('ready');
    await server.stop();
    expect(calls).toEqual(['waiting', 'waiting', 'ready']);
  });

  test('stores where it ran, and looks for its programs again when those do not run', async () => {
    const directory = await dataDirectory();
    const file = path.join(directory, 'postgres.json');
    const readAccess = async () => JSON.parse(await fs.readFile(file, 'utf8'));
    const first = await startEmbedded({ dataDirectory: directory, durable: false });
    await rows(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const access = await readAccess();
    expect(await isUnchanged(access.host)).toBe(true);

    const broken = path.join(directory, 'native');
    await fs.mkdir(path.join(broken, 'bin'), { recursive: true });
    await fs.writeFile(path.join(broken, 'bin', 'postgres'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const host = await toEarlierHost({ ...access.host, programs: broken });
    expect(await isUnchanged(host)).toBe(true);
    await fs.writeFile(file, JSON.stringify({ ...access, host }));
    const second = await start(directory);
    expect(await rows(second.url, 'TABLE kept')).toEqual([{ n: 1 }]);
    expect((await readAccess()).host).toEqual(access.host);
  });

  test('does not trust where it ran after its programs were installed again', async () => {
    const directory = await dataDirectory();
    await (await startEmbedded({ dataDirectory: directory, durable: false })).stop();
    const { host } = JSON.parse(await fs.readFile(path.join(directory, 'postgres.json'), 'utf8'));
    expect(await isUnchanged({ ...host, programChangedMs: host.programChangedMs - 1 })).toBe(false);
    expect(await isUnchanged({ ...host, programs: path.join(directory, 'gone') })).toBe(false);
    expect(await isUnchanged({ ...host, cluster: path.join(directory, 'gone') })).toBe(false);
    expect(await isUnchanged({ ...host, identity: { uid: 1, gid: 1 } })).toBe(false);
  });

  test('is migrated once when two processes start at the same time', async () => {
    const server = await start(await dataDirectory());
    const applied = await Promise.all([migrate(server.url), migrate(server.url)]);
    const folders = (await fs.readdir('prisma/migrations')).filter((name) => /^\d+_/.test(name));
    expect(applied.toSorted((one, other) => one.length - other.length)).toEqual([[], folders.sort()]);
  });

  test.runIf(process.getuid?.() === 0)(
    'as root goes where its user can reach when the checkout is closed to others',
    async () => {
      const directory = await emptyDirectory();
      await fs.chmod(directory, 0o700);
      const first = await startEmbedded({ dataDirectory: directory, durable: false });
      const moved = first.moved ?? '';
      cleanups.push(() => fs.rm(path.dirname(moved), { recursive: true, force: true }));
      expect(moved).toMatch(/^\/var\/(lib|tmp)\/botplay-[0-9a-f]{12}\/postgres$/);
      await rows(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
      await first.stop();
      const second = await start(directory);
      expect(second.moved).toBe(moved);
      expect(await rows(second.url, 'TABLE kept')).toEqual([{ n: 1 }]);
    },
  );
});

test('creates the symbolic links that an npm package cannot contain', async () => {
  const directory = await emptyDirectory();
  const programs = path.join(directory, 'native');
  await fs.mkdir(path.join(programs, 'lib'), { recursive: true });
  await fs.writeFile(path.join(programs, 'lib', 'libx.so.1.2'), 'library');
  const links = ['libx.so', 'libx.so.1'].map((name) => ({
    source: 'native/lib/libx.so.1.2',
    target: `native/lib/${name}`,
  }));
  await fs.writeFile(path.join(programs, 'pg-symlinks.json'), JSON.stringify(links));
  await hydrateLinks(programs);
  await hydrateLinks(programs);
  expect(await fs.readFile(path.join(programs, 'lib', 'libx.so.1'), 'utf8')).toBe('library');
  expect(await fs.readlink(path.join(programs, 'lib', 'libx.so'))).toBe('libx.so.1.2');
});

test('takes memory by the limit of its container, and by the machine where there is none', () => {
  const gibibyte = 2 ** 30;
  expect(sharedBuffersMiB(64 * gibibyte, 4 * gibibyte)).toBe(256);
  expect(sharedBuffersMiB(8 * gibibyte, 2 ** 63)).toBe(512);
  expect(sharedBuffersMiB(8 * gibibyte, 0)).toBe(512);
});
