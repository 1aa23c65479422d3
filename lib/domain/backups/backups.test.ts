import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { advanceClock, now, resetClock } from '@/lib/core/clock';
import { metrics } from '@/lib/core/metrics';
import { requireUsableSeal } from '@/lib/data/backup/archive';
import { pool } from '@/lib/data/database';
import { type BucketServer, startBucketServer } from '@/lib/testing/bucket-server';
import { useDatabase } from '@/lib/testing/database';
import { makeDueBackup, nextBackupDue, prepareBackups, readBackups } from '.';

useDatabase();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer('backups');
  Object.assign(process.env, server.settings, {
    BACKUP_SCHEDULE: '03:15',
    BACKUP_TO: 's3://backups/site',
    BACKUP_KEEP: 'daily=2',
    BACKUP_RECIPIENT: await identityToRecipient(await generateIdentity()),
  });
  prepareBackups();
});
afterAll(() => server.close());
beforeEach(() => pool().query('DELETE FROM backup_runs'));
afterEach(() => {
  resetClock();
  server.refuse(null);
});

const fire = () => makeDueBackup(new AbortController().signal);
const runs = async () => (await readBackups()).runs;

/** A gauge as /metrics serves it; undefined when it has no value. */
async function gauge(name: string): Promise<number | undefined> {
  const { values } = (await metrics().registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values[0]?.value;
}

it('makes the first backup when the schedule is new, then one at each of its times', async () => {
  expect(+((await nextBackupDue()) as Date)).toBeLessThanOrEqual(Date.now());
  await fire();
  const [first] = await runs();
  expect(first).toMatchObject({ error: null, bytes: expect.any(Number), ended_at: expect.any(String) });
  expect(first?.address).toMatch(/^s3:\/\/backups\/site\/botplay-\w+\.backup$/);
  const due = (await nextBackupDue()) as Date;
  expect(due.toISOString()).toMatch(/T03:15:00.000Z$/);
  expect(+due - Date.now()).toBeLessThanOrEqual(DAY_MS);
  await fire();
  expect(await runs()).toHaveLength(1);
  advanceClock(+due - Date.now() + 1_000);
  await fire();
  expect(await runs()).toHaveLength(2);
  expect(await gauge('botplay_backup_overdue_seconds')).toBe(0);
  expect(await gauge('botplay_backup_last_bytes')).toBe((await runs())[0]?.bytes);
});

it('makes one backup when several processes find it due', async () => {
  await Promise.all([fire(), fire(), fire()]);
  expect(await runs()).toHaveLength(1);
});

it('stores why a backup failed, tries again after half an hour, and shows since when one is missing', async () => {
  server.refuse({ code: 'AccessDenied', status: 403, matches: (request) => request.startsWith('PUT') });
  await fire();
  expect(await runs()).toMatchObject([
    { bytes: null, error: expect.stringContaining('may not write s3://backups/site/botplay-') },
  ]);
  advanceClock(20 * 60_000);
  await fire();
  expect(await runs()).toHaveLength(1);
  expect(await gauge('botplay_backup_overdue_seconds')).toBeGreaterThanOrEqual(20 * 60);
  expect(await gauge('botplay_backup_last_timestamp_seconds')).toBeUndefined();
  advanceClock(11 * 60_000);
  server.refuse(null);
  await fire();
  expect((await runs())[0]).toMatchObject({ error: null, bytes: expect.any(Number) });
  expect(await gauge('botplay_backup_overdue_seconds')).toBe(0);
  advanceClock(3 * DAY_MS);
  expect(await gauge('botplay_backup_overdue_seconds')).toBeGreaterThan(2 * 86_400 - 1);
});

it('makes a backup again that a process left when it died or stopped', async () => {
  await makeDueBackup(AbortSignal.timeout(100));
  expect(await runs()).toMatchObject([{ ended_at: null, error: null, bytes: null }]);
  expect(await nextBackupDue()).toBeNull();
  await fire();
  expect(await runs()).toMatchObject([
    { error: null, bytes: expect.any(Number) },
    { error: 'The process that made it ended.', bytes: null },
  ]);
});

it('removes old runs, and never the last one that stored a backup', async () => {
  await pool().query(
    `INSERT INTO backup_runs (id, started_at, ended_at, address, bytes, error)
     SELECT gen_random_uuid(), $1::timestamptz + make_interval(days => n), $1, 'x', CASE WHEN n < 3 THEN 1 END, NULL
     FROM generate_series(1, 5) n`,
    [new Date(now().getTime() - 500 * DAY_MS)],
  );
  await runCleanups(new AbortController().signal);
  expect(await runs()).toMatchObject([{ bytes: 1 }]);
});

it('refuses at the start a public key that is none', () => {
  expect(() => requireUsableSeal({ recipient: `age1${'q'.repeat(58)}` })).toThrow(
    'BACKUP_RECIPIENT is not a public key',
  );
});
