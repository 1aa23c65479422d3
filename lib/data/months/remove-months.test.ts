import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { advanceClock, now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { newId, uuidAt } from '@/lib/core/ids';
import { matchStream } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { type BucketServer, startBucketServer } from '@/lib/testing/bucket-server';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { temporaryDirectory } from '@/lib/testing/server';
import { withClient } from '@/lib/testing/template';
import { databaseUrl } from '@/lib/testing/url';
import { dumpDatabase } from '../backup/dump';
import { restoreDatabase } from '../backup/restore';
import { readArchiveFile } from './archive-file';
import { openArchivePlace } from './archive-place';
import { findArchived } from './archived';
import { makeMonths } from './make-months';
import { readPartitions } from './partitions';
import { removeMonths } from './remove-months';
import { monthAfter } from './tables';

useDatabase();
useClock();

let archive: { directory: string; remove: () => Promise<void> };
beforeAll(async () => {
  archive = await temporaryDirectory('archive');
  await makeMonths(new AbortController().signal);
});
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanups) await clean();
  await archive.remove();
});
afterEach(() => {
  Object.assign(env(), { RETENTION_DAYS: {}, ARCHIVE_TO: '' });
});

const DAY_MS = 24 * 3_600_000;
const remove = () => removeMonths(new AbortController().signal);
const rows = async (text: string, values: unknown[] = []) => (await pool().query(text, values)).rows;
const names = async (table: string) =>
  (await readPartitions()).filter((one) => one.table.name === table).map(({ name }) => name);

const DUMP = { version: '1.0.0', secrets: {}, withSecrets: false };

/** Restores a backup into a new database, which is dropped after the tests. @returns how to ask it */
async function restoreOf(entries: ReturnType<typeof dumpDatabase>) {
  const { server } = inject('database');
  const name = `botplay_restore_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE "${name}"`));
  const url = databaseUrl(server, name);
  await restoreDatabase(url, entries, async () => {});
  const asked = new pg.Pool({ connectionString: url, max: 1 });
  cleanups.push(async () => {
    await asked.end();
    await withClient(server, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
  });
  return async (text: string, values: unknown[] = []) => (await asked.query(text, values)).rows;
}

/** A match of a month with three inputs and two events; `text` is what was said. */
async function storeMatch(id: string, status: 'active' | 'completed', text: string) {
  await pool().query(
    `INSERT INTO matches (id, experience_id, game_id, game_version, kind, status, options, seed, seed_commitment, ended_at, closed_at)
     VALUES ($1, $1, 'x', 1, 'solo', $2, '{}', '', '', $3, $3)`,
    [id, status, status === 'active' ? null : now()],
  );
  for (let n = 1; n <= 3; n++)
    await pool().query(
      `INSERT INTO match_inputs (match_id, n, seat, move, spent_ms, at) VALUES ($1, $2, 0, $3, 5, now())`,
      [id, n, JSON.stringify({ text }, null, 1)],
    );
  for (let n = 1; n <= 2; n++)
    await pool().query(
      `INSERT INTO events (stream, id, audience, seq, type, at, data) VALUES ($1, $2, 'public', $3, 'x', now(), $4)`,
      [matchStream(id), `0${n}`, n, JSON.stringify({ text })],
    );
}

async function linesOf(place: string, file: string, value?: string) {
  const opened = await openArchivePlace(place, env());
  const lines: Record<string, unknown>[] = [];
  for await (const line of readArchiveFile(opened, file, value)) lines.push(JSON.parse(line));
  opened.close();
  return lines;
}

describe('months whose days are over', () => {
  it('stay for ever when nothing is set', async () => {
    const before = await readPartitions();
    const never = { audit_entries: 36_500, usage_days: 36_500, model_days: 36_500 };
    Object.assign(env(), { ARCHIVE_TO: archive.directory, RETENTION_DAYS: never });
    advanceClock(4_000 * DAY_MS);
    await remove();
    expect(await readPartitions()).toEqual(before);
  });

  it('leave empty once their rows were deleted, and what still comes in for them is kept', async () => {
    advanceClock(200 * DAY_MS);
    await makeMonths(new AbortController().signal);
    await pool().query(
      `INSERT INTO audit_entries (id, agent_id, credential_id, tool, transport, outcome, duration_us, at)
       VALUES ($1, $1, 'c', 't', 'mcp', 'ok', 1, $2)`,
      [newId(), monthAfter(now(), -6)],
    );
    await remove();
    const left = await names('audit_entries');
    expect(left[0], 'a month with rows is not dropped').toMatch(/_until_|_2027/);
    await pool().query('DELETE FROM audit_entries');
    await remove();
    expect((await names('audit_entries'))[0]).toBe('audit_entries_earlier');
    await pool().query(
      `INSERT INTO audit_entries (id, agent_id, credential_id, tool, transport, outcome, duration_us, at)
       VALUES ($1, $1, 'c', 't', 'mcp', 'ok', 1, '2020-01-01')`,
      [newId()],
    );
    expect(await rows('SELECT * FROM archived_months')).toEqual([]);
  });

  it('are written to the archive, read back and dropped; one match and the whole month can be read', async () => {
    const [first, second] = [newId(), newId()];
    await storeMatch(first, 'completed', 'line\u2028one "quoted" \\ back');
    await storeMatch(second, 'completed', 'two\nlines');
    const before = await rows('SELECT row_to_json(e) AS row FROM events e WHERE stream = $1 ORDER BY id', [
      matchStream(first),
    ]);
    Object.assign(env(), { ARCHIVE_TO: archive.directory, RETENTION_DAYS: { events: 30, match_inputs: 30 } });
    advanceClock(100 * DAY_MS);
    await remove();
    expect(await rows('SELECT 1 FROM match_inputs WHERE match_id = ANY ($1)', [[first, second]])).toEqual([]);
    const [events, inputs] = (await rows(
      "SELECT * FROM archived_months WHERE partition ~ '_until_' ORDER BY table_name",
    )) as {
      file: string;
      rows: number;
      sha256: string;
      bytes: number;
    }[];
    expect(events).toMatchObject({ rows: 4, file: expect.stringMatching(/^events\/until_\d{4}_\d{2}\.jsonl\.gz$/) });
    expect(inputs).toMatchObject({ rows: 6 });
    const bytes = await fs.readFile(path.join(archive.directory, events?.file ?? ''));
    expect(bytes.length).toBe(events?.bytes);
    expect(gunzipSync(bytes).toString().trimEnd().split('\n')).toHaveLength(5);
    expect(await linesOf(archive.directory, events?.file ?? '', matchStream(first))).toEqual(
      before.map(({ row }) => row),
    );
    expect(await linesOf(archive.directory, inputs?.file ?? '')).toHaveLength(6);
    for (const archived of [
      await findArchived('events', matchStream(first)),
      await findArchived('match_inputs', second),
    ])
      expect(archived?.archivedAt).toBeInstanceOf(Date);
    expect(await findArchived('match_inputs', uuidAt(monthAfter(now(), 1).getTime()))).toBeNull();
    expect(await rows("SELECT 1 FROM pg_class WHERE relname = 'events_until_2027_01'")).toEqual([]);
  });

  it('stay while a match of them is not over, and leave after it', async () => {
    const id = uuidAt(new Date('2027-02-10').getTime());
    await storeMatch(id, 'active', 'x');
    Object.assign(env(), { ARCHIVE_TO: archive.directory, RETENTION_DAYS: { match_inputs: 1 } });
    advanceClock(200 * DAY_MS);
    await remove();
    expect(await names('match_inputs')).toContain('match_inputs_2027_02');
    await pool().query("UPDATE matches SET status = 'completed', ended_at = now(), closed_at = now() WHERE id = $1", [
      id,
    ]);
    await remove();
    expect(await names('match_inputs')).not.toContain('match_inputs_2027_02');
    expect(await linesOf(archive.directory, 'match_inputs/2027_02.jsonl.gz', id)).toHaveLength(3);
  });
});

describe('a removal', () => {
  it('holds up nobody: calls that read and write other months go on', async () => {
    advanceClock(400 * DAY_MS);
    await makeMonths(new AbortController().signal);
    const old = (await readPartitions()).find(
      ({ table, name }) => table.name === 'session_steps' && /_until_/.test(name),
    );
    const start = uuidAt(Date.now()).slice(0, 24);
    await pool().query(
      `WITH s AS (INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, ended_at)
         SELECT ($1 || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), gen_random_uuid(), 'x', 'completed', now()
           FROM generate_series(1, 2000) n RETURNING id)
       INSERT INTO session_steps (session_id, step_number, action) SELECT id, n, '{"type":"x"}' FROM s, generate_series(1, 10) n`,
      [start],
    );
    expect(old).toBeDefined();
    Object.assign(env(), { ARCHIVE_TO: archive.directory, RETENTION_DAYS: { session_steps: 1 } });
    const session = uuidAt(now().getTime());
    await pool().query(
      `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status) VALUES ($1, $1, $1, 'x', 'active')`,
      [session],
    );
    let isOver = false;
    let slowest = 0;
    let calls = 0;
    const work = async (from: number) => {
      for (let n = from; !isOver; n += 4) {
        const began = performance.now();
        await pool().query('INSERT INTO session_steps (session_id, step_number) VALUES ($1, $2)', [session, n]);
        await pool().query('SELECT * FROM session_steps WHERE session_id = $1 ORDER BY step_number DESC LIMIT 1', [
          session,
        ]);
        slowest = Math.max(slowest, performance.now() - began);
        calls++;
      }
    };
    const load = [1, 2, 3, 4].map(work);
    await remove();
    isOver = true;
    await Promise.all(load);
    expect(await names('session_steps')).not.toContain(old?.name);
    expect(calls).toBeGreaterThan(20);
    expect(slowest).toBeLessThan(1_000);
    expect(await rows('SELECT count(*)::int AS n FROM session_steps WHERE session_id = $1', [session])).toEqual([
      { n: calls },
    ]);
  });

  it('that was interrupted after the detachment is finished, and a file that lacks rows is never followed by a drop', async () => {
    const blocked = path.join(archive.directory, 'no-folder');
    await fs.writeFile(blocked, '');
    const [early, sessions] = [uuidAt(new Date('2020-01-10').getTime()), uuidAt(new Date('2027-06-10').getTime())];
    await pool().query(
      `INSERT INTO telemetry (id, session_id, experience_id, agent_id, provenance)
       SELECT id, id, id, id, '{}' FROM unnest($1::uuid[]) AS t(id)`,
      [[early, sessions]],
    );
    advanceClock(600 * DAY_MS);
    await makeMonths(new AbortController().signal);
    Object.assign(env(), { ARCHIVE_TO: blocked, RETENTION_DAYS: { telemetry: 1 } });
    await expect(remove()).rejects.toThrow();
    await expect(remove()).rejects.toThrow();
    expect(
      await rows("SELECT 1 FROM pg_tables WHERE schemaname = 'partitions' AND tablename ~ '^telemetry_until'"),
    ).toHaveLength(1);
    expect(await rows('SELECT 1 FROM telemetry WHERE id = $1', [early])).toEqual([]);
    const restored = await restoreOf(dumpDatabase(process.env.DATABASE_URL ?? '', DUMP));
    expect(await restored('SELECT session_id FROM telemetry ORDER BY id')).toEqual([
      { session_id: early },
      { session_id: sessions },
    ]);
    expect(await restored('SELECT partition FROM archived_months WHERE archived_at IS NULL')).toEqual([]);
    env().ARCHIVE_TO = archive.directory;
    await remove();
    expect(
      await rows("SELECT 1 FROM pg_tables WHERE schemaname = 'partitions' AND tablename ~ '^telemetry_until'"),
    ).toEqual([]);
    expect(await linesOf(archive.directory, 'telemetry/2027_06.jsonl.gz')).toHaveLength(1);
  });

  it('that an older backup names as being archived, without its table, hold up no other', async () => {
    await pool().query(
      `INSERT INTO archived_months (table_name, partition, from_key, until_key, file)
       VALUES ('telemetry', 'telemetry_2001_01', 'MINVALUE', '00e40000-0000-0000-0000-000000000000', 'x.jsonl.gz')`,
    );
    Object.assign(env(), { ARCHIVE_TO: archive.directory, RETENTION_DAYS: { telemetry: 1 } });
    await remove();
    expect(await rows("SELECT 1 FROM archived_months WHERE partition = 'telemetry_2001_01'")).toEqual([]);
  });
});

describe('an archive in a bucket', () => {
  let server: BucketServer;
  beforeAll(async () => {
    server = await startBucketServer('months');
  });
  afterAll(() => server.close());

  it('is written and read back like one in a folder', async () => {
    const id = uuidAt(new Date('2027-03-20').getTime());
    await storeMatch(id, 'completed', 'x');
    Object.assign(env(), { ARCHIVE_TO: 's3://months/site', RETENTION_DAYS: { events: 1 }, ...server.settings });
    advanceClock(400 * DAY_MS);
    await remove();
    expect(await linesOf('s3://months/site', 'events/2027_03.jsonl.gz', matchStream(id))).toHaveLength(2);
    const place = await openArchivePlace('s3://months/site', env());
    const listed: string[] = [];
    for await (const { name } of place.list()) listed.push(name);
    expect(listed).toContain('events/2027_03.jsonl.gz');
  });
});
