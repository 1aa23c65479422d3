import type { JsonObject } from '@/lib/core/json';
import { sqlOnReplica } from '@/lib/data/replica';
import { restoreSteps, type SessionStatus } from '@/lib/domain/seating';

/** What the agent reported with a step or the end of a session; each null without a report. */
export interface TracedReport {
  usage: JsonObject | null;
  model_runtime: JsonObject | null;
  cadence: JsonObject | null;
  /** Who says each field. */
  provenance: JsonObject | null;
}

export interface TracedSession extends TracedReport {
  [column: string]: unknown;
  id: string;
  experience_id: string;
  /** Null when the experience was deleted. */
  experience_name: string | null;
  status: SessionStatus;
  match_id: string | null;
  seat: number | null;
  outcomes: JsonObject | null;
  end_reason: string | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface TracedStep extends TracedReport {
  [column: string]: unknown;
  step_number: number;
  action: unknown;
  response: unknown;
  latency_ms: number | null;
  filled_args: string[] | null;
  created_at: Date;
}

/** The name of an agent of this owner, or null. */
export async function findOwnedName(of: { agentId: string; ownerId: string }): Promise<string | null> {
  const rows = await sqlOnReplica<{ name: string }>(
    'replays.owned_name',
    `SELECT display_name AS name FROM agents WHERE id = $1 AND owner_id = $2 AND kind = 'agent'`,
    [of.agentId, of.ownerId],
  );
  return rows[0]?.name ?? null;
}

/** The next sessions of an agent, the oldest first. */
export async function findTracedSessions(of: {
  agentId: string;
  experienceId: string | null;
  since: Date | null;
  after: { createdAt: Date; id: string } | null;
  limit: number;
}): Promise<TracedSession[]> {
  return sqlOnReplica<TracedSession>(
    'replays.traced_sessions',
    `SELECT s.id, s.experience_id, x.name AS experience_name, s.status, s.match_id, s.seat, s.outcomes, s.end_reason,
            s.created_at, s.ended_at, r.usage, r.model_runtime, r.cadence, r.provenance
     FROM sessions s LEFT JOIN experiences x ON x.id = s.experience_id LEFT JOIN LATERAL (
       SELECT usage, model_runtime, cadence, provenance FROM telemetry
       WHERE session_id = s.id AND step_number IS NULL ORDER BY at DESC LIMIT 1) r ON true
     WHERE s.agent_id = $1 AND ($2::uuid IS NULL OR s.experience_id = $2) AND ($3::timestamptz IS NULL OR s.created_at >= $3)
       AND ($4::timestamptz IS NULL OR (s.created_at, s.id) > ($4, $5::uuid))
     ORDER BY s.created_at, s.id LIMIT $6`,
    [of.agentId, of.experienceId, of.since, of.after?.createdAt ?? null, of.after?.id ?? null, of.limit],
  );
}

/** The next steps of a session with what was reported for them; 0 is the opening. */
export async function findTracedSteps(sessionId: string, after: number, limit: number): Promise<TracedStep[]> {
  const steps = await sqlOnReplica<TracedStep & { match_id: string | null }>(
    'replays.traced_steps',
    `SELECT t.step_number, t.action, t.response, t.latency_ms, t.filled_args, r.usage, r.model_runtime, r.cadence,
            r.provenance, t.created_at, s.match_id
     FROM session_steps t JOIN sessions s ON s.id = t.session_id LEFT JOIN LATERAL (
       SELECT usage, model_runtime, cadence, provenance FROM telemetry
       WHERE session_id = t.session_id AND step_number = t.step_number ORDER BY at LIMIT 1) r ON true
     WHERE t.session_id = $1 AND t.step_number > $2 ORDER BY t.step_number LIMIT $3`,
    [sessionId, after, limit],
  );
  return restoreSteps({ sessionId, matchId: steps[0]?.match_id ?? null }, steps);
}

/** The match and the seat of a session of one of the owner's agents, or null. */
export async function findOwnedSeat(of: {
  ownerId: string;
  sessionId: string;
}): Promise<{ match_id: string | null; seat: number | null } | null> {
  const rows = await sqlOnReplica<{ match_id: string | null; seat: number | null }>(
    'replays.owned_seat',
    'SELECT s.match_id, s.seat FROM sessions s JOIN agents a ON a.id = s.agent_id WHERE s.id = $2 AND a.owner_id = $1',
    [of.ownerId, of.sessionId],
  );
  return rows[0] ?? null;
}

/** How many steps of a session up to one were moves: actions that do more than look. */
export async function countMoves(of: { sessionId: string; upTo: number }): Promise<number> {
  const rows = await sqlOnReplica<{ n: number }>(
    'replays.count_moves',
    `SELECT count(*)::int AS n FROM session_steps
      WHERE session_id = $1 AND step_number <= $2 AND action IS NOT NULL AND action::text <> '"state"'
        AND (json_typeof(action) <> 'object' OR action->>'type' IS DISTINCT FROM 'state')`,
    [of.sessionId, of.upTo],
  );
  return rows[0]?.n ?? 0;
}

/** What an agent reported for a session, added up; a sum is null without a report. */
export interface ReportedSums {
  [column: string]: unknown;
  session_id: string;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
  models: string[];
}

/** What was reported for these sessions, added up. Sessions without a report are missing. */
export async function sumReports(sessionIds: readonly string[]): Promise<ReportedSums[]> {
  return sqlOnReplica<ReportedSums>(
    'replays.sum_reports',
    `SELECT session_id, sum((usage->>'input_tokens')::float8) AS input_tokens,
            sum((usage->>'output_tokens')::float8) AS output_tokens,
            sum((usage->>'cost_usd_estimate')::float8) AS cost_usd,
            array_remove(array_agg(DISTINCT model_runtime->>'model_name'), NULL) AS models
       FROM telemetry WHERE session_id = ANY ($1::uuid[]) GROUP BY session_id`,
    [sessionIds],
  );
}
