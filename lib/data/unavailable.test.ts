import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { toAppError } from '@/lib/core/errors';
import { useDatabase } from '@/lib/testing/database';
import { withClient } from '@/lib/testing/template';
import { pool, transaction } from './database';
import { isDatabaseAway } from './unavailable';

useDatabase();

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('Nothing was thrown.');
    },
    (error: unknown) => error,
  );

const small = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
small.on('error', () => {});
afterAll(() => small.end());

test('recognises a server that refuses connections', async () => {
  const client = new pg.Client({ connectionString: 'postgresql://postgres@127.0.0.1:1/none' });
  expect(isDatabaseAway(await thrownBy(client.connect()))).toBe(true);
});

test('recognises a name that does not resolve', async () => {
  const client = new pg.Client({ connectionString: 'postgresql://postgres@no-such-host.invalid:5432/none' });
  expect(isDatabaseAway(await thrownBy(client.connect()))).toBe(true);
});

test('recognises a connection that the server terminates during a statement', async () => {
  const client = await pool().connect();
  client.on('error', () => {});
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const sleeping = thrownBy(client.query('SELECT pg_sleep(20)'));
  await withClient(inject('database').server, (admin) =>
    admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]),
  );
  expect(isDatabaseAway(await sleeping)).toBe(true);
  expect(isDatabaseAway(await thrownBy(client.query('SELECT 1')))).toBe(true);
  client.release(true);
});

test('a connection that breaks between two statements of a transaction fails the next one, not the process', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  const work = transaction(async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await withClient(inject('database').server, (admin) =>
      admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]),
    );
    await ended;
    await client.query('SELECT 1');
  });
  expect(isDatabaseAway(await thrownBy(work))).toBe(true);
  process.off('uncaughtException', note);
  expect(uncaught).toEqual([]);
});

test('recognises a pool that has no connection in time', async () => {
  const connection = await small.connect();
  small.options.connectionTimeoutMillis = 50;
  expect(isDatabaseAway(await thrownBy(small.query('SELECT 1')))).toBe(true);
  connection.release();
});

test('answers SERVICE_UNAVAILABLE with the seconds to wait and nothing of the driver', async () => {
  const client = new pg.Client({ connectionString: 'postgresql://postgres@127.0.0.1:1/none' });
  const error = toAppError(await thrownBy(client.connect()));
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', http: 503, retryable: true, retryAfterS: 2 });
  expect(JSON.stringify(error.toWire())).not.toContain('127.0.0.1');
});

test('leaves errors of a statement alone', async () => {
  for (const text of ['SELECT 1/0', 'SELECT no_such_column', "SELECT 'x'::int"]) {
    expect(isDatabaseAway(await thrownBy(pool().query(text)))).toBe(false);
  }
  expect(isDatabaseAway(new Error('no database here'))).toBe(false);
  expect(isDatabaseAway(null)).toBe(false);
});
