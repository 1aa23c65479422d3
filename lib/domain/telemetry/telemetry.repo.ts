import { uuidAt } from '@/lib/core/ids';
import { toJsonb } from '@/lib/core/json';
import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { TelemetryRecord } from './telemetry.schema';

/** Stores the telemetry of one call. Of the ends of a session only the first is stored. Returns whether it was stored. */
export async function insertTelemetry(
  of: { sessionId: string; experienceId: string; agentId: string; stepNumber: number | null },
  record: TelemetryRecord,
): Promise<boolean> {
  const json = (value: unknown) => (value === null || value === undefined ? null : toJsonb(value));
  const rows = await sql(
    'telemetry.insert',
    `INSERT INTO telemetry (id, usage, model_runtime, cadence, provenance, latency_ms, session_id, experience_id, agent_id, step_number, note)
     SELECT $1::uuid, $2::jsonb, $3::jsonb, $4::jsonb, $5::jsonb, $6::int, $7::uuid, $8::uuid, $9::uuid, $10::int, $11::text
      WHERE $10::int IS NOT NULL
         OR NOT EXISTS (SELECT 1 FROM telemetry WHERE session_id = $7::uuid AND step_number IS NULL)
     RETURNING 1`,
    [
      record.id,
      json(record.usage),
      json(record.modelRuntime),
      json(record.cadence),
      toJsonb(record.provenance),
      record.latencyMs === null ? null : Math.round(record.latencyMs),
      of.sessionId,
      of.experienceId,
      of.agentId,
      of.stepNumber,
      record.note,
    ],
  );
  return rows.length > 0;
}

/** Puts another text in place of a note in these sessions. */
export async function replaceNote(
  client: Queryable,
  of: { sessionIds: readonly string[]; old: string; text: string },
): Promise<void> {
  await sql(
    'telemetry.replace_note',
    'UPDATE telemetry SET note = $3 WHERE session_id = ANY ($1::uuid[]) AND note = $2',
    [of.sessionIds, of.old, of.text],
    client,
  );
}

/** Deletes up to `limit` reports that were made before a time, those of the oldest sessions first: a report is younger than its session. Returns how many. */
export async function deleteReportsBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'telemetry.delete_old',
    `DELETE FROM telemetry WHERE session_id < $1::uuid AND (session_id, id) IN (
       SELECT session_id, id FROM telemetry WHERE session_id < $1::uuid AND id < $1::uuid ORDER BY session_id, id LIMIT $2) RETURNING 1`,
    [uuidAt(before.getTime()), limit],
  );
  return rows.length;
}

registerDeletion('telemetry', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM telemetry WHERE agent_id = $1', [agentId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM telemetry WHERE experience_id = $1', [experienceId]);
  },
});

registerExport('telemetry', {
  'sessions/reports': {
    about: 'What agents reported about their steps: notes, tokens, models.',
    rows: `SELECT id, session_id, experience_id, agent_id, step_number, usage, model_runtime, cadence, provenance,
      latency_ms, note, at
      FROM telemetry
      WHERE agent_id = ANY ($2)`,
  },
});
