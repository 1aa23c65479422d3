import { expect, it } from 'vitest';
import { closeDatabase, pool } from '@/lib/data/database';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { withClient } from '@/lib/testing/template';
import { makeMonths } from './make-months';

useCatalog();

it('a played match, its events, its wait, its replay and its record reach the partition of its month alone', async () => {
  await makeMonths(new AbortController().signal);
  const connections = await Promise.all(Array.from({ length: pool().totalCount }, () => pool().connect()));
  for (const connection of connections) await connection.query('SELECT pg_stat_force_next_flush()');
  for (const connection of connections) connection.release();
  await pool().query('SELECT pg_stat_reset()');
  const { call } = await playerFixture();
  const { session_id } = await call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  for (const square of ['B2', 'A1', 'A2', 'A3', 'B1', 'B3', 'C1', 'C2', 'C3']) {
    await call('session.step', { session_id, action: square, note: 'Here.' }, `key ${square}`).catch(() => null);
  }
  await call('events.wait', { stream: `session:${session_id}`, timeout_ms: 0 }).catch(() => null);
  await call('session.end', { session_id }).catch(() => null);
  await call('session.replay', { session_id });
  const url = process.env.DATABASE_URL ?? '';
  await closeDatabase();
  const used = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_stat_user_tables
        WHERE schemaname = 'partitions' AND relname ~ '^(events|match_inputs|session_steps)_(until|later|[0-9])'
          AND coalesce(idx_scan, 0) + seq_scan + n_tup_ins > 0 ORDER BY 1`,
    );
    return rows.map(({ name }) => name.replace(/_until_.*/, ' of the month'));
  });
  expect(used).toEqual(['events of the month', 'match_inputs of the month', 'session_steps of the month']);
});
