import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { attemptPackage } from '../../scripts/attempt.mjs';
import { freePort, temporaryDirectory } from '../../scripts/test-server.mjs';

const PROGRAM = '/usr/sbin/pgbouncer';
/** PgBouncer does not run as root; nobody exists on every Debian. */
const NOBODY = 65_534;

/** Whether there is a PgBouncer; installs Debian's where that is possible. */
export const hasPgbouncer = (): boolean => existsSync(PROGRAM) || (attemptPackage('pgbouncer') && existsSync(PROGRAM));

export interface Pgbouncer {
  /** The URL of a database behind it. */
  url(database: string): string;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Runs PgBouncer on a free port in front of a server.
 * @param poolSize connections to each database
 */
export async function startPgbouncer(of: {
  server: string;
  mode: 'transaction' | 'statement' | 'session';
  poolSize: number;
}): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(of.server);
  const [port, folder] = [await freePort(), await temporaryDirectory('pgbouncer')];
  const secret = password ? ` password=${decodeURIComponent(password)}` : '';
  const config = path.join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${decodeURIComponent(username)}${secret}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${of.mode}`,
    `default_pool_size = ${of.poolSize}`,
    'max_client_conn = 500',
  ];
  await fs.writeFile(config, `${settings.join('\n')}\n`);
  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  const start = async () => {
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const child = spawn(PROGRAM, ['-q', config], { stdio: ['ignore', 'ignore', 'inherit'], ...user });
    await untilAnswering(url('postgres'), child);
    return child;
  };
  let running = await start();
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  return {
    url,
    kill,
    startAgain: async () => {
      running = await start();
    },
    remove: async () => {
      await kill();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
