import { now } from '@/lib/core/clock';
import { type JsonObject, toJsonb } from '@/lib/core/json';
import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Lobby, Member, MemberRole, NewLobby } from './seating.schema';
import type { Unrated } from './unrated';

const COLUMNS = `id, experience_id AS "experienceId", host_agent_id AS "hostAgentId", status, max_players AS "maxPlayers",
  min_players AS "minPlayers", config, days_per_move AS "daysPerMove", outcomes, end_reason AS "endReason", unrated, fill_at AS "fillAt", start_until AS "startUntil",
  end_until AS "endUntil", end_attempt AS "endAttempt", created_at AS "createdAt",
  started_at AS "startedAt", ended_at AS "endedAt"`;

/** Inserts a waiting lobby. */
export async function insertLobby(
  client: Queryable,
  lobby: Omit<NewLobby, 'fillAfterS'> & Pick<Lobby, 'createdAt' | 'fillAt'>,
): Promise<void> {
  const { id, experienceId, hostAgentId, maxPlayers, minPlayers, config, createdAt, fillAt, daysPerMove } = lobby;
  await sql(
    'lobbies.insert',
    `INSERT INTO lobbies (id, experience_id, host_agent_id, status, max_players, min_players, config, created_at, fill_at, days_per_move)
     VALUES ($1, $2, $3, 'waiting', $4, $5, $6::jsonb, $7, $8, $9)`,
    [id, experienceId, hostAgentId, maxPlayers, minPlayers, toJsonb(config), createdAt, fillAt, daysPerMove],
    client,
  );
}

/** A lobby by id, or null. */
export async function findLobby(id: string, on: Queryable = pool()): Promise<Lobby | null> {
  const rows = await sql<Lobby>('lobbies.find', `SELECT ${COLUMNS} FROM lobbies WHERE id = $1`, [id], on);
  return rows[0] ?? null;
}

/** A lobby, locked until the transaction ends, or null. */
export async function lockLobbyRow(client: Queryable, id: string): Promise<Lobby | null> {
  const rows = await sql<Lobby>(
    'lobbies.lock',
    `SELECT ${COLUMNS} FROM lobbies WHERE id = $1 FOR UPDATE`,
    [id],
    client,
  );
  return rows[0] ?? null;
}

/** The present and former members of a lobby, in the order of joining. */
export async function findMembers(lobbyId: string, on: Queryable = pool()): Promise<Member[]> {
  return sql<Member>(
    'lobbies.members',
    `SELECT m.lobby_id AS "lobbyId", m.agent_id AS "agentId", m.experience_agent_id AS "experienceAgentId", m.role,
            m.session_id AS "sessionId", m.joined_at AS "joinedAt", m.left_at AS "leftAt",
            COALESCE(a.display_name, 'Agent') AS "displayName", COALESCE(a.kind, 'agent') AS kind, a.owner_id AS "ownerId"
     FROM lobby_members m LEFT JOIN agents a ON a.id = m.agent_id WHERE m.lobby_id = $1 ORDER BY m.joined_at, m.agent_id`,
    [lobbyId],
    on,
  );
}

/** The role of an agent that is in a lobby now, or null. */
export async function findMemberRole(
  of: { lobbyId: string; agentId: string },
  on: Queryable = pool(),
): Promise<MemberRole | null> {
  const rows = await sql<{ role: MemberRole }>(
    'lobbies.member_role',
    'SELECT role FROM lobby_members WHERE lobby_id = $1 AND agent_id = $2 AND left_at IS NULL',
    [of.lobbyId, of.agentId],
    on,
  );
  return rows[0]?.role ?? null;
}

/**
 * Adds an agent to a lobby; one that had left joins anew. It is the last to have joined, also when the clock of this process is behind
 * that of another one: seats are in this order. The lobby is locked. Returns whether it is an agent or a person.
 */
export async function upsertMember(
  client: Queryable,
  member: { lobbyId: string; agentId: string; experienceAgentId: string; role: MemberRole },
): Promise<'agent' | 'human'> {
  const rows = await sql<{ kind: 'agent' | 'human' | null }>(
    'lobbies.upsert_member',
    `INSERT INTO lobby_members AS m (lobby_id, agent_id, experience_agent_id, role, joined_at)
     VALUES ($1, $2, $3, $4, GREATEST($5::timestamptz,
       (SELECT max(o.joined_at) + interval '1 ms' FROM lobby_members o WHERE o.lobby_id = $1)))
     ON CONFLICT (lobby_id, agent_id) DO UPDATE
       SET role = EXCLUDED.role, left_at = NULL, session_id = NULL,
           joined_at = CASE WHEN m.left_at IS NULL THEN m.joined_at ELSE EXCLUDED.joined_at END
     RETURNING (SELECT kind FROM agents WHERE id = m.agent_id) AS kind`,
    [member.lobbyId, member.agentId, member.experienceAgentId, member.role, now()],
    client,
  );
  return rows[0]?.kind ?? 'agent';
}

/** Marks an agent as having left a lobby. */
export async function markLeft(client: Queryable, lobbyId: string, agentId: string): Promise<void> {
  await sql(
    'lobbies.mark_left',
    'UPDATE lobby_members SET left_at = $3 WHERE lobby_id = $1 AND agent_id = $2 AND left_at IS NULL',
    [lobbyId, agentId, now()],
    client,
  );
}

/** Makes a player the host, and the former host a player. */
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

/** Stores the session of each player in the match. */
export async function bindMembers(
  client: Queryable,
  lobbyId: string,
  sessions: readonly { agentId: string; id: string }[],
): Promise<void> {
  await sql(
    'lobbies.bind_members',
    `UPDATE lobby_members m SET session_id = s.session_id FROM unnest($2::uuid[], $3::uuid[]) AS s(agent_id, session_id)
     WHERE m.lobby_id = $1 AND m.agent_id = s.agent_id`,
    [lobbyId, sessions.map(({ agentId }) => agentId), sessions.map(({ id }) => id)],
    client,
  );
}

/** Marks a waiting lobby as started. */
export async function markStarted(client: Queryable, id: string): Promise<void> {
  await sql(
    'lobbies.mark_started',
    `UPDATE lobbies SET status = 'active', started_at = $2, fill_at = NULL, start_until = NULL WHERE id = $1`,
    [id, now()],
    client,
  );
}

/** Ends a waiting or active lobby; its members have left then. Returns the agents that were in it. */
export async function markEnded(
  client: Queryable,
  args: {
    id: string;
    status: 'completed' | 'cancelled';
    reason: string;
    outcomes: JsonObject | null;
    /** Why it is not rated although its result could be. */
    unrated?: Unrated | null;
  },
): Promise<string[]> {
  const rows = await sql<{ agent_id: string }>(
    'lobbies.mark_ended',
    `WITH ended AS (
       UPDATE lobbies SET status = $2, end_reason = $3, outcomes = $4::jsonb, ended_at = $5, unrated = $6::jsonb, fill_at = NULL,
         end_until = NULL
       WHERE id = $1 AND status IN ('waiting', 'active'))
     UPDATE lobby_members SET left_at = $5 WHERE lobby_id = $1 AND left_at IS NULL RETURNING agent_id`,
    [
      args.id,
      args.status,
      args.reason,
      args.outcomes === null ? null : toJsonb(args.outcomes),
      now(),
      args.unrated ? toJsonb(args.unrated) : null,
    ],
    client,
  );
  return rows.map((row) => row.agent_id);
}

/** Stores that the experience has answered a call about a lobby. */
export async function markKnownUpstream(id: string): Promise<void> {
  await sql(
    'lobbies.mark_known_upstream',
    'UPDATE lobbies SET known_upstream = true WHERE id = $1 AND NOT known_upstream',
    [id],
  );
}

/**
 * Whether the experience has answered a call about this lobby, or about another one since its manifest was changed last.
 */
export async function isKnownUpstream(of: { lobbyId: string; experienceId: string }): Promise<boolean> {
  const rows = await sql(
    'lobbies.is_known_upstream',
    `SELECT 1 FROM lobbies l JOIN experiences e ON e.id = l.experience_id
     WHERE l.experience_id = $2 AND l.known_upstream AND (l.id = $1 OR l.created_at > e.updated_at) LIMIT 1`,
    [of.lobbyId, of.experienceId],
  );
  return rows.length > 0;
}

/** Sets when a waiting lobby is filled with bots. */
export async function setFillAt(id: string, fillAt: Date): Promise<void> {
  await sql('lobbies.set_fill_at', `UPDATE lobbies SET fill_at = $2 WHERE id = $1 AND status = 'waiting'`, [
    id,
    fillAt,
  ]);
}

/**
 * Makes a waiting lobby the rematch of a match. False when it is one already, or does not wait.
 * @throws 23505 when the match has one already
 */
export async function setRematchOf(client: Queryable, of: { lobbyId: string; matchId: string }): Promise<boolean> {
  const rows = await sql(
    'lobbies.set_rematch_of',
    `UPDATE lobbies SET rematch_of = $2 WHERE id = $1 AND status = 'waiting' AND rematch_of IS NULL RETURNING 1`,
    [of.lobbyId, of.matchId],
    client,
  );
  return rows.length === 1;
}
