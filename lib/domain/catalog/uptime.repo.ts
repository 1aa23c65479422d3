import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import type { LiveStatusWord } from './catalog.schema';

/** How often each status was seen on one day. */
export type StatusDayRow = Row<
  'StatusDay',
  'day' | 'online' | 'degraded' | 'offline' | 'unknown' | 'answered' | 'latency_ms',
  // `2026-11-22`, UTC.
  { day: string }
>;

/** Counts one poll in today's row of its experience. `latencyMs` is null for a poll without an answer. */
export async function countPoll(experienceId: string, status: LiveStatusWord, latencyMs: number | null): Promise<void> {
  await sql(
    'catalog.count_poll',
    `INSERT INTO status_days AS d (experience_id, day, online, degraded, offline, unknown, answered, latency_ms)
     SELECT id, (now() AT TIME ZONE 'utc')::date, ($2 = 'online')::int, ($2 = 'degraded')::int, ($2 = 'offline')::int,
       ($2 = 'unknown')::int, ($3::int IS NOT NULL)::int, coalesce($3::int, 0)
     FROM experiences WHERE id = $1
     ON CONFLICT (experience_id, day) DO UPDATE
       SET online = d.online + EXCLUDED.online, degraded = d.degraded + EXCLUDED.degraded,
           offline = d.offline + EXCLUDED.offline, unknown = d.unknown + EXCLUDED.unknown,
           answered = d.answered + EXCLUDED.answered, latency_ms = d.latency_ms + EXCLUDED.latency_ms`,
    [experienceId, status, latencyMs === null ? null : Math.round(latencyMs)],
  );
}

/** One row for each of the last `days` days, the oldest first; zeros where nothing was polled. */
export async function readStatusDays(experienceId: string, days: number): Promise<StatusDayRow[]> {
  return sql<StatusDayRow & Record<string, unknown>>(
    'catalog.status_days',
    `SELECT to_char(every.day, 'YYYY-MM-DD') AS day, coalesce(d.online, 0) AS online, coalesce(d.degraded, 0) AS degraded,
       coalesce(d.offline, 0) AS offline, coalesce(d.unknown, 0) AS unknown, coalesce(d.answered, 0) AS answered,
       coalesce(d.latency_ms, 0) AS latency_ms
     FROM (SELECT (now() AT TIME ZONE 'utc')::date - n AS day FROM generate_series(0, $2::int - 1) AS n) AS every
     LEFT JOIN status_days d ON d.experience_id = $1 AND d.day = every.day
     ORDER BY every.day`,
    [experienceId, days],
  );
}

/** Deletes up to `limit` rows of days that no page shows any more. Returns how many rows. */
export async function deleteStatusDays(olderThanDays: number, limit: number): Promise<number> {
  const rows = await sql<{ deleted: number }>(
    'catalog.delete_status_days',
    `WITH gone AS (DELETE FROM status_days WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM status_days WHERE day < (now() AT TIME ZONE 'utc')::date - $1::int LIMIT $2)) RETURNING 1)
     SELECT count(*)::int AS deleted FROM gone`,
    [olderThanDays, limit],
  );
  return rows[0]?.deleted ?? 0;
}
