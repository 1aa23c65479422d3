import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Program, startProgram } from '@/lib/testing/program';
import { withClient } from '@/lib/testing/template';
import { databaseUrl } from '@/lib/testing/url';

/** The lock of lib/data/migrate.ts, by which one process migrates at a time. */
const MIGRATION_LOCK = [0x626f74, 1];

const { server } = inject('database');
const name = `stop_while_starting_${process.pid}`;
let program: Program;
beforeAll(() => withClient(server, (client) => client.query(`CREATE DATABASE ${name}`)));
afterAll(async () => {
  program.end();
  await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
});

test('a signal ends a process that is starting, also one that waits for the migrations of another', async () => {
  const url = databaseUrl(server, name);
  await withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    program = startProgram('server/testing/start-process.ts', {
      DATABASE_URL: url,
      ROLE: 'worker',
      PORT: String(await getPort()),
    });
    const ended = once(program.child, 'exit');
    for (let isWaiting = false; !isWaiting; await sleep(20)) {
      if (program.child.exitCode !== null) throw new Error(program.logged());
      const { rows } = await client.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      isWaiting = rows.length > 0;
    }
    // The lock is not given back before the end.
    program.child.kill('SIGTERM');
    expect(await ended).toEqual([128 + 15, null]);
  });
}, 90_000);
