import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { newId, uuidAt } from '@/lib/core/ids';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '@/lib/data/migrate';
import { temporaryDirectory } from '@/lib/testing/server';
import { withClient } from '@/lib/testing/template';
import { databaseUrl } from '@/lib/testing/url';
import { monthAfter } from './tables';

/** The migration after which rows of a month to come are refused, until the tables are partitioned. */
const FIRST = '20261127232600';

it('today’s rows come over with their files, and those of other times and streams are moved', async () => {
  const { server } = inject('database');
  const name = `botplay_months_${randomBytes(4).toString('hex')}`;
  const { directory, remove } = await temporaryDirectory('months');
  await withClient(server, (client) => client.query(`CREATE DATABASE "${name}"`));
  const url = databaseUrl(server, name);
  try {
    for (const migration of await readMigrations(MIGRATIONS_DIRECTORY)) {
      if (migration.name < FIRST)
        await fs.cp(path.join(MIGRATIONS_DIRECTORY, migration.name), path.join(directory, migration.name), {
          recursive: true,
        });
    }
    await migrate(url, directory);
    const [match, other] = [newId(), 'ffffffff-aaaa-4aaa-8aaa-aaaaaaaaaaaa'];
    const late = uuidAt(monthAfter(now(), 5).getTime());
    await withClient(url, async (client) => {
      for (const id of [match, other, late]) {
        await client.query('INSERT INTO match_inputs (match_id, n, spent_ms, at) VALUES ($1, 1, 0, now())', [id]);
        await client.query(
          `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status) VALUES ($1, $1, $1, 'x', 'active')`,
          [id],
        );
        await client.query('INSERT INTO session_steps (session_id, step_number) VALUES ($1, 1)', [id]);
        await client.query(
          `INSERT INTO telemetry (id, session_id, experience_id, agent_id, provenance) VALUES ($1, $1, $1, $1, '{}')`,
          [id],
        );
        for (const stream of ['agent', 'match', 'relay', 'social']) {
          await client.query(
            `INSERT INTO events (stream, id, audience, seq, type, at, data) VALUES ($1, 'a', 'public', 1, 'x', now(), '{}')`,
            [`${stream}:${id}`],
          );
        }
      }
      await client.query(
        `INSERT INTO audit_entries (id, agent_id, credential_id, tool, transport, outcome, duration_us, at)
         VALUES ($1, $1, 'c', 't', 'mcp', 'ok', 1, now()), ($2, $1, 'c', 't', 'mcp', 'ok', 1, now() + interval '1 year')`,
        [match, other],
      );
      await client.query(
        `INSERT INTO usage_days VALUES ($1, current_date, $1, 1, 0, 0, 0, 0, 0, 0), ($1, current_date + 400, $1, 1, 0, 0, 0, 0, 0, 0)`,
        [match],
      );
      await client.query(`INSERT INTO model_days VALUES ($1, current_date, $1, 'p', 'n', 0, 0, 0, 0)`, [match]);
    });
    const file = async (table: string) =>
      withClient(
        url,
        async (client) => (await client.query('SELECT pg_relation_filepath($1) AS file', [table])).rows[0].file,
      );
    const before = await file('match_inputs');
    await migrate(url);
    const found = await withClient(url, async (client) => {
      const counts: Record<string, number> = {};
      for (const table of [
        'match_inputs',
        'session_steps',
        'telemetry',
        'events',
        'audit_entries',
        'usage_days',
        'model_days',
      ]) {
        const { rows } = await client.query<{ name: string; n: number }>(
          `SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM ${table} GROUP BY 1`,
        );
        for (const row of rows) counts[row.name.replace(/^partitions\./, '').replace(/_until_.*/, '_until')] = row.n;
      }
      return counts;
    });
    expect(found).toEqual({
      match_inputs_until: 1,
      match_inputs_later: 2,
      session_steps_until: 1,
      session_steps_later: 2,
      telemetry_until: 1,
      telemetry_later: 2,
      events_before_matches: 3,
      events_until: 1,
      events_later: 2,
      events_after_matches: 6,
      audit_entries_until: 1,
      audit_entries_later: 1,
      usage_days_until: 1,
      usage_days_later: 1,
      model_days_until: 1,
    });
    const [partition] = await withClient(
      url,
      async (client) =>
        (await client.query('SELECT tableoid::regclass::text AS name FROM match_inputs WHERE match_id = $1', [match]))
          .rows,
    );
    expect(await file(partition.name), 'the rows were not written again').toBe(before);
  } finally {
    await withClient(server, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
    await remove();
  }
});
