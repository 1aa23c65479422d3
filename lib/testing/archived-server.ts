import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, temporaryDirectory } from '../../scripts/test-server.mjs';
import { asPostgres } from './replica';
import { withClient } from './template';

export interface ArchivedServer {
  /** The database postgres. */
  url: string;
  /** `pg_basebackup` into the folder of base backups, as docs/backup.md has it. */
  backUp(): Promise<void>;
  /** Resolves when what was written until now is in the archive. */
  archive(): Promise<void>;
  /** Loses the server: it is killed, and its data directory removed. */
  lose(): Promise<void>;
  /** Starts a server from the base backup and the archive, as it was at `at`, on the same port. */
  recover(at: string): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a PostgreSQL that archives its write-ahead log, with the settings and commands of docs/backup.md. */
export async function startArchivedServer(): Promise<ArchivedServer> {
  const folder = await temporaryDirectory('archived');
  await fs.chmod(folder, 0o777);
  const port = await freePort();
  const [data, base, archive] = ['data', 'base', 'archive'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await asPostgres('mkdir', [archive]);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const start = () =>
    asPostgres('pg_ctl', ['-D', data, '-w', '-s', '-t', '120', '-l', path.join(folder, 'log'), 'start']);
  const stop = () => asPostgres('pg_ctl', ['-D', data, '-m', 'immediate', '-s', '-w', 'stop']);
  const set = (settings: Record<string, string>) =>
    fs.appendFile(
      path.join(data, 'postgresql.conf'),
      Object.entries(settings)
        .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
        .join(''),
    );
  await asPostgres('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-N']);
  await set({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    archive_timeout: '60',
  });
  await start();
  return {
    url,
    backUp: async () => void (await asPostgres('pg_basebackup', ['-d', url, '-D', base, '-X', 'stream', '-c', 'fast'])),
    archive: async () => {
      const file = await withClient(url, async (client) => {
        const { rows } = await client.query<{ file: string }>(
          'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file, pg_switch_wal()',
        );
        return rows[0]?.file ?? '';
      });
      while (!(await fs.readdir(archive)).includes(file)) await sleep(50);
    },
    lose: async () => {
      await stop();
      await fs.rm(data, { recursive: true });
    },
    recover: async (at) => {
      await asPostgres('cp', ['-a', base, data]);
      await set({
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: at,
        recovery_target_action: 'promote',
        archive_mode: 'off',
      });
      await asPostgres('touch', [path.join(data, 'recovery.signal')]);
      await start();
      const isRecovering = () =>
        withClient(url, async (client) => (await client.query('SELECT pg_is_in_recovery() AS yes')).rows[0].yes);
      while (await isRecovering()) await sleep(50);
    },
    remove: async () => {
      await stop().catch(() => {});
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}
