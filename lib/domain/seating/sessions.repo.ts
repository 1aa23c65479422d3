import { type JsonObject, toJsonb } from '@/lib/core/json';
import { matchStream, sessionStream } from '@/lib/core/stream';
import { pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import { deleteStreams, removeNameBeside } from '@/lib/events';
import { restoreSteps } from './restore-steps';
import type { NewSession, Session } from './seating.schema';
import { FAULT_CODES } from './unrated';

export { type Queryable, transaction } from '@/lib/data/database';

const COLUMNS = `id, agent_id AS "agentId", experience_id AS "experienceId", experience_agent_id AS "experienceAgentId", status,
  match_id AS "matchId", seat, lobby_id AS "lobbyId", step_count AS "stepCount", upstream_session_id AS "upstreamSessionId",
  outcomes, end_reason AS "endReason", memory_result AS "memoryResult", created_at AS "createdAt", last_active_at AS "lastActiveAt", ended_at AS "endedAt",
  page_closed_at AS "pageClosedAt"`;

/** Inserts an active session. */
export async function insertSession(client: Queryable, session: NewSession): Promise<Session> {
  const { id, agentId, experienceId, experienceAgentId, matchId, seat, lobbyId } = session;
  const rows = await sql<Session>(
    'sessions.insert',
    `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, match_id, seat, lobby_id, is_correspondence)
     VALUES ($1, $2, $3, $4, 'active', $5, $6, $7, $8) RETURNING ${COLUMNS}`,
    [id, agentId, experienceId, experienceAgentId, matchId, seat, lobbyId, session.isCorrespondence ?? false],
    client,
  );
  return rows[0] as Session;
}

/** A session by id, or null. */
export async function findSession(id: string, on: Queryable = pool()): Promise<Session | null> {
  const rows = await sql<Session>('sessions.find', `SELECT ${COLUMNS} FROM sessions WHERE id = $1`, [id], on);
  return rows[0] ?? null;
}

/** The agent's active session in its engagement, locked until the transaction ends, or null. */
export async function lockActiveSession(client: Queryable, agentId: string): Promise<Session | null> {
  const rows = await sql<Session>(
    'sessions.lock_active',
    `SELECT ${COLUMNS} FROM sessions WHERE agent_id = $1 AND status = 'active' AND NOT is_correspondence FOR UPDATE`,
    [agentId],
    client,
  );
  return rows[0] ?? null;
}

/** Binds an active session to a lobby and, in a match of the platform, to its seat. */
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

/** Binds the active session that an agent has outside a match to the lobby that it has joined. */
export async function bindSessionToLobby(client: Queryable, args: { lobbyId: string; agentId: string }): Promise<void> {
  await sql(
    'sessions.bind_to_lobby',
    `UPDATE sessions SET lobby_id = $1 WHERE agent_id = $2 AND status = 'active' AND match_id IS NULL AND NOT is_correspondence`,
    [args.lobbyId, args.agentId],
    client,
  );
}

/** Stores whether the page of a player is open, except in a correspondence game. Writes nothing when nothing has changed. */
export async function storePageState(sessionId: string, { isOpen }: { isOpen: boolean }): Promise<void> {
  await sql(
    'sessions.store_page_state',
    `UPDATE sessions SET page_closed_at = CASE WHEN $2::boolean THEN NULL ELSE now() END
     WHERE id = $1 AND status = 'active' AND NOT is_correspondence AND (page_closed_at IS NULL) <> $2::boolean`,
    [sessionId, isOpen],
  );
}

/** Unbinds the active sessions of these agents from a lobby whose match has not started. */
export async function unbindSessions(
  client: Queryable,
  { lobbyId, agentIds }: { lobbyId: string; agentIds: readonly string[] },
): Promise<void> {
  await sql(
    'sessions.unbind',
    `UPDATE sessions SET lobby_id = NULL WHERE lobby_id = $1 AND match_id IS NULL AND status = 'active'
       AND agent_id = ANY ($2::uuid[])`,
    [lobbyId, agentIds],
    client,
  );
}

/** Completes an active session. Null when it was not active. */
export async function completeSession(
  client: Queryable,
  args: { id: string; reason: string; outcomes: JsonObject | null },
): Promise<Session | null> {
  const rows = await sql<Session>(
    'sessions.complete',
    `UPDATE sessions SET status = 'completed', outcomes = COALESCE($3::jsonb, outcomes), end_reason = $2, ended_at = now()
     WHERE id = $1 AND status = 'active' RETURNING ${COLUMNS}`,
    [args.id, args.reason, args.outcomes === null ? null : toJsonb(args.outcomes)],
    client,
  );
  return rows[0] ?? null;
}

/** Completes the active sessions that these agents have in a lobby. Returns whose they were. */
export async function completeLobbySessions(
  client: Queryable,
  args: {
    lobbyId: string;
    agentIds: readonly string[];
    reason: string;
    outcomes: readonly { experienceAgentId: string; outcomes: JsonObject }[];
  },
): Promise<{ sessionId: string; agentId: string }[]> {
  return sql<{ sessionId: string; agentId: string }>(
    'sessions.complete_in_lobby',
    `UPDATE sessions s SET status = 'completed', end_reason = $2, ended_at = now(),
       outcomes = (SELECT o.outcomes FROM jsonb_to_recordset($3::jsonb) AS o("experienceAgentId" text, outcomes jsonb)
                   WHERE o."experienceAgentId" = s.experience_agent_id LIMIT 1)
     WHERE s.lobby_id = $1 AND s.status = 'active' AND s.agent_id = ANY ($4::uuid[])
     RETURNING s.id AS "sessionId", s.agent_id AS "agentId"`,
    [args.lobbyId, args.reason, toJsonb(args.outcomes), args.agentIds],
    client,
  );
}

/** Completes the active ones of these sessions, each with its outcomes. Returns whose they were. */
export async function completeSessions(
  client: Queryable,
  args: { reason: string; sessions: readonly { id: string; outcomes: Record<string, unknown> | null }[] },
): Promise<{ sessionId: string; agentId: string }[]> {
  return sql<{ sessionId: string; agentId: string }>(
    'sessions.complete_many',
    `UPDATE sessions s SET status = 'completed', outcomes = o.outcomes, end_reason = $2, ended_at = now()
     FROM jsonb_to_recordset($1::jsonb) AS o(id uuid, outcomes jsonb)
     WHERE s.id = o.id AND s.status = 'active' RETURNING s.agent_id AS "agentId", s.id AS "sessionId"`,
    [toJsonb(args.sessions), args.reason],
    client,
  );
}

/** Replaces the end reason of a session that its match has completed because the agent ended the session. */
export async function replaceEndReason(client: Queryable, id: string, reason: string): Promise<void> {
  await sql(
    'sessions.replace_end_reason',
    `UPDATE sessions SET end_reason = $2 WHERE id = $1 AND status = 'completed' AND end_reason IN ('session_ended', 'resigned')`,
    [id, reason],
    client,
  );
}

/**
 * Stores whether the match of a remote experience waits for the player that has just acted; what is known of the others is
 * out of date then. Returns whether the session plays in a running match.
 */
export async function storeTurn(client: Queryable, id: string, yourTurn: boolean | null): Promise<boolean> {
  const rows = await sql(
    'sessions.store_turn',
    `WITH own AS (
       SELECT s.id, s.lobby_id FROM sessions s JOIN lobbies l ON l.id = s.lobby_id AND l.status = 'active' WHERE s.id = $1)
     UPDATE sessions s SET your_turn = CASE WHEN s.id = own.id THEN $2::boolean END
     FROM own WHERE s.lobby_id = own.lobby_id AND s.status = 'active' RETURNING 1`,
    [id, yourTurn],
    client,
  );
  return rows.length > 0;
}

/** Notes that an active session is in use, without a step, and its MCP session when that was replaced. Returns its number of steps; null when it is not active. */
export async function touchActiveSession(id: string, upstreamSessionId: string | null): Promise<number | null> {
  const rows = await sql<{ step_count: number }>(
    'sessions.touch',
    `UPDATE sessions SET last_active_at = now(), upstream_session_id = COALESCE($2, upstream_session_id)
     WHERE id = $1 AND status = 'active' RETURNING step_count`,
    [id, upstreamSessionId],
  );
  return rows[0]?.step_count ?? null;
}

/**
 * Stores that the experience could not be reached for the end of an active session. Returns when that was so before; null for
 * the first time.
 */
export async function storeFailedEnd(id: string): Promise<Date | null> {
  const rows = await sql<{ before: Date | null }>(
    'sessions.note_failed_end',
    `UPDATE sessions s SET end_failed_at = now() FROM (SELECT id, end_failed_at FROM sessions WHERE id = $1) AS seen
     WHERE s.id = seen.id AND s.status = 'active' RETURNING seen.end_failed_at AS before`,
    [id],
  );
  return rows[0]?.before ?? null;
}

/** Stores what became of a memory update of the experience: `updated`, or the code with which it was refused. */
export async function storeMemoryResult(client: Queryable, id: string, result: string): Promise<void> {
  await sql(
    'sessions.store_memory_result',
    'UPDATE sessions SET memory_result = $2 WHERE id = $1',
    [id, result],
    client,
  );
}

/** The active sessions in a lobby. */
export async function findLobbySessions(lobbyId: string, on: Queryable = pool()): Promise<Session[]> {
  return sql<Session>(
    'sessions.in_lobby',
    `SELECT ${COLUMNS} FROM sessions WHERE lobby_id = $1 AND status = 'active' ORDER BY created_at, id`,
    [lobbyId],
    on,
  );
}

/** Marks an active session whose opening failed. */
export async function failSession(client: Queryable, id: string, reason: string): Promise<void> {
  await sql(
    'sessions.fail',
    `UPDATE sessions SET status = 'error', end_reason = $2, ended_at = now() WHERE id = $1 AND status = 'active'`,
    [id, reason],
    client,
  );
}

/** Notes that the last call of an active session failed by no fault of its agent. */
export async function storeFault(id: string, code: string): Promise<void> {
  await sql(
    'sessions.store_fault',
    `UPDATE sessions SET fault_code = $2, fault_at = now() WHERE id = $1 AND status = 'active'`,
    [id, code],
  );
}

/** A session whose last call failed by no fault of its agent. */
export interface OpenFault {
  experienceAgentId: string;
  code: string;
  at: Date;
}

/** Those of these sessions whose last call failed so: no step has succeeded since, or the session was never opened. */
export async function findOpenFaults(sessionIds: readonly string[], on: Queryable): Promise<OpenFault[]> {
  return sql<OpenFault & Record<string, unknown>>(
    'sessions.open_faults',
    `SELECT experience_agent_id AS "experienceAgentId", COALESCE(fault_code, upper(end_reason)) AS code,
       COALESCE(fault_at, ended_at, last_active_at) AS at
     FROM sessions WHERE id = ANY ($1::uuid[])
       AND (fault_at >= last_active_at OR (status = 'error' AND upper(end_reason) = ANY ($2)))
     ORDER BY 3`,
    [sessionIds, FAULT_CODES],
    on,
  );
}

registerDeletion('seating', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM correspondence_seats WHERE agent_id = $1', [agentId]);
    const { rows } = await client.query<{ id: string }>('DELETE FROM sessions WHERE agent_id = $1 RETURNING id', [
      agentId,
    ]);
    await deleteStreams(
      client,
      rows.map(({ id }) => sessionStream(id)),
    );
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM engagements WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM correspondence_seats WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM sessions WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM lobbies WHERE experience_id = $1', [experienceId]);
  },
  /** In the events of its lobbies: also of those that never became a match, and of matches of remote experiences. */
  async replaceName(client, { agentId, name }) {
    const rows = await sql<Row<'LobbyMember', 'lobby_id'>>(
      'seating.lobbies_of',
      'SELECT lobby_id FROM lobby_members WHERE agent_id = $1',
      [agentId],
      client,
    );
    await removeNameBeside(client, { agentId, name, streams: rows.map(({ lobby_id }) => matchStream(lobby_id)) });
  },
});

registerExport('seating', {
  'sessions/sessions': {
    about: 'Sessions of agents.',
    rows: `SELECT id, agent_id, experience_id, experience_agent_id, status, match_id, seat, lobby_id, step_count,
      outcomes, end_reason, memory_result, created_at, last_active_at, ended_at
      FROM sessions
      WHERE agent_id = ANY ($2)`,
  },
  'sessions/steps': {
    about: 'Steps of those sessions: what the agent did and what it was answered.',
    rows: `SELECT st.session_id, s.match_id, st.step_number, st.action, st.response, st.latency_ms, st.filled_args, st.created_at
      FROM session_steps st JOIN sessions s ON s.id = st.session_id
      WHERE s.agent_id = ANY ($2)`,
    restore: { by: 'session_id', rows: restoreExported },
  },
  'sessions/engagements': {
    about: 'Where agents are bound now.',
    rows: `SELECT agent_id, experience_id, session_id, lobby_id, queue_id, since
      FROM engagements
      WHERE agent_id = ANY ($2)`,
  },
  'sessions/correspondence': {
    about: 'Games by correspondence that are being played.',
    rows: `SELECT agent_id, slot, lobby_id, experience_id, since
      FROM correspondence_seats
      WHERE agent_id = ANY ($2)`,
  },
  'matches/lobbies': {
    about: 'Lobbies that agents opened.',
    rows: `SELECT id, experience_id, host_agent_id, status, config, created_at, started_at, ended_at
      FROM lobbies
      WHERE host_agent_id = ANY ($2)`,
  },
  'matches/lobby_members': {
    about: 'Lobbies that agents joined.',
    rows: `SELECT lobby_id, agent_id, role, session_id, joined_at, left_at
      FROM lobby_members
      WHERE agent_id = ANY ($2)`,
  },
});

/** Steps of a session as they were. At most two queries. */
async function restoreExported(sessionId: string, rows: readonly JsonObject[]): Promise<JsonObject[]> {
  const matchId = rows[0]?.match_id;
  const steps = rows.map((row) => ({ ...row, action: row.action, response: row.response }));
  return restoreSteps({ sessionId, matchId: typeof matchId === 'string' ? matchId : null }, steps);
}
