import { type JsonObject, toJsonb } from '@/lib/core/json';
import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Lobby, LobbyStatus, Member, MemberRole } from './lobbies.schema';

export { type Client, type Queryable, transaction } from '@/lib/data/database';

interface LobbyRow {
  [column: string]: unknown;
  id: string;
  experience_id: string;
  host_agent_id: string;
  status: LobbyStatus;
  max_players: number;
  min_players: number;
  config: JsonObject;
  outcomes: JsonObject | null;
  end_reason: string | null;
  fill_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

interface MemberRow {
  [column: string]: unknown;
  lobby_id: string;
  agent_id: string;
  experience_agent_id: string;
  role: MemberRole;
  session_id: string | null;
  joined_at: Date;
  left_at: Date | null;
  display_name: string | null;
  kind: 'agent' | 'human' | null;
  owner_id: string | null;
}

const COLUMNS = `id, experience_id, host_agent_id, status, max_players, min_players, config, outcomes, end_reason, fill_at,
  created_at, started_at, ended_at`;

const toLobby = (row: LobbyRow): Lobby => ({
  id: row.id,
  experienceId: row.experience_id,
  hostAgentId: row.host_agent_id,
  status: row.status,
  maxPlayers: row.max_players,
  minPlayers: row.min_players,
  config: row.config,
  outcomes: row.outcomes,
  endReason: row.end_reason,
  fillAt: row.fill_at,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
});

const toMember = (row: MemberRow): Member => ({
  lobbyId: row.lobby_id,
  agentId: row.agent_id,
  experienceAgentId: row.experience_agent_id,
  role: row.role,
  sessionId: row.session_id,
  joinedAt: row.joined_at,
  leftAt: row.left_at,
  displayName: row.display_name ?? 'Agent',
  kind: row.kind ?? 'agent',
  ownerId: row.owner_id,
});

/** Inserts a waiting lobby. */
export async function insertLobby(
  client: Queryable,
  lobby: {
    id: string;
    experienceId: string;
    hostAgentId: string;
    maxPlayers: number;
    minPlayers: number;
    config: JsonObject;
    fillAfterS: number | null;
  },
): Promise<Lobby> {
  const rows = await sql<LobbyRow>(
    'lobbies.insert',
    `INSERT INTO lobbies (id, experience_id, host_agent_id, status, max_players, min_players, config, fill_at)
     VALUES ($1, $2, $3, 'waiting', $4, $5, $6::jsonb, now() + make_interval(secs => $7)) RETURNING ${COLUMNS}`,
    [
      lobby.id,
      lobby.experienceId,
      lobby.hostAgentId,
      lobby.maxPlayers,
      lobby.minPlayers,
      toJsonb(lobby.config),
      lobby.fillAfterS,
    ],
    client,
  );
  return toLobby(rows[0] as LobbyRow);
}

/** A lobby by id, or null. */
export async function findLobby(id: string, on: Queryable = pool()): Promise<Lobby | null> {
  const rows = await sql<LobbyRow>('lobbies.find', `SELECT ${COLUMNS} FROM lobbies WHERE id = $1`, [id], on);
  return rows[0] ? toLobby(rows[0]) : null;
}

/** A lobby, locked for the rest of the transaction: who joins, leaves or starts takes turns here. */
export async function lockLobby(client: Queryable, id: string): Promise<Lobby | null> {
  const rows = await sql<LobbyRow>(
    'lobbies.lock',
    `SELECT ${COLUMNS} FROM lobbies WHERE id = $1 FOR UPDATE`,
    [id],
    client,
  );
  return rows[0] ? toLobby(rows[0]) : null;
}

/** Everybody who is or was in a lobby, in the order of joining. */
export async function findMembers(lobbyId: string, on: Queryable = pool()): Promise<Member[]> {
  const rows = await sql<MemberRow>(
    'lobbies.members',
    `SELECT m.lobby_id, m.agent_id, m.experience_agent_id, m.role, m.session_id, m.joined_at, m.left_at, a.display_name, a.kind,
            a.owner_id
     FROM lobby_members m LEFT JOIN agents a ON a.id = m.agent_id WHERE m.lobby_id = $1 ORDER BY m.joined_at, m.agent_id`,
    [lobbyId],
    on,
  );
  return rows.map(toMember);
}

/** Puts an agent into a lobby, or back into it as somebody who has just come. Says whether it is a person. */
export async function upsertMember(
  client: Queryable,
  member: { lobbyId: string; agentId: string; experienceAgentId: string; role: MemberRole },
): Promise<'agent' | 'human'> {
  const rows = await sql<{ kind: 'agent' | 'human' | null }>(
    'lobbies.upsert_member',
    `INSERT INTO lobby_members AS m (lobby_id, agent_id, experience_agent_id, role, joined_at)
     VALUES ($1, $2, $3, $4, clock_timestamp())
     ON CONFLICT (lobby_id, agent_id) DO UPDATE
       SET role = EXCLUDED.role, left_at = NULL, session_id = NULL,
           joined_at = CASE WHEN m.left_at IS NULL THEN m.joined_at ELSE EXCLUDED.joined_at END
     RETURNING (SELECT kind FROM agents WHERE id = m.agent_id) AS kind`,
    [member.lobbyId, member.agentId, member.experienceAgentId, member.role],
    client,
  );
  return rows[0]?.kind ?? 'agent';
}

/** Takes an agent out of a lobby. */
export async function markLeft(client: Queryable, lobbyId: string, agentId: string): Promise<void> {
  await sql(
    'lobbies.mark_left',
    'UPDATE lobby_members SET left_at = now() WHERE lobby_id = $1 AND agent_id = $2 AND left_at IS NULL',
    [lobbyId, agentId],
    client,
  );
}

/** Makes a player the host; whoever was it becomes a player. */
export async function changeHost(client: Queryable, lobbyId: string, agentId: string): Promise<void> {
  await sql(
    'lobbies.change_host',
    `WITH host AS (UPDATE lobbies SET host_agent_id = $2 WHERE id = $1)
     UPDATE lobby_members SET role = CASE WHEN agent_id = $2 THEN 'host' ELSE 'player' END
     WHERE lobby_id = $1 AND role <> 'spectator'`,
    [lobbyId, agentId],
    client,
  );
}

/** Binds the session that an agent already has with the remote experience to the lobby that it now is in. */
export async function bindWaitingSession(client: Queryable, args: { lobbyId: string; agentId: string }): Promise<void> {
  await sql(
    'lobbies.bind_waiting_session',
    `UPDATE sessions SET lobby_id = $1 WHERE agent_id = $2 AND status = 'active' AND mode = 'session' AND match_id IS NULL`,
    [args.lobbyId, args.agentId],
    client,
  );
}

/** Gives players their sessions in the match. */
export async function bindMembers(
  client: Queryable,
  lobbyId: string,
  sessions: readonly { agentId: string; sessionId: string }[],
): Promise<void> {
  await sql(
    'lobbies.bind_members',
    `UPDATE lobby_members m SET session_id = s.session_id FROM unnest($2::uuid[], $3::uuid[]) AS s(agent_id, session_id)
     WHERE m.lobby_id = $1 AND m.agent_id = s.agent_id`,
    [lobbyId, sessions.map((entry) => entry.agentId), sessions.map((entry) => entry.sessionId)],
    client,
  );
}

/** Marks a waiting lobby as started. */
export async function markStarted(client: Queryable, id: string): Promise<void> {
  await sql(
    'lobbies.mark_started',
    `UPDATE lobbies SET status = 'active', started_at = now(), fill_at = NULL WHERE id = $1`,
    [id],
    client,
  );
}

/** Ends a lobby that is not over; everybody in it has left then. Returns who was in it. */
export async function markEnded(
  client: Queryable,
  args: { id: string; status: 'completed' | 'cancelled'; reason: string; outcomes: JsonObject | null },
): Promise<string[]> {
  const rows = await sql<{ agent_id: string }>(
    'lobbies.mark_ended',
    `WITH ended AS (
       UPDATE lobbies SET status = $2, end_reason = $3, outcomes = $4::jsonb, ended_at = now(), fill_at = NULL
       WHERE id = $1 AND status IN ('waiting', 'active') RETURNING id)
     UPDATE lobby_members m SET left_at = now() FROM ended WHERE m.lobby_id = ended.id AND m.left_at IS NULL
     RETURNING m.agent_id`,
    [args.id, args.status, args.reason, args.outcomes === null ? null : toJsonb(args.outcomes)],
    client,
  );
  return rows.map((row) => row.agent_id);
}

/** Ends the active sessions that these agents have in a lobby. Returns whose they were. */
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
    'lobbies.complete_sessions',
    `UPDATE sessions s SET status = 'completed', end_reason = $2, ended_at = now(),
       outcomes = (SELECT o.outcomes FROM jsonb_to_recordset($3::jsonb) AS o("experienceAgentId" text, outcomes jsonb)
                   WHERE o."experienceAgentId" = s.experience_agent_id LIMIT 1)
     WHERE s.lobby_id = $1 AND s.status = 'active' AND s.agent_id = ANY ($4::uuid[])
     RETURNING s.id AS "sessionId", s.agent_id AS "agentId"`,
    [args.lobbyId, args.reason, toJsonb(args.outcomes), args.agentIds],
    client,
  );
}

/** Makes the sessions of these agents independent of a lobby that they left, or that was called off, before it began. */
export async function unbindSessions(client: Queryable, lobbyId: string, agentIds: readonly string[]): Promise<void> {
  await sql(
    'lobbies.unbind_sessions',
    `UPDATE sessions SET lobby_id = NULL WHERE lobby_id = $1 AND match_id IS NULL AND status = 'active'
       AND agent_id = ANY ($2::uuid[])`,
    [lobbyId, agentIds],
    client,
  );
}

export interface ListedLobby {
  [column: string]: unknown;
  id: string;
  host_experience_agent_id: string;
  status: LobbyStatus;
  max_players: number;
  current_players: number;
  created_at: Date;
}

/** Lobbies of an experience in one status, oldest first; only those with a free seat when asked. One query. */
export async function listByStatus(args: {
  experienceId: string;
  status: LobbyStatus;
  withFreeSeat: boolean;
  limit: number;
}): Promise<ListedLobby[]> {
  return sql<ListedLobby>(
    'lobbies.list',
    `SELECT l.id, l.status, l.max_players, l.created_at, c.current_players, h.experience_agent_id AS host_experience_agent_id
     FROM lobbies l
     JOIN lobby_members h ON h.lobby_id = l.id AND h.agent_id = l.host_agent_id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS current_players FROM lobby_members m
       WHERE m.lobby_id = l.id AND m.role <> 'spectator' AND (m.left_at IS NULL OR m.left_at >= l.ended_at)) c
     WHERE l.experience_id = $1 AND l.status = $2 AND (NOT $3 OR c.current_players < l.max_players)
     ORDER BY l.created_at LIMIT $4`,
    [args.experienceId, args.status, args.withFreeSeat, args.limit],
  );
}

/** Waiting lobbies whose empty seats the house should fill now. One index scan. */
export async function findToFill(now: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'lobbies.to_fill',
    `SELECT id FROM lobbies WHERE status = 'waiting' AND fill_at <= $1 ORDER BY fill_at LIMIT $2`,
    [now, limit],
  );
  return rows.map((row) => row.id);
}

/** Puts off the filling of a lobby that could not be started. */
export async function postponeFill(id: string, seconds: number): Promise<void> {
  await sql(
    'lobbies.postpone_fill',
    `UPDATE lobbies SET fill_at = now() + make_interval(secs => $2) WHERE id = $1 AND status = 'waiting'`,
    [id, seconds],
  );
}

/**
 * When a lobby last changed: it was opened, somebody came or went, or house bots were to take its empty seats. The time
 * that the config names counts, not `fill_at`, which every failure to fill puts off.
 */
const LAST_CHANGE = `GREATEST(
  l.created_at + make_interval(secs => CASE WHEN l.fill_at IS NULL THEN 0 ELSE (l.config->>'fill_with_bots_after_s')::int END),
  (SELECT max(GREATEST(m.joined_at, m.left_at)) FROM lobby_members m WHERE m.lobby_id = l.id))`;

/** Waiting lobbies that have not changed since then, oldest first. Reads the partial index of waiting lobbies. */
export async function findIdleWaiting(before: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'lobbies.idle_waiting',
    `SELECT l.id FROM lobbies l WHERE l.status = 'waiting' AND ${LAST_CHANGE} < $1 ORDER BY l.created_at LIMIT $2`,
    [before, limit],
  );
  return rows.map((row) => row.id);
}

/** Whether a lobby waits and has not changed since then; certain only while its row is locked. */
export async function isIdleWaiting(client: Queryable, id: string, before: Date): Promise<boolean> {
  const rows = await sql(
    'lobbies.is_idle_waiting',
    `SELECT 1 FROM lobbies l WHERE l.id = $1 AND l.status = 'waiting' AND ${LAST_CHANGE} < $2`,
    [id, before],
    client,
  );
  return rows.length === 1;
}

/** Bots that sit in the match of a lobby. */
export async function findBots(matchId: string): Promise<{ seat: number; startedAt: Date }[]> {
  return sql<{ seat: number; startedAt: Date }>(
    'lobbies.bots',
    `SELECT s.seat, m.started_at AS "startedAt" FROM match_seats s JOIN matches m ON m.id = s.match_id
     WHERE s.match_id = $1 AND s.kind = 'bot' ORDER BY s.seat`,
    [matchId],
  );
}
