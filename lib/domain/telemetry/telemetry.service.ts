import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { insertTelemetry } from './telemetry.repo';
import type { AgentReport, Source, TelemetryRecord } from './telemetry.schema';

/** Whether the agent reported anything at all. */
export function hasReport(report: AgentReport): boolean {
  return [report.usage, report.modelRuntime, report.cadence].some(
    (part) => part !== undefined && Object.keys(part).length > 0,
  );
}

/**
 * The record of one call with the source of every field. The gateway decides the source: a field from an agent's call is
 * `reported_by_agent` whatever the agent claims, and only the latency is `observed_by_gateway`.
 * Specification: gateway-tool-contract.md, Provenance.
 */
export function telemetryRecord(report: AgentReport, latencyMs: number | null): TelemetryRecord {
  const provenance: Record<string, Source> = {};
  const parts = {
    usage: report.usage,
    model_runtime: report.modelRuntime,
    interaction_cadence_observed: report.cadence,
  };
  for (const [part, fields] of Object.entries(parts)) {
    for (const field of Object.keys(fields ?? {})) provenance[`${part}.${field}`] = 'reported_by_agent';
  }
  if (latencyMs !== null) provenance.latency_ms = 'observed_by_gateway';
  return {
    id: newId(),
    usage: report.usage ?? null,
    modelRuntime: report.modelRuntime ?? null,
    cadence: report.cadence ?? null,
    provenance,
    latencyMs,
  };
}

/** Stores what an agent reported beside a call that has already succeeded; a fault here must not undo the call. */
export async function recordReport(
  of: { sessionId: string; experienceId: string; agentId: string; stepNumber: number | null },
  report: AgentReport,
  latencyMs: number | null,
): Promise<void> {
  if (!hasReport(report)) return;
  try {
    await insertTelemetry(of, telemetryRecord(report, latencyMs));
  } catch (error) {
    log.error({ err: error, session_id: of.sessionId }, 'storing telemetry failed');
  }
}
