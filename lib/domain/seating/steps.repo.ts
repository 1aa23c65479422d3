import { toJsonb } from '@/lib/core/json';
import { plannedPool, type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import { type Column, rowsOf } from '@/lib/data/rows';
import type { SessionStatus } from './seating.schema';

/** A step that an experience has answered. */
export interface AnsweredStep {
  sessionId: string;
  action: unknown;
  response: unknown;
  idempotencyKey: string | null;
  upstreamSessionId: string | null;
  latencyMs: number;
  /** Names of the arguments that the platform filled in; null when it filled none. */
  filledArgs?: readonly string[] | null;
}

/** A stored step. */
export type StoredStep = Fields<'SessionStep', 'stepNumber' | 'action' | 'response'>;

const STEP_COLUMNS = {
  session_id: ['uuid', ({ sessionId }) => sessionId],
  action: ['json', ({ action }) => (action === undefined ? null : toJsonb(action))],
  response: ['json', ({ response }) => toJsonb(response)],
  idempotency_key: ['text', ({ idempotencyKey }) => idempotencyKey],
  upstream_session_id: ['text', ({ upstreamSessionId }) => upstreamSessionId],
  latency_ms: ['int', ({ latencyMs }) => Math.round(latencyMs)],
  filled_args: ['json', ({ filledArgs }) => (filledArgs ? toJsonb(filledArgs) : null)],
} satisfies Record<string, Column<AnsweredStep>>;

const STEP_ROWS = rowsOf<AnsweredStep>('s', STEP_COLUMNS);

/** One row of STEP_ROWS: a statement with scalar parameters takes half the time of one with arrays. */
const ONE_STEP = `(SELECT ${Object.entries(STEP_COLUMNS)
  .map(([name, [type]], index) => `$${index + 1}::${type} AS ${name}`)
  .join(', ')}) AS s`;

/** Counts each step of `steps` in its session and stores it; `idCondition` limits the sessions by their primary key. */
const recordSql = (steps: string, idCondition: string) => `
  WITH counted AS (
    UPDATE sessions SET step_count = step_count + 1, last_active_at = now(),
      upstream_session_id = COALESCE(s.upstream_session_id, sessions.upstream_session_id)
    FROM ${steps} WHERE sessions.id ${idCondition} AND sessions.id = s.session_id AND status = $${STEP_ROWS.width + 1}
    RETURNING s.session_id, sessions.step_count, sessions.lobby_id, s.action, s.response, s.idempotency_key, s.latency_ms,
      s.filled_args), stored AS (
    INSERT INTO session_steps (session_id, step_number, action, response, idempotency_key, latency_ms, filled_args)
    SELECT session_id, step_count, action, response, idempotency_key, latency_ms, filled_args FROM counted)
  SELECT session_id, step_count AS "stepCount", lobby_id AS "lobbyId" FROM counted`;

/** A parameter, because `plannedPool` keeps one plan and the index on active sessions needs the value in it. */
const ACTIVE: SessionStatus = 'active';

const RECORD_STEP = recordSql(ONE_STEP, '= $1::uuid');
const RECORD_STEPS = recordSql(STEP_ROWS.from(1), '= ANY ($1::uuid[])');

/** What a session is after a step. */
export interface CountedStep {
  stepCount: number;
  /** The lobby that the session is in by now. */
  lobbyId: string | null;
}

type Counted = CountedStep & { session_id: string };

/**
 * Counts and stores steps of different sessions in one statement. Returns the sessions in the order of the steps; null for
 * one that is not active.
 */
export async function recordSteps(steps: readonly AnsweredStep[]): Promise<(CountedStep | null)[]> {
  const [step] = steps;
  const rows = await (step && steps.length === 1 ? recordOne(step) : recordMany(steps));
  const counted = new Map(rows.map((row) => [row.session_id, row]));
  return steps.map(({ sessionId }) => counted.get(sessionId) ?? null);
}

function recordOne(step: AnsweredStep): Promise<Counted[]> {
  const values = Object.values(STEP_COLUMNS).map(([, of]) => of(step));
  return sql<Counted>('sessions.record_step', RECORD_STEP, [...values, ACTIVE], plannedPool());
}

function recordMany(steps: readonly AnsweredStep[]): Promise<Counted[]> {
  return sql<Counted>('sessions.record_steps', RECORD_STEPS, [...STEP_ROWS.values(steps), ACTIVE], plannedPool());
}

/** Stores the answer to session.create as step 0, with the upstream session. Returns whether the session is active. */
export async function insertOpening(args: {
  id: string;
  action: unknown;
  response: unknown;
  upstreamSessionId: string | null;
  filledArgs?: readonly string[] | null;
}): Promise<boolean> {
  const rows = await sql<{ status: SessionStatus }>(
    'sessions.store_opening',
    `WITH step AS (INSERT INTO session_steps (session_id, step_number, action, response, filled_args)
                  VALUES ($1, 0, $2::json, $3::json, $5::json))
     UPDATE sessions SET upstream_session_id = COALESCE($4, upstream_session_id) WHERE id = $1 RETURNING status`,
    [
      args.id,
      args.action === undefined ? null : toJsonb(args.action),
      toJsonb(args.response),
      args.upstreamSessionId,
      args.filledArgs ? toJsonb(args.filledArgs) : null,
    ],
  );
  return rows[0]?.status === 'active';
}

/** The step of a session with an idempotency key, as it is stored, and the match of the session; or null. */
export async function findStepOfSession(
  sessionId: string,
  key: string,
): Promise<(StoredStep & { matchId: string | null }) | null> {
  const rows = await sql<StoredStep & { matchId: string | null }>(
    'sessions.step_by_key',
    `SELECT t.step_number AS "stepNumber", t.action, t.response, s.match_id AS "matchId"
       FROM session_steps t JOIN sessions s ON s.id = t.session_id WHERE t.session_id = $1 AND t.idempotency_key = $2`,
    [sessionId, key],
  );
  return rows[0] ?? null;
}

/** Some steps of a session, as they are stored. One look-up of the primary key for each. */
export async function findStoredSteps(sessionId: string, stepNumbers: readonly number[]): Promise<StoredStep[]> {
  return sql<StoredStep>(
    'sessions.stored_steps',
    'SELECT step_number AS "stepNumber", action, response FROM session_steps WHERE session_id = $1 AND step_number = ANY ($2::int[])',
    [sessionId, stepNumbers],
  );
}

/** The first step with an idempotency key in an agent's sessions with an experience of the last 24 hours, or null. */
export async function findStepOfExperience(
  of: { agentId: string; experienceId: string },
  key: string,
): Promise<StoredStep | null> {
  const rows = await sql<StoredStep>(
    'sessions.step_of_experience_by_key',
    `SELECT step_number AS "stepNumber", action, response FROM session_steps
      WHERE idempotency_key = $3 AND session_id IN (
        SELECT id FROM sessions
         WHERE agent_id = $1 AND experience_id = $2 AND last_active_at > now() - interval '24 hours')
      ORDER BY created_at LIMIT 1`,
    [of.agentId, of.experienceId, key],
  );
  return rows[0] ?? null;
}

/** The last response of the experience; null when it has not answered yet. */
export async function findLastResponse(sessionId: string): Promise<{ response: unknown } | null> {
  const rows = await sql<{ response: unknown }>(
    'sessions.last_response',
    'SELECT response FROM session_steps WHERE session_id = $1 ORDER BY step_number DESC LIMIT 1',
    [sessionId],
  );
  return rows[0] ?? null;
}

/**
 * Puts another text in place of what players said in a match, in the steps of its sessions: where it is the value of `text` or
 * `message`, whatever else has the same words. Returns the sessions.
 */
export async function replaceTextInSteps(
  client: Queryable,
  of: { matchId: string; old: string; text: string },
): Promise<string[]> {
  const pairs = ['text', 'message'].flatMap((field) =>
    [':', ': '].map((colon) => [of.old, of.text].map((value) => `"${field}"${colon}${JSON.stringify(value)}`)),
  );
  const inColumn = (column: string) =>
    pairs.reduce((sqlText, _, n) => `replace(${sqlText}, $${2 * n + 2}, $${2 * n + 3})`, `${column}::text`);
  await sql(
    'steps.replace_text',
    `UPDATE session_steps SET action = (${inColumn('action')})::json, response = (${inColumn('response')})::json
     WHERE session_id IN (SELECT id FROM sessions WHERE match_id = $1)
       AND position($10 in concat(action::text, response::text)) > 0`,
    [of.matchId, ...pairs.flat(), JSON.stringify(of.old)],
    client,
  );
  const rows = await sql<{ id: string }>(
    'steps.sessions_of_match',
    'SELECT id FROM sessions WHERE match_id = $1',
    [of.matchId],
    client,
  );
  return rows.map(({ id }) => id);
}
