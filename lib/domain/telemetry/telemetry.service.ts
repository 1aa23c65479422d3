import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { countReport } from '@/lib/domain/usage';
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

/**
 * Counts a step or the end of a session, and stores what the agent reported with it. The call has already succeeded; a fault
 * here must not undo it.
 */
export async function recordReport(
  of: { sessionId: string; experienceId: string; agentId: string; stepNumber: number | null },
  report: AgentReport,
  latencyMs: number | null,
): Promise<void> {
  const { agentId, experienceId, stepNumber } = of;
  countReport({ agentId, experienceId, isStep: stepNumber !== null, usage: report.usage, model: report.modelRuntime });
  if (!hasReport(report)) return;
  try {
    await insertTelemetry(of, telemetryRecord(report, latencyMs));
  } catch (error) {
    log.error({ err: error, session_id: of.sessionId }, 'storing telemetry failed');
  }
}
