import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { POSTGRES_PROGRAMS } from '@/lib/testing/replica';
import { nginxConfiguration } from '../fixtures/nginx';
import type { Host } from './network';

const START_MS = 60_000;
/** PgBouncer and PostgreSQL do not run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** A program on a host that can be killed, stopped for a while and started again. */
export interface Service {
  host: Host;
  /** Ends it by SIGKILL, with its children. */
  kill(): Promise<void>;
  /** Resolves when it answers. */
  start(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Ends it by SIGTERM. Resolves with its exit code. */
  end(): Promise<number | null>;
}

/** Waits for a condition. @throws Error after a minute */
export async function until(what: string, condition: () => Promise<boolean>, withinMs = START_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs / 1000} s`);
    await pause(25);
  }
}

/** Starts a process that writes to a log file. */
function withLog(file: string, begin: (log: number) => ChildProcess): ChildProcess {
  const log = openSync(file, 'a');
  try {
    return begin(log);
  } finally {
    closeSync(log);
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** A service from what starts its process and what says that it answers. */
function serviceOf(
  host: Host,
  name: string,
  { begin, answers }: { begin: () => ChildProcess; answers: () => Promise<boolean> },
): Service {
  let child: ChildProcess | null = null;
  const kill = async () => {
    if (!child || !isRunning(child)) return;
    const exited = once(child, 'exit');
    const below = execFileSync('ps', ['-o', 'pid=,ppid=', '-A'], { encoding: 'utf8' });
    const parents = below.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    child.kill('SIGKILL');
    for (const [pid = 0, parent] of parents)
      if (parent === child.pid) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
    await exited;
  };
  return {
    host,
    kill,
    start: async () => {
      const started = begin();
      child = started;
      await until(`${name} on ${host.name}`, async () => !isRunning(started) || answers());
      if (!isRunning(started)) throw new Error(`${name} on ${host.name} ended with ${started.exitCode}; see its log.`);
    },
    signal: (signal) => void child?.kill(signal),
    end: async () => {
      if (!child || !isRunning(child)) return child?.exitCode ?? null;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number | null;
    },
  };
}

async function answersSql(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const PORTS = { postgres: 5432, pgbouncer: 6432, redis: 6379, app: 3000, nginx: 80 } as const;
const REDIS_PASSWORD = 'of-the-test-bed';

/** Why PostgreSQL cannot be run with a replica; null when it can. */
export const whyNoPostgres = (): string | null =>
  POSTGRES_PROGRAMS ? null : "Debian's PostgreSQL is not installed (package postgresql)";

export const databaseUrl = (host: Host, of: 'postgres' | 'pgbouncer'): string =>
  `postgresql://postgres@${host.address}:${PORTS[of]}/postgres`;

export const redisUrl = ({ address }: Host): string => `redis://:${REDIS_PASSWORD}@${address}:${PORTS.redis}`;

export const appUrl = ({ address }: Host): string => `http://${address}:${PORTS.app}`;

const postgresProgram = (name: string) => path.join(POSTGRES_PROGRAMS ?? '', name);

function asNobody(program: string, args: readonly string[]): void {
  execFileSync(postgresProgram(program), args, { ...NOBODY, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A PostgreSQL with its files in `folder`: new, or a streaming replica of a primary that runs. */
export async function postgres(host: Host, folder: string, replicaOf?: Host): Promise<Service> {
  await fs.chown(folder, NOBODY.uid, NOBODY.gid);
  const data = path.join(folder, 'data');
  if (replicaOf) {
    asNobody('pg_basebackup', [
      '-d',
      databaseUrl(replicaOf, 'postgres'),
      '-D',
      data,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ]);
  } else {
    asNobody('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-N']);
    await fs.appendFile(
      path.join(data, 'pg_hba.conf'),
      'host all all 10.77.0.0/24 trust\nhost replication all 10.77.0.0/24 trust\n',
    );
  }
  const settings = [
    'listen_addresses=*',
    `port=${PORTS.postgres}`,
    'unix_socket_directories=',
    'max_connections=200',
    'min_wal_size=32MB',
    'max_wal_size=64MB',
    'hot_standby=on',
    'log_min_messages=panic',
    'restart_after_crash=on',
  ];
  const logFile = path.join(folder, 'log');
  const command = [postgresProgram('postgres'), '-D', data, ...settings.flatMap((one) => ['-c', one])];
  const service = serviceOf(host, 'PostgreSQL', {
    begin: () =>
      withLog(logFile, (log) =>
        host.spawn(
          '/usr/bin/setpriv',
          [...['--reuid', String(NOBODY.uid), '--regid', String(NOBODY.gid), '--clear-groups'], ...command],
          { stdio: ['ignore', log, log] },
        ),
      ),
    answers: () => answersSql(databaseUrl(host, 'postgres')),
  });
  await service.start();
  return service;
}

/** A PgBouncer in transaction mode in front of a PostgreSQL. */
export async function pgbouncer(host: Host, folder: string, database: Host): Promise<Service> {
  const file = path.join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${database.address} port=${PORTS.postgres} user=postgres`,
    '[pgbouncer]',
    'listen_addr = *',
    `listen_port = ${PORTS.pgbouncer}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 30',
    'max_client_conn = 500',
    'server_login_retry = 1',
  ];
  await fs.writeFile(file, `${lines.join('\n')}\n`);
  const service = serviceOf(host, 'PgBouncer', {
    begin: () => host.spawn('/usr/sbin/pgbouncer', ['-q', '-u', 'nobody', file], { stdio: 'ignore' }),
    answers: () => answersSql(databaseUrl(host, 'pgbouncer')),
  });
  await service.start();
  return service;
}

/** A Redis without files. */
export async function redis(host: Host, program: string): Promise<Service> {
  const settings = { port: PORTS.redis, bind: '0.0.0.0', save: '', appendonly: 'no', requirepass: REDIS_PASSWORD };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const service = serviceOf(host, 'Redis', {
    begin: () => host.spawn(program, args, { stdio: 'ignore', cwd: '/' }),
    answers: async () =>
      host
        .run(program.replace(/-server$/, '-cli'), ['-a', REDIS_PASSWORD, '--no-auth-warning', 'ping'])
        .includes('PONG'),
  });
  await service.start();
  return service;
}

/** nginx with the file of deploy/nginx for processes of one role. */
export async function nginx(host: Host, folder: string, apps: readonly Host[]): Promise<Service> {
  const urls = apps.map(appUrl);
  const file = await nginxConfiguration('botplay.conf', { folder, listen: '80', upstreams: { botplay: urls } });
  const service = serviceOf(host, 'nginx', {
    begin: () => host.spawn('/usr/sbin/nginx', ['-c', file, '-e', path.join(folder, 'error.log')], { stdio: 'ignore' }),
    answers: async () => (await fetch(`http://${host.address}/healthz`)).ok,
  });
  await service.start();
  return service;
}

/** A process of the built product. Its environment can be changed for the next start. */
export interface App extends Service {
  env: Record<string, string>;
}

/** @param checkout the folder of the product; another one for another version */
export async function app(
  host: Host,
  env: Record<string, string>,
  options: { checkout: string; log: string },
): Promise<App> {
  const own = { ...env };
  const service = serviceOf(host, 'Botplay', {
    begin: () =>
      withLog(options.log, (log) =>
        host.spawn(process.execPath, ['scripts/start.mjs'], {
          cwd: options.checkout,
          stdio: ['ignore', log, log],
          env: { ...process.env, ...own, PORT: String(PORTS.app) },
        }),
      ),
    answers: async () => (await fetch(`${appUrl(host)}/readyz`)).ok,
  });
  await service.start();
  return { ...service, env: own };
}
