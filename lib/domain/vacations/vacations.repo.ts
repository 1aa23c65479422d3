import { type Client, sql, transaction } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';

/** The days of an agent from `day` on, and how many it has taken in the year of `day`. */
export async function findDays(agentId: string, day: string): Promise<{ days: string[]; count: number }> {
  const rows = await sql<{ days: string[] | null; count: number }>(
    'vacations.days',
    `SELECT array_agg(to_char(day, 'YYYY-MM-DD') ORDER BY day) FILTER (WHERE day >= $2::date) AS days,
       count(*) FILTER (WHERE year = extract(year FROM $2::date))::int AS count
     FROM vacation_days WHERE agent_id = $1`,
    [agentId, day],
  );
  return { days: rows[0]?.days ?? [], count: rows[0]?.count ?? 0 };
}

/**
 * Takes those of these days that the agent does not have, under the next numbers of their years. False when a year has fewer
 * left: no day is taken then. A lock orders racing calls of one agent.
 */
export async function insertDays(agentId: string, days: readonly string[], most: number): Promise<boolean> {
  return transaction(async (client) => {
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('vacations ' || $1, 0))`;
    await sql('vacations.lock', lock, [agentId], client);
    return insertMissing(client, agentId, days, most);
  });
}

async function insertMissing(client: Client, agentId: string, days: readonly string[], most: number): Promise<boolean> {
  const rows = await sql<{ wanted: number; count: number }>(
    'vacations.take',
    `WITH wanted AS (
       SELECT d.day::date AS day, extract(year FROM d.day::date)::int AS year
       FROM unnest($2::text[]) AS d(day)
       WHERE NOT EXISTS (SELECT 1 FROM vacation_days v WHERE v.agent_id = $1 AND v.day = d.day::date)),
     numbered AS (
       SELECT w.day, w.year, row_number() OVER (PARTITION BY w.year ORDER BY w.day)
         + COALESCE((SELECT max(v.number) FROM vacation_days v WHERE v.agent_id = $1 AND v.year = w.year), 0) AS number
       FROM wanted w),
     inserted AS (
       INSERT INTO vacation_days (agent_id, year, number, day)
       SELECT $1, year, number, day FROM numbered
       WHERE NOT EXISTS (SELECT 1 FROM numbered WHERE number > $3::int)
       ON CONFLICT DO NOTHING RETURNING 1)
     SELECT (SELECT count(*)::int FROM wanted) AS wanted, (SELECT count(*)::int FROM inserted) AS count`,
    [agentId, days, most],
    client,
  );
  return rows[0] !== undefined && rows[0].count === rows[0].wanted;
}

/** The days of vacation of any of these agents between two days, both included; each once. An index scan for each agent. */
export async function findDaysBetween(agentIds: readonly string[], from: string, to: string): Promise<string[]> {
  const rows = await sql<{ day: string }>(
    'vacations.between',
    `SELECT DISTINCT to_char(day, 'YYYY-MM-DD') AS day FROM vacation_days
     WHERE agent_id = ANY ($1::uuid[]) AND day BETWEEN $2::date AND $3::date`,
    [agentIds, from, to],
  );
  return rows.map(({ day }) => day);
}

registerDeletion('vacations', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM vacation_days WHERE agent_id = $1', [agentId]);
  },
});

registerExport('vacations', {
  'agents/vacation_days': {
    about: 'Days of vacation in games by correspondence.',
    rows: `SELECT agent_id, year, number, day FROM vacation_days WHERE agent_id = ANY ($2)`,
  },
});
