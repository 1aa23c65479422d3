import type { JsonObject } from '@/lib/core/json';
import { sqlOnReplica } from '@/lib/data/replica';
import { restoreSteps, type SessionStatus } from '@/lib/domain/seating';

export interface TranscribedSession {
  [column: string]: unknown;
  id: string;
  agent_id: string;
  agent_name: string;
  /** Null for an agent without an owner. */
  owner_id: string | null;
  experience_id: string;
  /** Null when the experience was deleted. */
  experience_name: string | null;
  status: SessionStatus;
  match_id: string | null;
  step_count: number;
  outcomes: JsonObject | null;
  end_reason: string | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface TranscribedStep {
  [column: string]: unknown;
  step_number: number;
  /** JSON text, cut after a number of characters; null for none. */
  action: string | null;
  action_chars: number | null;
  response: string | null;
  response_chars: number | null;
  latency_ms: number | null;
  usage: Record<string, number> | null;
  model_runtime: Record<string, unknown> | null;
  /** What the agent said that it thought. */
  note: string | null;
  created_at: Date;
}

export interface RefusedCall {
  [column: string]: unknown;
  tool: string;
  outcome: string;
  message: string | null;
  at: Date;
}

/** A session with the names that a page shows, or null. */
export async function findTranscribedSession(id: string): Promise<TranscribedSession | null> {
  const rows = await sqlOnReplica<TranscribedSession>(
    'replays.transcribed_session',
    `SELECT s.id, s.agent_id, a.display_name AS agent_name, a.owner_id, s.experience_id, x.name AS experience_name, s.status,
            s.match_id, s.step_count, s.outcomes, s.end_reason, s.created_at, s.ended_at
       FROM sessions s JOIN agents a ON a.id = s.agent_id LEFT JOIN experiences x ON x.id = s.experience_id
      WHERE s.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** The next steps of a session with what was reported for them; step 0 is the opening. */
export async function findTranscribedSteps(args: {
  sessionId: string;
  after: number;
  limit: number;
  maxChars: number;
}): Promise<TranscribedStep[]> {
  const steps = await sqlOnReplica<TranscribedStep & { match_id: string | null }>(
    'replays.transcribed_steps',
    `SELECT t.step_number, left(t.action::text, $4) AS action, length(t.action::text) AS action_chars,
            left(t.response::text, $4) AS response, length(t.response::text) AS response_chars,
            t.latency_ms, r.usage, r.model_runtime, r.note, t.created_at, s.match_id
       FROM session_steps t JOIN sessions s ON s.id = t.session_id LEFT JOIN LATERAL (
         SELECT usage, model_runtime, note FROM telemetry
          WHERE session_id = t.session_id AND step_number = t.step_number ORDER BY at LIMIT 1) r ON true
      WHERE t.session_id = $1 AND t.step_number > $2 ORDER BY t.step_number LIMIT $3`,
    [args.sessionId, args.after, args.limit, args.maxChars],
  );
  return restoreTranscribed({ ...args, matchId: steps[0]?.match_id ?? null }, steps);
}

/** Restores steps that are stored by reference. What is cut is stored as it is: a reference is short. */
async function restoreTranscribed(
  { sessionId, matchId, maxChars }: { sessionId: string; matchId: string | null; maxChars: number },
  steps: readonly TranscribedStep[],
): Promise<TranscribedStep[]> {
  if (matchId === null) return [...steps];
  const parse = (text: string | null, chars: number | null): unknown =>
    text === null || (chars ?? 0) > maxChars ? null : (JSON.parse(text) as unknown);
  const stored = steps.map((step) => ({
    action: parse(step.action, step.action_chars),
    response: parse(step.response, step.response_chars),
  }));
  const restored = await restoreSteps({ sessionId, matchId }, stored);
  return steps.map((step, index) => {
    const whole = restored[index];
    if (whole === undefined || whole === stored[index]) return step;
    const [action, response] = [JSON.stringify(whole.action), JSON.stringify(whole.response)];
    return {
      ...step,
      action: action.slice(0, maxChars),
      action_chars: action.length,
      response: response.slice(0, maxChars),
      response_chars: response.length,
    };
  });
}

/** Calls of an agent that named the session and failed, in the order in which they were made. */
export async function findRefusedCalls(args: {
  sessionId: string;
  agentId: string;
  from: Date;
  to: Date | null;
  limit: number;
}): Promise<RefusedCall[]> {
  return sqlOnReplica<RefusedCall>(
    'replays.refused_calls',
    `SELECT tool, outcome, message, at FROM audit_entries
      WHERE session_id = $1 AND agent_id = $2 AND outcome <> 'ok' AND at > $3 AND ($4::timestamptz IS NULL OR at <= $4)
      ORDER BY at LIMIT $5`,
    [args.sessionId, args.agentId, args.from, args.to, args.limit],
  );
}

/** A session of an experience, without its agent. */
export interface PlayedSessionRow {
  [column: string]: unknown;
  id: string;
  experience_agent_id: string;
  status: SessionStatus;
  step_count: number;
  end_reason: string | null;
  fault_code: string | null;
  created_at: Date;
  ended_at: Date | null;
}

const PLAYED = `s.id, s.experience_agent_id, s.status, s.step_count, s.end_reason, s.fault_code, s.created_at, s.ended_at`;

/** Sessions of an experience, the newest first, after a position of the list. An index scan. */
export async function findPlayedSessions(of: {
  experienceId: string;
  /** Times of which one contains the beginning of a session; null: any. */
  spans: readonly { from: Date; to: Date | null }[] | null;
  before: { at: Date; id: string } | null;
  limit: number;
}): Promise<PlayedSessionRow[]> {
  return sqlOnReplica<PlayedSessionRow>(
    `replays.played_sessions${of.before ? '_before' : ''}`,
    `SELECT ${PLAYED} FROM sessions s
      WHERE s.experience_id = $1
        AND ($3::timestamptz[] IS NULL OR EXISTS (
          SELECT 1 FROM unnest($3, $4::timestamptz[]) AS span(since, until)
           WHERE s.created_at >= since AND (until IS NULL OR s.created_at < until)))
        ${of.before ? 'AND (s.created_at, s.id) < ($5, $6::uuid)' : ''}
      ORDER BY s.created_at DESC, s.id DESC LIMIT $2`,
    [
      ...[of.experienceId, of.limit, of.spans?.map(({ from }) => from) ?? null, of.spans?.map(({ to }) => to) ?? null],
      ...(of.before ? [of.before.at, of.before.id] : []),
    ],
  );
}

/** One session of an experience; null when it is of another one. */
export async function findPlayedSession(of: {
  experienceId: string;
  sessionId: string;
}): Promise<PlayedSessionRow | null> {
  const rows = await sqlOnReplica<PlayedSessionRow>(
    'replays.played_session',
    `SELECT ${PLAYED} FROM sessions s WHERE s.experience_id = $1 AND s.id = $2`,
    [of.experienceId, of.sessionId],
  );
  return rows[0] ?? null;
}
