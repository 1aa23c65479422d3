import { toJsonb } from '@/lib/core/json';
import { sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import type { FailureRow } from './failures.schema';

/** Calls of one kind that failed since the last write. */
export interface CountedFailure {
  experienceId: string;
  /** What all of them have in common, beside the version. */
  kind: string;
  tool: string;
  code: string;
  message: string;
  calls: number;
  firstAt: Date;
  lastAt: Date;
  sessionId: string | null;
  /** JSON text. */
  arguments: string;
  durationMs: number;
}

/** Kinds that are kept of one experience. */
const MAX_KINDS = 300;

/** Adds counted failures; the newest call of a kind replaces the one before. Experiences that were deleted are left out. One statement. */
export async function addFailures(failures: readonly CountedFailure[]): Promise<void> {
  await sql(
    'failures.add',
    `INSERT INTO experience_failures AS f
       (experience_id, key, version, tool, code, message, calls, first_at, last_at, session_id, arguments, duration_ms)
     SELECT e.id, md5(e.version || ' ' || r.kind), e.version, r.tool, r.code, r.message, r.calls, r."firstAt", r."lastAt",
            r."sessionId", r.arguments, r."durationMs"
       FROM jsonb_to_recordset($1::jsonb) AS r("experienceId" uuid, kind text, tool text, code text, message text, calls int,
              "firstAt" timestamptz, "lastAt" timestamptz, "sessionId" uuid, arguments text, "durationMs" int)
       JOIN experiences e ON e.id = r."experienceId"
     ON CONFLICT (experience_id, key) DO UPDATE
       SET calls = f.calls + EXCLUDED.calls, message = EXCLUDED.message, last_at = EXCLUDED.last_at,
           session_id = EXCLUDED.session_id, arguments = EXCLUDED.arguments, duration_ms = EXCLUDED.duration_ms`,
    [toJsonb(failures)],
  );
}

/** Failures of an experience, the newest first, of one version where one is given. */
export async function findFailures(of: {
  experienceId: string;
  version: string | null;
  limit: number;
}): Promise<FailureRow[]> {
  return sql<FailureRow>(
    'failures.list',
    `SELECT * FROM experience_failures WHERE experience_id = $1 AND ($2::text IS NULL OR version = $2)
     ORDER BY last_at DESC LIMIT $3`,
    [of.experienceId, of.version, of.limit],
  );
}

/** The versions of an experience that have failures, the newest first. */
export async function findVersions(experienceId: string): Promise<string[]> {
  const rows = await sql<{ version: string }>(
    'failures.versions',
    `SELECT version FROM experience_failures WHERE experience_id = $1 GROUP BY version ORDER BY max(last_at) DESC`,
    [experienceId],
  );
  return rows.map(({ version }) => version);
}

/** Deletes up to `limit` kinds that are older than `before`, or beyond the 300 newest of their experience. Returns how many. */
export async function deleteFailures(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'failures.delete_old',
    `DELETE FROM experience_failures f USING (
       SELECT experience_id, key FROM (
         SELECT experience_id, key, last_at, row_number() OVER (PARTITION BY experience_id ORDER BY last_at DESC) AS place
           FROM experience_failures) ranked
        WHERE last_at < $1 OR place > ${MAX_KINDS} LIMIT $2) old
     WHERE f.experience_id = old.experience_id AND f.key = old.key RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}

registerDeletion('failures', {
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM experience_failures WHERE experience_id = $1', [experienceId]);
  },
});
