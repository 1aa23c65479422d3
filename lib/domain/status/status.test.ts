import { describe, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { resetOnce } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { metrics } from '@/lib/core/metrics';
import { closeDatabase, pool } from '@/lib/data/database';
import { broadcast } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { countStatements } from '@/lib/testing/statements';
import { countMinute, followAnswers, type PartHistory, readSiteStatus, type SiteStatus } from '.';
import { forgetStatus } from './status-cache';

useCatalog();
useClock();

const MINUTE_MS = 60_000;
const partOf = (status: SiteStatus, name: PartHistory['part']) =>
  status.parts.find(({ part }) => part === name) as PartHistory;
const today = (status: SiteStatus, name: PartHistory['part']) => partOf(status, name).days.at(-1);
const readNow = async () => {
  await forgetStatus();
  return readSiteStatus();
};
const minutesOf = async (part: string) =>
  (await pool().query('SELECT online, degraded, offline FROM part_days WHERE part = $1', [part])).rows;

/** Another process: it has counted nothing itself. */
function asAnotherProcess(): void {
  resetOnce('status');
}

describe('the status of the site', () => {
  it('is measured for every part, with 90 days of history, and shows what is not set up as not known', async () => {
    const status = await readNow();
    expect(status.parts.map(({ part, status: word }) => [part, word])).toEqual([
      ['web', 'online'],
      ['agents', 'online'],
      ['database', 'online'],
      ['live', 'online'],
      ['experiences', 'unknown'],
      ['mail', 'unknown'],
    ]);
    expect(status.status).toBe('online');
    expect(partOf(status, 'web').days).toHaveLength(90);
    expect(today(status, 'web')?.date).toBe(now().toISOString().slice(0, 10));
  });

  it('is as bad as what another process says of its answers, until that is old', async () => {
    followAnswers();
    await broadcast('status_of_answers', { from: 'another process', web: 'degraded', agents: 'online' });
    await broadcast('status_of_answers', { from: 'unreadable', web: 'gone' });
    expect([partOf(await readNow(), 'web').status, partOf(await readNow(), 'agents').status]).toEqual([
      'degraded',
      'online',
    ]);
    advanceClock(3 * MINUTE_MS);
    expect(partOf(await readNow(), 'web').status).toBe('online');
  });

  it('costs one measurement for any number of readers', async () => {
    await readNow();
    expect(
      await countStatements(/^(status|operations|mail)\./, () => Promise.all([readSiteStatus(), readSiteStatus()])),
    ).toBe(0);
    await forgetStatus();
    const statements = await countStatements(/^(status|operations|mail)\./, () =>
      Promise.all(Array.from({ length: 20 }, () => readSiteStatus())),
    );
    expect(statements).toBeLessThanOrEqual(6);
  });

  it('counts a minute once, however many processes measure it', async () => {
    await pool().query('DELETE FROM part_days');
    resetOnce('status');
    // From the beginning of a minute, so that none ends meanwhile.
    advanceClock(MINUTE_MS - (now().getTime() % MINUTE_MS));
    for (let process = 0; process < 3; process++) {
      asAnotherProcess();
      await countMinute();
    }
    expect(await minutesOf('database')).toEqual([{ online: 1, degraded: 0, offline: 0 }]);
    advanceClock(MINUTE_MS);
    const first = countMinute();
    asAnotherProcess();
    await Promise.all([first, countMinute()]);
    expect(await minutesOf('database')).toEqual([{ online: 2, degraded: 0, offline: 0 }]);
  });

  it('degrades by answers that fail, and shows a day by its worst ten minutes', async () => {
    await pool().query('DELETE FROM part_days');
    resetOnce('status');
    const calls = metrics().toolCalls;
    const answer = (outcome: string, count: number) => {
      for (let call = 0; call < count; call++) calls.observe({ tool: 'test', transport: 'rest', outcome }, 0.01);
    };
    // Answers to what agents asked wrongly are no faults.
    answer('VALIDATION_ERROR', 100);
    expect(partOf(await readNow(), 'agents').status).toBe('online');
    answer('SERVICE_UNAVAILABLE', 30);
    expect(partOf(await readNow(), 'agents').status).toBe('degraded');
    answer('INTERNAL_ERROR', 200);
    expect(partOf(await readNow(), 'agents').status).toBe('offline');
    for (let minute = 0; minute < 12; minute++) {
      answer('INTERNAL_ERROR', 10);
      await countMinute();
      advanceClock(MINUTE_MS);
    }
    const status = await readNow();
    expect(today(status, 'agents')).toMatchObject({ status: 'offline', percent: 0 });
    expect(today(status, 'database')).toMatchObject({ status: 'online', percent: 100 });
    // Two quiet minutes later the faults are over.
    for (let minute = 0; minute < 2; minute++) {
      advanceClock(MINUTE_MS);
      await countMinute();
    }
    const later = await readNow();
    expect(partOf(later, 'agents').status).toBe('online');
    expect(today(later, 'agents')?.percent).toBeGreaterThan(0);
  });

  it('is offline while most mails wait, and does not mind one mailbox that refuses', async () => {
    env().SMTP_URL = 'smtp://127.0.0.1:1';
    const insert = (status: string, minutesAgo: number) =>
      pool().query(
        `INSERT INTO mails (id, kind, recipient, status, due_at, created_at)
         VALUES ($1, 'test', 'a@example.org', $2, now(), now() - make_interval(mins => $3))`,
        [newId(), status, minutesAgo],
      );
    const mail = async () => partOf(await readNow(), 'mail').status;
    expect(await mail()).toBe('online');
    await insert('pending', 10);
    expect(await mail()).toBe('degraded');
    await insert('pending', 90);
    expect(await mail()).toBe('offline');
    for (let sent = 0; sent < 3; sent++) await insert('sent', 30);
    expect(await mail()).toBe('online');
    env().SMTP_URL = '';
  });

  it('is answered while the database is away, with the history from before, and its minutes are counted afterwards', async () => {
    await pool().query('DELETE FROM part_days');
    resetOnce('status');
    await countMinute();
    const before = await readNow();
    await closeDatabase();
    for (let minute = 0; minute < 15; minute++) {
      advanceClock(MINUTE_MS);
      await countMinute();
    }
    const during = await readNow();
    expect(during.status).toBe('offline');
    expect(partOf(during, 'database')).toMatchObject({ status: 'offline', percent: 100 });
    expect(partOf(during, 'mail').status).toBe('unknown');
    expect(partOf(before, 'database').days).toEqual(partOf(during, 'database').days);
    resetOnce('pool');
    resetOnce('planned-pool');
    advanceClock(MINUTE_MS);
    await countMinute();
    // On a busy machine a database that is there may count as slow.
    const [minutes] = await minutesOf('database');
    expect([minutes.online + minutes.degraded, minutes.offline]).toEqual([2, 15]);
    expect(today(await readNow(), 'database')).toMatchObject({ status: 'offline' });
  });

  it('forgets days before the history', async () => {
    await pool().query(`INSERT INTO part_days (part, day, online, counted_at)
      SELECT 'web', (now() AT TIME ZONE 'utc')::date - n, 1, now() - interval '1 day' * n FROM generate_series(88, 92) AS n
      ON CONFLICT DO NOTHING`);
    await runCleanups(new AbortController().signal);
    const { rows } = await pool().query(
      `SELECT (now() AT TIME ZONE 'utc')::date - day AS age FROM part_days WHERE part = 'web' AND day < now() - interval '80 days' ORDER BY 1`,
    );
    expect(rows).toEqual([{ age: 88 }, { age: 89 }]);
  });
});
