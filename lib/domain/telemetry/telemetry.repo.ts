import { toJsonb } from '@/lib/core/json';
import { type Queryable, sql } from '@/lib/data/database';
import type { TelemetryRecord } from './telemetry.schema';

/** A record by its columns, for a statement that stores it with something else; the id is `telemetry_id` there. */
export function telemetryColumns(record: TelemetryRecord): Record<string, unknown> {
  return {
    telemetry_id: record.id,
    usage: record.usage,
    model_runtime: record.modelRuntime,
    cadence: record.cadence,
    provenance: record.provenance,
    latency_ms: record.latencyMs === null ? null : Math.round(record.latencyMs),
  };
}

/** Stores the telemetry of one call. */
export async function insertTelemetry(
  of: { sessionId: string; experienceId: string; agentId: string; stepNumber: number | null },
  record: TelemetryRecord,
  on?: Queryable,
): Promise<void> {
  const json = (value: unknown) => (value === null || value === undefined ? null : toJsonb(value));
  await sql(
    'telemetry.insert',
    `INSERT INTO telemetry (id, usage, model_runtime, cadence, provenance, latency_ms, session_id, experience_id, agent_id, step_number)
     VALUES ($1, $2::jsonb, $3::jsonb, $4::jsonb, $5::jsonb, $6, $7, $8, $9, $10)`,
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
    ],
    on,
  );
}
