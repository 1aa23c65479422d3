import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findHost, type Host } from './embedded-host';
import { aboutLock, commandOf, LockHeld, takeLock } from './process-lock';

const run = promisify(execFile);
const DATABASE = 'botplay';
const MAJOR = '18';
const STOP_WITHIN_MS = 20_000;

export interface EmbeddedOptions {
  /** Holds the cluster, its log and what must be remembered between starts. */
  dataDirectory: string;
  /** false trades safety against a power cut for speed: for tests. */
  durable?: boolean;
  maxConnections?: number;
  /** What another start on the same directory is told, e.g. the URL that is served. */
  about?: string;
}

export interface EmbeddedServer {
  /** Connection string of the database `botplay`. */
  url: string;
  /** Set when the data had to go outside the data directory: where it is. */
  moved: string | null;
  /** Resolves with a reason when the server ends by itself. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

interface Remembered {
  password: string;
  port: number;
}

async function remembered(file: string): Promise<Remembered | null> {
  const text = await fs.readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Remembered);
}

/** A port that is free now: the wished one, else any. */
async function freePort(wished: number): Promise<number> {
  const attempt = (port: number) =>
    new Promise<number | null>((resolve) => {
      const probe = net.createServer();
      probe.once('error', () => resolve(null));
      probe.listen(port, '127.0.0.1', () => {
        const { port: bound } = probe.address() as net.AddressInfo;
        probe.close(() => resolve(bound));
      });
    });
  const port = (wished > 0 ? await attempt(wished) : null) ?? (await attempt(0));
  if (port === null) throw new Error('No free port was found for the embedded database.');
  return port;
}

/** Makes the cluster, beside its place and then moved there, so that an interrupted start leaves nothing half made. */
async function createCluster(host: Host, password: string, durable: boolean): Promise<void> {
  const draft = `${host.cluster}.making`;
  const passwordFile = `${host.cluster}.password`;
  await fs.rm(draft, { recursive: true, force: true });
  await fs.mkdir(draft, { mode: 0o700 });
  await fs.writeFile(passwordFile, password, { mode: 0o600 });
  if (host.identity.uid !== undefined) {
    for (const file of [draft, passwordFile])
      await fs.chown(file, host.identity.uid, host.identity.gid ?? host.identity.uid);
  }
  const flags = [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await run(path.join(host.programs, 'bin', 'initdb'), flags, {
      ...host.identity,
      cwd: '/',
      env: serverEnvironment(),
    });
  } finally {
    await fs.rm(passwordFile, { force: true });
  }
  await fs.rm(host.cluster, { recursive: true, force: true });
  await fs.rename(draft, host.cluster);
}

/** Without the variables by which PostgreSQL's programs could be led elsewhere. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG',
  );
  return { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), LC_ALL: 'C' };
}

/**
 * A server that outlived the process it belonged to (killed by force) is ended; a lock file that names a process
 * of somebody else (numbers are given out again after a reboot) is removed, because PostgreSQL would believe it.
 */
async function clearLeftover(host: Host): Promise<void> {
  const lockFile = path.join(host.cluster, 'postmaster.pid');
  const text = await fs.readFile(lockFile, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number(text.split('\n')[0]);
  const command = await commandOf(pid);
  if (command === null || !command.includes(host.cluster)) {
    await fs.rm(lockFile, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < STOP_WITHIN_MS; waited += 50) {
    if ((await commandOf(pid)) === null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`A database server of an earlier start (process ${pid}) does not end. End it and start again.`);
}

/**
 * Ends the server when our end of the pipe closes, that is also when we are killed by force; detached, so that
 * Ctrl-C in a terminal reaches us alone and we can finish what is in flight first.
 */
const GUARD = 'exec 3<&0; ( (read -r _ <&3; kill -INT $$) & ) >/dev/null 2>&1; exec "$@" 3<&- </dev/null';

/** A sixteenth of the memory, 128 MiB to 1 GiB: what is read again is not copied from the system each time. */
function sharedBuffersMiB(): number {
  return Math.round(Math.min(Math.max(os.totalmem() / 2 ** 20 / 16, 128), 1024));
}

async function spawnServer(host: Host, port: number, options: EmbeddedOptions): Promise<ChildProcess> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 200,
    wal_level: 'minimal',
    max_wal_senders: 0,
    jit: 'off',
    random_page_cost: 1.1,
    shared_buffers: `${sharedBuffersMiB()}MB`,
    max_wal_size: '2GB',
    log_min_messages: 'warning',
    ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await fs.open(logFile(options), 'w', 0o644);
  try {
    const command = [
      '/bin/sh',
      '-c',
      GUARD,
      'sh',
      path.join(host.programs, 'bin', 'postgres'),
      '-D',
      host.cluster,
      ...flags,
    ] as const;
    return spawn(command[0], command.slice(1), {
      ...host.identity,
      cwd: '/',
      env: serverEnvironment(),
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
}

const lockOf = (directory: string): string => path.join(directory, 'botplay.lock');

function logFile(options: EmbeddedOptions): string {
  return path.join(path.resolve(options.dataDirectory), 'postgres.log');
}

/** Connects until the server answers; a recovery after a crash may take its time. */
async function untilReady(url: string, child: ChildProcess): Promise<'ready' | 'exited'> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return 'exited';
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.query(`SELECT 1`);
      return 'ready';
    } catch (thrown) {
      const code = (thrown as { code?: string }).code;
      if (code === '28P01') throw new Error('The embedded database refuses the password that was remembered for it.');
      await new Promise((resolve) => setTimeout(resolve, 25));
    } finally {
      await client.end().catch(() => null);
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (known.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function prepareCluster(host: Host, memory: string, durable: boolean): Promise<Remembered> {
  const version = await fs.readFile(path.join(host.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null && version.trim() !== MAJOR) {
    throw new Error(
      `${host.cluster} holds data of PostgreSQL ${version.trim()}, this is ${MAJOR}. Move the data with pg_dump, or set BOTPLAY_DATA_DIR to a new directory.`,
    );
  }
  const known = await remembered(memory);
  if (version !== null && known !== null) return known;
  if (version !== null)
    throw new Error(`${host.cluster} holds a database, but ${memory}, which holds its password, is missing.`);
  const made = { password: randomBytes(18).toString('base64url'), port: 0 };
  await fs.writeFile(memory, JSON.stringify(made), { mode: 0o600 });
  await createCluster(host, made.password, durable);
  return made;
}

/** Starts the server on a free port; a port that was taken in between is left for another. */
async function startOnFreePort(
  host: Host,
  known: Remembered,
  options: EmbeddedOptions,
): Promise<{ child: ChildProcess; port: number; url: string }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? known.port : 0);
    const url = `postgresql://postgres:${known.password}@127.0.0.1:${port}`;
    const child = await spawnServer(host, port, options);
    child.stdin?.on('error', () => null);
    if ((await untilReady(`${url}/postgres`, child)) === 'ready') return { child, port, url };
    child.stdin?.destroy();
    const log = await fs.readFile(logFile(options), 'utf8').catch(() => '');
    const again = /could not bind|shared memory block/.test(log);
    if (!again || attempt === 5)
      throw new Error(
        `The embedded database did not start. Its log (${logFile(options)}) ends:\n${log.trim().slice(-2000)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 300 * attempt));
  }
}

/**
 * Starts the embedded PostgreSQL of a data directory, making it on the first start; returns where it answers.
 * It ends with `stop`, or when this process ends in whatever way.
 * @throws Error with advice when another process uses the directory or the server cannot run here.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const directory = path.resolve(options.dataDirectory);
  await fs.mkdir(directory, { recursive: true });
  const unlock = await takeLock(lockOf(directory), options.about ?? '').catch((thrown: unknown) => {
    if (!(thrown instanceof LockHeld)) throw thrown;
    const where = thrown.about === '' ? '' : `, ${thrown.about}`;
    throw new Error(
      `Another Botplay (process ${thrown.pid}${where}) already uses the data directory ${directory}. ` +
        'Stop it, or start this one with another PORT and another BOTPLAY_DATA_DIR.',
    );
  });
  try {
    const host = await findHost(directory);
    await clearLeftover(host);
    const memory = path.join(directory, 'postgres.json');
    const known = await prepareCluster(host, memory, options.durable !== false);
    const { child, port, url } = await startOnFreePort(host, known, options);
    await fs.writeFile(memory, JSON.stringify({ ...known, port } satisfies Remembered), { mode: 0o600 });
    await ensureDatabase(`${url}/postgres`);
    return { url: `${url}/${DATABASE}`, moved: host.moved, ...lifetime(child, unlock) };
  } catch (thrown) {
    await unlock();
    throw thrown;
  }
}

/**
 * The embedded database of a data directory while another process of ours runs it: where it answers, and what that process
 * said of itself. Null when nobody does.
 * @throws Error when the directory never held one
 */
export async function findRunningEmbedded(dataDirectory: string): Promise<{ url: string; about: string } | null> {
  const directory = path.resolve(dataDirectory);
  const known = await remembered(path.join(directory, 'postgres.json'));
  if (known === null) throw new Error(`There is no database in ${directory}. BOTPLAY_DATA_DIR names the directory.`);
  const url = `postgresql://postgres:${known.password}@127.0.0.1:${known.port}/${DATABASE}`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return { url, about: await aboutLock(lockOf(directory)) };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => null);
  }
}

function lifetime(child: ChildProcess, unlock: () => Promise<void>): Pick<EmbeddedServer, 'ended' | 'stop'> {
  let stopping = false;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      child.stdin?.destroy();
      resolve(signal ?? `code ${code}`);
    });
  });
  const ended = new Promise<string>((resolve) => {
    void exited.then((reason) => (stopping ? null : resolve(reason)));
  });
  const stop = async () => {
    stopping = true;
    const force = setTimeout(() => child.kill('SIGQUIT'), STOP_WITHIN_MS);
    // The guard sends the signal for a fast, clean stop.
    child.stdin?.destroy();
    await exited;
    clearTimeout(force);
    await unlock();
  };
  return { ended, stop };
}
