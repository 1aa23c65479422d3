import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import getPort from 'get-port';
import pg from 'pg';
import { type EarlierHost, findHost, type Host, isUnchanged, toEarlierHost } from './embedded-host';
import { commandOf, LockOwnedError, readLockOwner, takeLock } from './process-lock';
import { sqlState } from './sql-state';

const run = promisify(execFile);
const DATABASE = 'botplay';
const MAJOR = '18';
const INVALID_PASSWORD = '28P01';
const INVALID_CATALOG_NAME = '3D000';
const MAX_STOP_MS = 20_000;
const POLL_MS = 15;
/** A killed server's memory is free only when its last backend has ended. */
const RETRY_START_MS = 150;
const MAX_START_ATTEMPTS = 20;

export interface EmbeddedOptions {
  /** Directory of the cluster, its log, password and port. */
  dataDirectory: string;
  /** false skips flushes to disk: for tests. */
  durable?: boolean;
  maxConnections?: number;
  /** Shown to another start on the same directory, for example the URL of this one. */
  about?: string;
  /** Called when a program of PostgreSQL runs, so that there is only waiting left. */
  onWaiting?: () => void;
}

export interface EmbeddedServer {
  /** Connection string of the database `botplay`. */
  url: string;
  /** Where the data are when they could not be in the data directory, else null. */
  moved: string | null;
  /** Resolves with a reason when the server stops unexpectedly. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** The contents of postgres.json. */
interface StoredAccess {
  password: string;
  port: number;
  /** Missing before the first start is complete, and in files of earlier versions. */
  host?: EarlierHost;
}

/** Null when the file is missing, or damaged as by a power failure or a full disk. */
async function readAccess(file: string): Promise<StoredAccess | null> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as StoredAccess;
  } catch {
    return null;
  }
}

/** Replaces the file in one step: a partial file would lose the password. */
async function writeAccess(file: string, access: StoredAccess): Promise<void> {
  const draft = `${file}.making`;
  await fs.writeFile(draft, JSON.stringify(access), { mode: 0o600 });
  await fs.rename(draft, file);
}

/** Creates the cluster in a draft directory and renames it, so that an interrupted start leaves no partial cluster. */
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
    }).catch((thrown: Error & { stderr?: string }) => {
      throw new Error(
        `The database could not be created in ${host.cluster}: ${faultOf(thrown.stderr) ?? thrown.message}`,
        {
          cause: thrown,
        },
      );
    });
  } finally {
    await fs.rm(passwordFile, { force: true });
  }
  await fs.rm(host.cluster, { recursive: true, force: true });
  await fs.rename(draft, host.cluster);
}

/** The first fault that a program of PostgreSQL has printed, such as a disk that is full: others follow from it. */
function faultOf(output = ''): string | undefined {
  const [, fault] = /\b(?:error|FATAL|PANIC): +(.*)$/m.exec(output) ?? [];
  const [, hint] = /\bHINT: +(.*)$/m.exec(output) ?? [];
  return fault && hint ? `${fault}. ${hint}` : fault;
}

/** The environment without the variables that would redirect PostgreSQL's programs. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG',
  );
  return { ...(Object.fromEntries(entries) as NodeJS.ProcessEnv), LC_ALL: 'C' };
}

/**
 * Stops a server that outlived its process (kill -9). Removes a lock file whose process id now belongs to another
 * program (ids are reused after a reboot), because PostgreSQL would trust it.
 */
async function stopLeftover(host: Host): Promise<void> {
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
  const deadlineMs = Date.now() + MAX_STOP_MS;
  while (Date.now() < deadlineMs) {
    if ((await commandOf(pid)) === null) return;
    await sleep(POLL_MS);
  }
  throw new Error(
    `The database server of an earlier start (process ${pid}) does not stop. Stop it with kill ${pid} and start again.`,
  );
}

/**
 * Stops the server when our end of the pipe closes, which also happens on kill -9. The server is detached, so that
 * Ctrl-C in a terminal reaches only us and running calls can finish first.
 */
const GUARD = 'exec 3<&0; ( (read -r _ <&3; kill -INT $$) & ) >/dev/null 2>&1; exec "$@" 3<&- </dev/null';

/**
 * A sixteenth of the memory, 128 MiB to 1 GiB.
 * @param container the limit of the container in bytes; 0 or undefined where there is none
 */
export function sharedBuffersMiB(machine = os.totalmem(), container = process.constrainedMemory()): number {
  const bytes = Math.min(machine, container || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(Math.max(bytes / 2 ** 20 / 16, 128), 1024));
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
    // Recovery after kill -9 replays what was written since the last checkpoint (docs/decisions/0005-embedded-postgresql.md).
    checkpoint_timeout: '30s',
    max_wal_size: '512MB',
    min_wal_size: '256MB',
    ...(os.platform() === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
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

/** Connects until the server answers; recovery after a crash may take seconds. Creates our database when it is missing. */
async function untilReady(url: string, child: ChildProcess): Promise<'ready' | 'exited'> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return 'exited';
    const client = new pg.Client({ connectionString: `${url}/${DATABASE}`, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      return 'ready';
    } catch (thrown) {
      const code = sqlState(thrown);
      if (code === INVALID_PASSWORD) throw new Error('The embedded database refuses the password in postgres.json.');
      if (code === INVALID_CATALOG_NAME) await createDatabase(`${url}/postgres`);
      else await sleep(POLL_MS);
    } finally {
      await client.end().catch(() => null);
    }
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${DATABASE}`).finally(() => client.end());
}

/** Creates the cluster on the first start. Returns its password and last port. */
async function prepareCluster(host: Host, accessFile: string, options: EmbeddedOptions): Promise<StoredAccess> {
  const version = await fs.readFile(path.join(host.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null && version.trim() !== MAJOR) {
    throw new Error(
      `${host.cluster} contains data of PostgreSQL ${version.trim()}, this version needs ${MAJOR}. Move the data with pg_dump, or set BOTPLAY_DATA_DIR to a new directory.`,
    );
  }
  const stored = await readAccess(accessFile);
  if (version !== null && stored !== null) return stored;
  if (version !== null)
    throw new Error(
      `${host.cluster} contains a database, but ${accessFile} with its password is missing or damaged. Restore the file.`,
    );
  const access = { password: randomBytes(18).toString('base64url'), port: 0 };
  await writeAccess(accessFile, access);
  const creating = createCluster(host, access.password, options.durable !== false);
  options.onWaiting?.();
  await creating;
  return access;
}

/** Starts the server on its last port, or on another when that one is in use. */
async function startOnFreePort(
  host: Host,
  access: StoredAccess,
  options: EmbeddedOptions,
): Promise<{ child: ChildProcess; port: number; url: string }> {
  for (let attempt = 1; ; attempt++) {
    const preferred = attempt === 1 && access.port > 0 ? access.port : undefined;
    const port = await getPort({ host: '127.0.0.1', port: preferred });
    const url = `postgresql://postgres:${access.password}@127.0.0.1:${port}`;
    const child = await spawnServer(host, port, options);
    child.stdin?.on('error', () => null);
    options.onWaiting?.();
    if ((await untilReady(url, child)) === 'ready') return { child, port, url };
    child.stdin?.destroy();
    const log = await fs.readFile(logFile(options), 'utf8').catch(() => '');
    const isTransient = /could not bind|shared memory block/.test(log);
    if (!isTransient || attempt === MAX_START_ATTEMPTS)
      throw new Error(
        `The embedded database did not start. Its log (${logFile(options)}) ends:\n${log.trim().slice(-2000)}`,
      );
    await sleep(RETRY_START_MS);
  }
}

/**
 * Starts the embedded PostgreSQL of a data directory; the first start creates it. It stops with `stop`, or when this
 * process ends, also by kill -9.
 * @throws Error that says what to do when another process uses the directory or the server cannot run here
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const directory = path.resolve(options.dataDirectory);
  await fs.mkdir(directory, { recursive: true });
  const unlock = await takeLock(lockOf(directory), options.about ?? '').catch((thrown: unknown) => {
    if (!(thrown instanceof LockOwnedError)) throw thrown;
    const where = thrown.about === '' ? '' : `, ${thrown.about}`;
    throw new Error(
      `Another Botplay (process ${thrown.pid}${where}) already uses the data directory ${directory}. ` +
        'Stop it, or start this one with another PORT and another BOTPLAY_DATA_DIR.',
    );
  });
  try {
    const { child, url, moved } = await startInDirectory(directory, options);
    return { url: `${url}/${DATABASE}`, moved, ...lifetime(child, unlock) };
  } catch (thrown) {
    await unlock();
    throw thrown;
  }
}

interface Running {
  child: ChildProcess;
  url: string;
  moved: string | null;
}

/** Starts the server where the last start did; where that is impossible, as the first one does. */
async function startInDirectory(directory: string, options: EmbeddedOptions): Promise<Running> {
  const earlier = (await readAccess(path.join(directory, 'postgres.json')))?.host;
  if (earlier && (await isUnchanged(earlier))) {
    const running = await startOnHost(earlier, directory, options).catch(() => null);
    if (running) return running;
  }
  return startOnHost(await findHost(directory), directory, options);
}

async function startOnHost(host: Host, directory: string, options: EmbeddedOptions): Promise<Running> {
  await stopLeftover(host);
  const accessFile = path.join(directory, 'postgres.json');
  const access = await prepareCluster(host, accessFile, options);
  const { child, port, url } = await startOnFreePort(host, access, options);
  const isStored = 'programChangedMs' in host;
  if (port !== access.port || !isStored)
    await writeAccess(accessFile, { ...access, port, host: await toEarlierHost(host) });
  return { child, url, moved: host.moved };
}

/**
 * Finds the embedded database of a data directory that another process of ours runs: its URL and the `about` of that
 * process. Null when it does not run.
 * @throws Error when the directory has no database
 */
export async function findRunningEmbedded(dataDirectory: string): Promise<{ url: string; about: string } | null> {
  const directory = path.resolve(dataDirectory);
  const access = await readAccess(path.join(directory, 'postgres.json'));
  if (access === null) throw new Error(`No database in ${directory}. Set BOTPLAY_DATA_DIR to its directory.`);
  const url = `postgresql://postgres:${access.password}@127.0.0.1:${access.port}/${DATABASE}`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return { url, about: await readLockOwner(lockOf(directory)) };
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
    const force = setTimeout(() => child.kill('SIGQUIT'), MAX_STOP_MS);
    // The guard sends the signal for a fast, clean stop.
    child.stdin?.destroy();
    await exited;
    clearTimeout(force);
    await unlock();
  };
  return { ended, stop };
}
