import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { type ReplicatedServer, startReplicatedServer, whyNoReplica } from '@/lib/testing/replica';
import { withClient } from '@/lib/testing/template';
import { closeDatabase, pool } from './database';
import { checkReplica, closeReplica, sqlOnReplica } from './replica';

if (whyNoReplica) process.stderr.write(`Skipped: the tests with a replica (${whyNoReplica}).\n`);

describe.skipIf(whyNoReplica !== null)('a streaming replica', () => {
  let servers: ReplicatedServer;

  async function connect(replicaUrl: string): Promise<void> {
    await closeReplica();
    for (const name of ['env', 'replica']) resetOnce(name);
    process.env.DATABASE_REPLICA_URL = replicaUrl;
  }

  beforeAll(async () => {
    servers = await startReplicatedServer();
    process.env.DATABASE_URL = servers.primaryUrl;
    resetOnce('env');
    await pool().query('CREATE TABLE notes (n int)');
  });
  beforeEach(() => connect(servers.replicaUrl));
  afterAll(async () => {
    await Promise.all([closeReplica(), closeDatabase()]);
    await servers?.remove();
  });

  /** The newest note, and whether the replica answered. */
  async function readNewest(): Promise<{ n: number; isReplica: boolean }> {
    const [row] = await sqlOnReplica<{ n: number; isReplica: boolean }>(
      'test.newest',
      'SELECT max(n) AS n, pg_is_in_recovery() AS "isReplica" FROM notes',
      [],
    );
    return row as { n: number; isReplica: boolean };
  }
  const write = (n: number) => pool().query('INSERT INTO notes VALUES ($1)', [n]);
  const replay = (command: 'pause' | 'resume') =>
    withClient(servers.replicaUrl, (client) => client.query(`SELECT pg_wal_replay_${command}()`));

  test('answers, and never with a state older than the last one committed before the read', async () => {
    await checkReplica();
    let byReplica = 0;
    for (let n = 1; n <= 200; n++) {
      await write(n);
      const newest = await readNewest();
      expect(newest.n).toBe(n);
      if (newest.isReplica) byReplica++;
    }
    expect(byReplica).toBeGreaterThan(100);
  });

  test('is passed over while it lags, and answers again when it has caught up', async () => {
    await write(1_001);
    await replay('pause');
    await write(1_002);
    const reads = await Promise.all(Array.from({ length: 20 }, readNewest));
    for (const read of reads) expect(read).toEqual({ n: 1_002, isReplica: false });
    await replay('resume');
    await expect.poll(readNewest).toEqual({ n: 1_002, isReplica: true });
  });

  test('that is a primary is refused with the name of its variable', async () => {
    await connect(servers.primaryUrl);
    await expect(checkReplica()).rejects.toThrow(/^DATABASE_REPLICA_URL leads to a primary/);
    // One that was promoted later answers nothing either.
    expect((await readNewest()).isReplica).toBe(false);
  });

  test('of another cluster is refused, although its database has the same oid', async () => {
    const others = await startReplicatedServer();
    try {
      await withClient(others.primaryUrl, (client) => client.query('CREATE TABLE notes AS SELECT 7777 AS n'));
      await connect(others.replicaUrl);
      await expect(checkReplica()).rejects.toThrow(/^DATABASE_REPLICA_URL leads to a replica of another database/);
      // Where it could not be reached at the start, it answers nothing either.
      expect(await readNewest()).toMatchObject({ isReplica: false });
    } finally {
      await closeReplica();
      await others.remove();
    }
  });

  test('that cannot be reached leaves the reads to the primary', async () => {
    await connect('postgresql://postgres@127.0.0.1:1/postgres');
    await checkReplica();
    expect(await readNewest()).toMatchObject({ isReplica: false });
    await connect(servers.replicaUrl);
    await expect.poll(readNewest).toMatchObject({ isReplica: true });
    await servers.stopReplica();
    await write(2_000);
    expect(await readNewest()).toEqual({ n: 2_000, isReplica: false });
  });
});
