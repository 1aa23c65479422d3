import { describe, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { env, parseEnv } from '@/lib/core/env';
import { newId, uuidAt } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { flushAudit } from '@/lib/domain/activity';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { captureStatements } from '@/lib/testing/statements';

useCatalog();
useClock();

const DAY_MS = 24 * 3_600_000;
const clean = () => runCleanups(new AbortController().signal);

/** An agent that has reported about a step, with rows of two tables. */
async function reporter() {
  const { agentId, call } = await playerFixture();
  const { session_id } = await call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  await call('session.step', { session_id, action: 'B2', note: 'The middle.' });
  await call('session.end', { session_id });
  await flushAudit();
  const count = async (table: 'telemetry' | 'audit_entries') =>
    Number((await pool().query(`SELECT count(*) FROM ${table} WHERE agent_id = $1`, [agentId])).rows[0].count);
  return { reports: () => count('telemetry'), calls: () => count('audit_entries') };
}

describe('rows are kept', () => {
  it('as long as before when nothing is set: reports for ever, calls for 90 days', async () => {
    const { reports, calls } = await reporter();
    const before = await calls();
    expect([await reports(), before > 0]).toEqual([1, true]);
    advanceClock(89 * DAY_MS);
    await clean();
    expect([await reports(), await calls()]).toEqual([1, before]);
    advanceClock(2 * DAY_MS);
    await clean();
    expect([await reports(), await calls()]).toEqual([1, 0]);
  });

  it('for the days that the operator sets by table', async () => {
    const { reports, calls } = await reporter();
    const before = await calls();
    env().RETENTION_DAYS = { telemetry: 30, audit_entries: 365 };
    advanceClock(29 * DAY_MS);
    await clean();
    expect(await reports()).toBe(1);
    advanceClock(100 * DAY_MS);
    await clean();
    expect([await reports(), await calls()]).toEqual([0, before]);
    env().RETENTION_DAYS = {};
  });
});

it('old notices and approvals are found by an index, the oldest first', async () => {
  const at = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const { agentId } = await playerFixture();
  const ownerId = newId();
  const insert = (days: number, part: string, count: number) => [
    `INSERT INTO notifications (id, owner_id, type, data, at)
     SELECT (overlay('${uuidAt(at(days).getTime())}' placing '${part}' || lpad(n::text, 8, '0') from 25))::uuid, '${ownerId}', 'x', '{}',
            '${at(days).toISOString()}' FROM generate_series(1, ${count}) n`,
    `INSERT INTO approvals (id, agent_id, tool, arguments_hash, status, requested_at, expires_at)
     SELECT (overlay('${uuidAt(at(days).getTime())}' placing '${part}' || lpad(n::text, 8, '0') from 25))::uuid, '${agentId}', 'x',
            n::text, 'used', '${at(days).toISOString()}', now() FROM generate_series(1, ${count}) n`,
  ];
  for (const text of [...insert(1, 'aaaa', 3_000), ...insert(91, 'bbbb', 2), 'ANALYZE notifications, approvals'])
    await pool().query(text);
  const deletions = await captureStatements(/^(notices\.delete_before|approvals\.delete_approvals)/, clean);
  expect(deletions).toHaveLength(2);
  for (const { text, values } of deletions) {
    const { rows } = await pool().query(`EXPLAIN ${text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|_id_at|requested_at_idx/);
  }
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM notifications WHERE owner_id = $1) AS notices,
            (SELECT count(*)::int FROM approvals WHERE agent_id = $2) AS approvals`,
    [ownerId, agentId],
  );
  expect(rows).toEqual([{ notices: 3_000, approvals: 3_000 }]);
});

it('days that cannot be read stop the start with what would be right', () => {
  const read = (RETENTION_DAYS: string) => parseEnv({ NODE_ENV: 'test', RETENTION_DAYS }).RETENTION_DAYS;
  expect(read('')).toEqual({});
  expect(read('telemetry=365, audit_entries=30')).toEqual({ telemetry: 365, audit_entries: 30 });
  for (const wrong of [
    'owners=1',
    'telemetry',
    'telemetry=0',
    'telemetry=-1',
    'telemetry=1,telemetry=2',
    'telemetry=1e9',
  ])
    expect(() => read(wrong)).toThrow(/RETENTION_DAYS: must be like telemetry=365/);
});
