import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followClock, idTime, now } from '@/lib/core/clock';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { followDatabaseClock } from './database-clock';

useDatabase();

const HOUR_MS = 3_600_000;
const databaseMs = async () => {
  const { rows } = await pool().query('SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::float8 AS ms');
  return rows[0].ms;
};
const real = Date.now;
beforeEach(() => {
  // The clock of this host is wrong by five minutes.
  vi.spyOn(Date, 'now').mockImplementation(() => real() - HOUR_MS / 12);
});
afterEach(() => {
  vi.restoreAllMocks();
  followClock(0);
});

test('a process with a wrong clock follows that of the database', async () => {
  expect(Math.abs(now().getTime() - (await databaseMs()))).toBeGreaterThan(HOUR_MS / 13);
  const stop = await followDatabaseClock();
  expect(Math.abs(now().getTime() - (await databaseMs()))).toBeLessThan(1_000);
  stop();
});

test('its times are whole milliseconds, which columns of whole numbers take', async () => {
  followClock(300_000.136);
  expect(Number.isInteger(idTime())).toBe(true);
  await pool().query('SELECT $1::bigint', [idTime()]);
});
