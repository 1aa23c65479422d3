import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, temporaryDirectory } from '../../scripts/test-server.mjs';

const run = promisify(execFile);
const VERSIONS = ['18', '17', '16', '15'];

/** The programs of a PostgreSQL of Debian, which has pg_basebackup; null where there is none. */
export const POSTGRES_PROGRAMS = VERSIONS.map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) =>
  existsSync(path.join(folder, 'pg_basebackup')),
);

/** Why tests with a replica are skipped; null when they run. */
export const whyNoReplica: string | null =
  POSTGRES_PROGRAMS && process.getuid?.() === 0 && existsSync('/usr/sbin/runuser')
    ? null
    : "Debian's PostgreSQL is not here, or this is not root";

export interface ReplicatedServer {
  /** The database postgres of each server. */
  primaryUrl: string;
  replicaUrl: string;
  /** Ends the replica immediately. */
  stopReplica(): Promise<void>;
  remove(): Promise<void>;
}

/** Runs a program of PostgreSQL, or another one, as the user of PostgreSQL. */
export function asPostgres(program: string, args: readonly string[]) {
  const own = path.join(POSTGRES_PROGRAMS ?? '', program);
  return run('/usr/sbin/runuser', ['-u', 'postgres', '--', existsSync(own) ? own : program, ...args]);
}

/** Starts a primary and a streaming replica of it. */
export async function startReplicatedServer(): Promise<ReplicatedServer> {
  const folder = await temporaryDirectory('replica');
  await fs.chmod(folder, 0o777);
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const data = { primary: path.join(folder, 'primary'), replica: path.join(folder, 'replica') };
  const start = (of: keyof typeof data, port: number) =>
    asPostgres('pg_ctl', [
      ...['-D', data[of], '-w', '-s', '-l', path.join(folder, `${of}.log`)],
      ...['-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`, 'start'],
    ]);
  const stop = (of: keyof typeof data) => asPostgres('pg_ctl', ['-D', data[of], '-m', 'immediate', '-s', '-w', 'stop']);
  await asPostgres('initdb', ['-D', data.primary, '-A', 'trust', '-U', 'postgres', '-N']);
  await start('primary', primaryPort);
  const url = (port: number) => `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await asPostgres('pg_basebackup', ['-d', url(primaryPort), '-D', data.replica, '-R', '-X', 'stream', '-c', 'fast']);
  await start('replica', replicaPort);
  return {
    primaryUrl: url(primaryPort),
    replicaUrl: url(replicaPort),
    stopReplica: async () => void (await stop('replica')),
    remove: async () => {
      for (const of of ['replica', 'primary'] as const) await stop(of).catch(() => {});
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}
