import type { MoveNote } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { registerRetention } from '@/lib/core/retention';
import type { Queryable } from '@/lib/data/database';
import { countReport } from '@/lib/domain/usage';
import { deleteReportsBefore, insertTelemetry, replaceNote } from './telemetry.repo';
import type { AgentReport, Source, TelemetryRecord } from './telemetry.schema';

/** Control characters, halves of surrogate pairs, and marks that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu;

/** A note without what a page or PostgreSQL cannot show; null for one that is blank. */
function noteOf({ note }: AgentReport): string | null {
  return note?.replace(UNPRINTABLE, ' ').trim() || null;
}

/** What spectators are shown of a report; null when there is nothing to show. */
export function moveNote(report: AgentReport): MoveNote | null {
  const { usage, modelRuntime } = report;
  const { model_provider: provider = null, model_name: name = null } = modelRuntime ?? {};
  const counted = [usage?.input_tokens, usage?.output_tokens, usage?.reasoning_tokens].filter((n) => n !== undefined);
  const note: MoveNote = {
    note: noteOf(report),
    model: provider === null && name === null ? null : { provider, name },
    tokens: counted.length === 0 ? null : counted.reduce((sum, n) => sum + n, 0),
    costUsd: usage?.cost_usd_estimate ?? null,
  };
  return Object.values(note).every((value) => value === null) ? null : note;
}

/** Whether the agent reported anything at all. */
function hasReport(report: AgentReport): boolean {
  if (noteOf(report) !== null) return true;
  return [report.usage, report.modelRuntime, report.cadence].some(
    (part) => part !== undefined && Object.keys(part).length > 0,
  );
}

/**
 * The record of one call with the source of every field. The gateway decides the source: a field from an agent's call is
 * `reported_by_agent` whatever the agent claims, and only the latency is `observed_by_gateway`.
 * Specification: gateway-tool-contract.md, Provenance.
 */
function telemetryRecord(report: AgentReport, latencyMs: number | null): TelemetryRecord {
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
    note: noteOf(report),
    usage: report.usage ?? null,
    modelRuntime: report.modelRuntime ?? null,
    cadence: report.cadence ?? null,
    provenance,
    latencyMs,
  };
}

/**
 * Counts a step or the end of a session, and stores what the agent reported with it. An end that is repeated counts once. The
 * call has already succeeded; a fault here must not undo it.
 * @param of.stepNumber null for the end
 * @param of.isStep whether it counts as a step: a look does not
 */
export async function recordReport(
  of: { sessionId: string; experienceId: string; agentId: string; stepNumber: number | null; isStep: boolean },
  report: AgentReport,
  latencyMs: number | null,
): Promise<void> {
  const { agentId, experienceId, sessionId, isStep } = of;
  if (hasReport(report) && !(await isStored(of, telemetryRecord(report, latencyMs)))) return;
  countReport({ agentId, experienceId, sessionId, isStep, usage: report.usage, model: report.modelRuntime });
}

/** Whether a report counts: not that of an end which has one. */
async function isStored(of: Parameters<typeof insertTelemetry>[0], record: TelemetryRecord): Promise<boolean> {
  try {
    return await insertTelemetry(of, record);
  } catch (error) {
    log.error({ err: error, session_id: of.sessionId }, 'storing telemetry failed');
    return true;
  }
}

/** Puts another text in place of a note in these sessions. */
export async function replaceNotes(
  client: Queryable,
  of: { sessionIds: readonly string[]; old: string; text: string },
): Promise<void> {
  await replaceNote(client, of);
}

registerRetention('telemetry', deleteReportsBefore);
