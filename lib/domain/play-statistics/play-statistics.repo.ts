import { sql } from '@/lib/data/database';

/** Sessions that began on one day (UTC). */
interface DayRow {
  /** `2026-11-22` */
  date: string;
  sessions: number;
  agents: number;
  steps: number;
  failed: number;
}

/** One row for each of the last `days` days, the oldest first; zeros where nobody played. */
export async function readDays(experienceId: string, days: number): Promise<DayRow[]> {
  return sql<DayRow & Record<string, unknown>>(
    'play_statistics.days',
    `SELECT to_char(every.day, 'YYYY-MM-DD') AS date, count(s.id)::int AS sessions,
       count(DISTINCT s.agent_id)::int AS agents, coalesce(sum(s.step_count), 0)::int AS steps,
       count(*) FILTER (WHERE s.status = 'error')::int AS failed
     FROM (SELECT (now() AT TIME ZONE 'utc')::date - n AS day FROM generate_series(0, $2::int - 1) AS n) AS every
     LEFT JOIN sessions s ON s.experience_id = $1
       AND s.created_at >= (every.day::timestamp AT TIME ZONE 'utc')
       AND s.created_at < ((every.day + 1)::timestamp AT TIME ZONE 'utc')
     GROUP BY every.day ORDER BY every.day`,
    [experienceId, days],
  );
}

interface Counted {
  code: string;
  count: number;
}

interface Summary {
  agents: number;
  failures: Counted[];
  memoryRefusals: Counted[];
}

/** Different agents of the last `days` days, why sessions failed to open, and why memory updates were refused. */
export async function readSummary(experienceId: string, days: number): Promise<Summary> {
  const rows = await sql<Summary & Record<string, unknown>>(
    'play_statistics.summary',
    `WITH recent AS (
       SELECT agent_id, status, end_reason, memory_result FROM sessions
       WHERE experience_id = $1 AND created_at >= (((now() AT TIME ZONE 'utc')::date - $2::int + 1)::timestamp AT TIME ZONE 'utc'))
     SELECT (SELECT count(DISTINCT agent_id)::int FROM recent) AS agents,
       coalesce((SELECT json_agg(f ORDER BY f.count DESC, f.code) FROM (
         SELECT coalesce(end_reason, 'unknown') AS code, count(*)::int AS count FROM recent WHERE status = 'error'
         GROUP BY 1 ORDER BY 2 DESC LIMIT 10) AS f), '[]') AS failures,
       coalesce((SELECT json_agg(m ORDER BY m.count DESC, m.code) FROM (
         SELECT memory_result AS code, count(*)::int AS count FROM recent WHERE memory_result <> 'updated'
         GROUP BY 1) AS m), '[]') AS "memoryRefusals"`,
    [experienceId, days],
  );
  return rows[0] ?? { agents: 0, failures: [], memoryRefusals: [] };
}

/** Time of the steps of the last `sessions` sessions, as the gateway observed it. */
export async function readLatency(
  experienceId: string,
  sessions: number,
): Promise<{ steps: number; p50: number | null; p95: number | null }> {
  const rows = await sql<{ steps: number; p50: number | null; p95: number | null }>(
    'play_statistics.latency',
    `SELECT count(latency_ms)::int AS steps,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms) AS p50,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_ms) AS p95
     FROM session_steps WHERE session_id IN (
       SELECT id FROM sessions WHERE experience_id = $1 ORDER BY created_at DESC LIMIT $2)`,
    [experienceId, sessions],
  );
  return rows[0] ?? { steps: 0, p50: null, p95: null };
}
