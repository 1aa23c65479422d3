import { type JsonObject, toJsonb } from '@/lib/core/json';
import { plannedPool, pool, type Queryable, sql } from '@/lib/data/database';
import { type Column, rowsOf } from '@/lib/data/rows';
import type { Session, SessionStatus } from './sessions.schema';

export { type Client, type Queryable, sqlState, transaction } from '@/lib/data/database';

interface Row {
  [column: string]: unknown;
  id: string;
  agent_id: string;
  experience_id: string;
  experience_agent_id: string;
  status: SessionStatus;
  match_id: string | null;
  seat: number | null;
  lobby_id: string | null;
  step_count: number;
  upstream_session_id: string | null;
  outcomes: JsonObject | null;
  end_reason: string | null;
  created_at: Date;
  last_active_at: Date;
  ended_at: Date | null;
}

const COLUMNS = `id, agent_id, experience_id, experience_agent_id, status, match_id, seat, lobby_id, step_count, upstream_session_id,
  outcomes, end_reason, created_at, last_active_at, ended_at`;

const toSession = (row: Row): Session => ({
  id: row.id,
  agentId: row.agent_id,
  experienceId: row.experience_id,
  experienceAgentId: row.experience_agent_id,
  status: row.status,
  matchId: row.match_id,
  seat: row.seat,
  lobbyId: row.lobby_id,
  stepCount: row.step_count,
  upstreamSessionId: row.upstream_session_id,
  outcomes: row.outcomes,
  endReason: row.end_reason,
  createdAt: row.created_at,
  lastActiveAt: row.last_active_at,
  endedAt: row.ended_at,
});

/** Who opens which session. */
export interface NewSession {
  id: string;
  agentId: string;
  experienceId: string;
  experienceAgentId: string;
  matchId: string | null;
  seat: number | null;
  lobbyId: string | null;
}

/** Inserts an active session. */
export async function insertSession(client: Queryable, session: NewSession): Promise<Session> {
  const rows = await sql<Row>(
    'sessions.insert',
    `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, match_id, seat, lobby_id)
     VALUES ($1, $2, $3, $4, 'active', $5, $6, $7) RETURNING ${COLUMNS}`,
    [
      session.id,
      session.agentId,
      session.experienceId,
      session.experienceAgentId,
      session.matchId,
      session.seat,
      session.lobbyId,
    ],
    client,
  );
  return toSession(rows[0] as Row);
}

/** A session by id, or null. */
export async function findSession(id: string, on: Queryable = pool()): Promise<Session | null> {
  const rows = await sql<Row>('sessions.find', `SELECT ${COLUMNS} FROM sessions WHERE id = $1`, [id], on);
  return rows[0] ? toSession(rows[0]) : null;
}

/** The agent's active session, locked for the rest of the transaction, or null. */
export async function lockActiveSession(client: Queryable, agentId: string): Promise<Session | null> {
  const rows = await sql<Row>(
    'sessions.lock_active',
    `SELECT ${COLUMNS} FROM sessions WHERE agent_id = $1 AND status = 'active' AND mode = 'session' FOR UPDATE`,
    [agentId],
    client,
  );
  return rows[0] ? toSession(rows[0]) : null;
}

/** Binds an active session to a lobby and, for a built-in game, to its seat in the match. */
export async function bindSession(
  client: Queryable,
  args: { id: string; lobbyId: string; matchId: string | null; seat: number | null },
): Promise<void> {
  await sql(
    'sessions.bind',
    `UPDATE sessions SET lobby_id = $2, match_id = $3, seat = $4, last_active_at = now() WHERE id = $1 AND status = 'active'`,
    [args.id, args.lobbyId, args.matchId, args.seat],
    client,
  );
}

/** The agent's live membership in a lobby, or null. */
export async function findMembership(
  client: Queryable,
  lobbyId: string,
  agentId: string,
): Promise<{ role: 'host' | 'player' | 'spectator' } | null> {
  const rows = await sql<{ role: 'host' | 'player' | 'spectator' }>(
    'sessions.membership',
    'SELECT role FROM lobby_members WHERE lobby_id = $1 AND agent_id = $2 AND left_at IS NULL',
    [lobbyId, agentId],
    client,
  );
  return rows[0] ?? null;
}

/** The config of a lobby, or null when there is no such lobby. */
export async function findLobbyConfig(lobbyId: string): Promise<JsonObject | null> {
  const rows = await sql<{ config: JsonObject }>('sessions.lobby_config', 'SELECT config FROM lobbies WHERE id = $1', [
    lobbyId,
  ]);
  return rows[0]?.config ?? null;
}

/** What session.create tells beside the game: both memories, the agent's rating, whether it has ever reported usage. */
export interface OpeningContext {
  /** The database says who is a person; no caller can. */
  kind: 'agent' | 'human';
  memory: JsonObject | null;
  ownerMemory: JsonObject | null;
  elo: number | null;
  played: boolean;
  reported: boolean;
}

/** Everything of OpeningContext in one query. */
export async function findOpeningContext(args: {
  agentId: string;
  ownerId: string | null;
  experienceId: string;
}): Promise<OpeningContext> {
  const rows = await sql<{
    kind: 'agent' | 'human' | null;
    memory: JsonObject | null;
    owner_memory: JsonObject | null;
    elo: number | null;
    played: boolean;
    reported: boolean;
  }>(
    'sessions.opening_context',
    `SELECT
       (SELECT kind FROM agents WHERE id = $1) AS kind,
       (SELECT data FROM agent_memories WHERE agent_id = $1 AND experience_id = $3 AND data <> '{}') AS memory,
       (SELECT data FROM owner_memories WHERE owner_id = $2 AND experience_id = $3 AND data <> '{}') AS owner_memory,
       (SELECT elo FROM ratings WHERE experience_id = $3 AND agent_id = $1
          AND pool = (SELECT kind FROM agents WHERE id = $1)) AS elo,
       EXISTS (SELECT 1 FROM sessions WHERE agent_id = $1 AND status = 'completed') AS played,
       EXISTS (SELECT 1 FROM telemetry WHERE agent_id = $1 AND (usage IS NOT NULL OR model_runtime IS NOT NULL OR cadence IS NOT NULL)) AS reported`,
    [args.agentId, args.ownerId, args.experienceId],
  );
  const row = rows[0];
  return {
    kind: row?.kind ?? 'agent',
    memory: row?.memory ?? null,
    ownerMemory: row?.owner_memory ?? null,
    elo: row?.elo ?? null,
    played: row?.played ?? false,
    reported: row?.reported ?? false,
  };
}

/** Both memories of the agent of a session. One query. */
export async function findMemories(of: {
  agentId: string;
  experienceId: string;
}): Promise<{ memory: JsonObject | null; ownerMemory: JsonObject | null }> {
  const rows = await sql<{ memory: JsonObject | null; ownerMemory: JsonObject | null }>(
    'sessions.memories',
    `SELECT (SELECT data FROM agent_memories WHERE agent_id = $1 AND experience_id = $2) AS memory,
            (SELECT o.data FROM owner_memories o JOIN agents a ON a.owner_id = o.owner_id
             WHERE a.id = $1 AND o.experience_id = $2) AS "ownerMemory"`,
    [of.agentId, of.experienceId],
  );
  return rows[0] ?? { memory: null, ownerMemory: null };
}

/** Keeps what a remote experience answered when the session was opened, as step 0. */
export async function storeOpening(args: {
  id: string;
  action: unknown;
  response: unknown;
  upstreamSessionId: string | null;
}): Promise<void> {
  await sql(
    'sessions.store_opening',
    `WITH kept AS (INSERT INTO session_steps (session_id, step_number, action, response) VALUES ($1, 0, $2::json, $3::json))
     UPDATE sessions SET upstream_session_id = COALESCE($4, upstream_session_id) WHERE id = $1`,
    [args.id, args.action === undefined ? null : toJsonb(args.action), toJsonb(args.response), args.upstreamSessionId],
  );
}

/** A step that a remote experience has answered. */
export interface AnsweredStep {
  sessionId: string;
  action: unknown;
  response: unknown;
  idempotencyKey: string | null;
  upstreamSessionId: string | null;
  latencyMs: number;
}

/** What a step stores, a value a column. */
const STEP_COLUMNS = {
  session_id: ['uuid', ({ sessionId }) => sessionId],
  action: ['json', ({ action }) => (action === undefined ? null : toJsonb(action))],
  response: ['json', ({ response }) => toJsonb(response)],
  idempotency_key: ['text', ({ idempotencyKey }) => idempotencyKey],
  upstream_session_id: ['text', ({ upstreamSessionId }) => upstreamSessionId],
  latency_ms: ['int', ({ latencyMs }) => Math.round(latencyMs)],
} satisfies Record<string, Column<AnsweredStep>>;

const STEP_ROWS = rowsOf<AnsweredStep>('s', STEP_COLUMNS);

/** One row of STEP_ROWS: what names its row alone is found and stored in half of the time. */
const ONE_STEP = `(SELECT ${Object.entries(STEP_COLUMNS)
  .map(([name, [type]], index) => `$${index + 1}::${type} AS ${name}`)
  .join(', ')}) AS s`;

/** Counts each step in its session and stores it; `s` is what was answered, in sessions that `isMeant` finds by their key. */
const recordSql = (s: string, isMeant: string) => `
  WITH moved AS (
    UPDATE sessions SET step_count = step_count + 1, last_active_at = now(),
      upstream_session_id = COALESCE(s.upstream_session_id, sessions.upstream_session_id)
    FROM ${s} WHERE sessions.id ${isMeant} AND sessions.id = s.session_id AND status = $${STEP_ROWS.width + 1}
    RETURNING s.session_id, sessions.step_count, s.action, s.response, s.idempotency_key, s.latency_ms)
  INSERT INTO session_steps (session_id, step_number, action, response, idempotency_key, latency_ms)
  SELECT session_id, step_count, action, response, idempotency_key, latency_ms FROM moved RETURNING session_id, step_number`;

/** What `plannedPool` asks for: the value that an index of few rows is about is a parameter. */
const ACTIVE: SessionStatus = 'active';

const RECORD_STEP = recordSql(ONE_STEP, '= $1::uuid');
const RECORD_STEPS = recordSql(STEP_ROWS.from(1), '= ANY ($1::uuid[])');

/**
 * Records steps of different sessions, the count and the step of each, all in one statement. Answers the new counts in
 * the order of the steps; null for a session that is no longer active.
 */
export async function recordSteps(steps: readonly AnsweredStep[]): Promise<(number | null)[]> {
  const [step] = steps;
  const rows = await (step && steps.length === 1 ? recordOne(step) : recordMany(steps));
  const counts = new Map(rows.map((row) => [row.session_id, row.step_number]));
  return steps.map(({ sessionId }) => counts.get(sessionId) ?? null);
}

interface Counted {
  session_id: string;
  step_number: number;
}

function recordOne(step: AnsweredStep): Promise<Counted[]> {
  const values = Object.values(STEP_COLUMNS).map(([, of]) => of(step));
  return sql<Counted>('sessions.record_step', RECORD_STEP, [...values, ACTIVE], plannedPool());
}

function recordMany(steps: readonly AnsweredStep[]): Promise<Counted[]> {
  return sql<Counted>('sessions.record_steps', RECORD_STEPS, [...STEP_ROWS.values(steps), ACTIVE], plannedPool());
}

/** The step that a key made, or null. */
export async function findStepByKey(
  sessionId: string,
  key: string,
): Promise<{ stepNumber: number; action: unknown; response: unknown } | null> {
  const rows = await sql<{ stepNumber: number; action: unknown; response: unknown }>(
    'sessions.step_by_key',
    `SELECT step_number AS "stepNumber", action, response FROM session_steps WHERE session_id = $1 AND idempotency_key = $2`,
    [sessionId, key],
  );
  return rows[0] ?? null;
}

/** What the experience answered last, or null when it has not answered yet. */
export async function findLastResponse(sessionId: string): Promise<unknown> {
  const rows = await sql<{ response: unknown }>(
    'sessions.last_response',
    'SELECT response FROM session_steps WHERE session_id = $1 ORDER BY step_number DESC LIMIT 1',
    [sessionId],
  );
  return rows[0]?.response ?? null;
}

/** Ends an active session. Null when it was not active. */
export async function completeSession(
  client: Queryable,
  args: { id: string; reason: string; outcomes: JsonObject | null },
): Promise<Session | null> {
  const rows = await sql<Row>(
    'sessions.complete',
    `UPDATE sessions SET status = 'completed', outcomes = COALESCE($3::jsonb, outcomes), end_reason = $2, ended_at = now()
     WHERE id = $1 AND status = 'active' RETURNING ${COLUMNS}`,
    [args.id, args.reason, args.outcomes === null ? null : toJsonb(args.outcomes)],
    client,
  );
  return rows[0] ? toSession(rows[0]) : null;
}

/** Keeps why a session was left, where leaving it has ended its match and the match has closed it. */
export async function noteEndReason(client: Queryable, id: string, reason: string): Promise<void> {
  await sql(
    'sessions.note_end_reason',
    `UPDATE sessions SET end_reason = $2 WHERE id = $1 AND status = 'completed' AND end_reason IN ('session_ended', 'resigned')`,
    [id, reason],
    client,
  );
}

/** Marks a session whose opening failed. */
export async function failSession(client: Queryable, id: string, reason: string): Promise<void> {
  await sql(
    'sessions.fail',
    `UPDATE sessions SET status = 'error', end_reason = $2, ended_at = COALESCE(ended_at, now()) WHERE id = $1`,
    [id, reason],
    client,
  );
}

/** Active sessions that nobody has used since `before`; those in a lobby's match are governed by its clock. */
export async function findIdleSessions(before: Date, limit: number): Promise<Session[]> {
  const rows = await sql<Row>(
    'sessions.idle',
    `SELECT ${COLUMNS} FROM sessions s
     WHERE status = 'active' AND mode = 'session' AND last_active_at < $1 AND (match_id IS NULL OR match_id = id)
     ORDER BY last_active_at LIMIT $2`,
    [before, limit],
  );
  return rows.map(toSession);
}

/** How many play an experience now, for its live status. */
export async function countPlaying(experienceId: string): Promise<{ current_players: number; active_lobbies: number }> {
  const rows = await sql<{ current_players: number; active_lobbies: number }>(
    'sessions.count_playing',
    `SELECT (SELECT count(*)::int FROM engagements WHERE experience_id = $1) AS current_players,
            (SELECT count(*)::int FROM lobbies WHERE experience_id = $1 AND status IN ('waiting', 'active')) AS active_lobbies`,
    [experienceId],
  );
  return rows[0] ?? { current_players: 0, active_lobbies: 0 };
}
