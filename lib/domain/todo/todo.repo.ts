import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';

export { transaction } from '@/lib/data/database';

/** Something of an agent that may wait for it. */
export type TodoKind = 'session' | 'start' | 'vote' | 'event' | 'approval' | 'messages' | 'league' | 'correspondence';

export interface TodoRow {
  [column: string]: unknown;
  kind: TodoKind;
  /** Of the session, lobby, proposal, event or social lobby; the tool of an approval. */
  id: string;
  /** Of a session: its match. Of an event: its lobby. Of messages: the last one that was read. Of an approval: its status. */
  other: string | null;
  /** The name of the experience. */
  name: string | null;
  due_at: Date | null;
  /** Of a session: whether its experience waits for the agent. Of a lobby: whether it is full. */
  flag: boolean | null;
  /** How many: of correspondence games. */
  n: number | null;
}

const NO_COUNT = 'NULL::int AS n';

/** Active sessions: in the engagement one, and those of correspondence games. */
const SESSIONS = `SELECT 'session' AS kind, s.id::text AS id, s.match_id::text AS other, x.name, NULL::timestamptz AS due_at,
    s.your_turn AS flag, ${NO_COUNT}
  FROM sessions s LEFT JOIN experiences x ON x.id = s.experience_id WHERE s.agent_id = $1 AND s.status = 'active'`;

/** Waiting lobbies of the agent that have enough players. */
const STARTS = `SELECT 'start', l.id::text, NULL, x.name, NULL, c.players >= l.max_players, NULL
  FROM lobbies l LEFT JOIN experiences x ON x.id = l.experience_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS players FROM lobby_members m
    WHERE m.lobby_id = l.id AND m.role <> 'spectator' AND m.left_at IS NULL) c
  WHERE l.host_agent_id = $1 AND l.status = 'waiting' AND c.players >= l.min_players`;

const VOTES = `SELECT 'vote', p.id::text, NULL, x.name, p.expires_at, NULL, NULL
  FROM social_members m
  JOIN social_proposals p ON p.lobby_id = m.lobby_id AND p.status = 'active' AND p.expires_at > $2
  JOIN experiences x ON x.id = p.experience_id
  WHERE m.agent_id = $1 AND NOT EXISTS (SELECT 1 FROM social_votes v WHERE v.proposal_id = p.id AND v.agent_id = $1)`;

/** Events to which the agent comes: those that begin within the hour, and those whose lobby is open and waits. */
const EVENTS = `SELECT 'event', e.id::text, CASE WHEN l.id IS NOT NULL THEN l.id::text END, x.name, e.starts_at, NULL, NULL
  FROM event_rsvps r
  JOIN scheduled_events e ON e.id = r.event_id AND e.status <> 'cancelled'
  JOIN experiences x ON x.id = e.experience_id
  LEFT JOIN lobbies l ON l.id = e.game_session_id AND l.status = 'waiting'
  WHERE r.agent_id = $1
    AND (l.id IS NOT NULL OR (e.status = 'scheduled' AND e.starts_at BETWEEN $2 AND $2::timestamptz + interval '1 hour'))
    AND NOT EXISTS (
      SELECT 1 FROM lobby_members m WHERE m.lobby_id = e.game_session_id AND m.agent_id = $1 AND m.left_at IS NULL)`;

const APPROVALS = `SELECT 'approval', a.tool, a.status, NULL, a.expires_at, NULL, NULL
  FROM approvals a WHERE a.agent_id = $1 AND a.status IN ('pending', 'approved') AND a.expires_at > $2`;

/** Social lobbies whose newest message is of another agent and after what the agent has read. */
const MESSAGES = `SELECT 'messages', m.lobby_id::text, m.read_to, NULL, NULL, NULL, NULL
  FROM social_members m
  CROSS JOIN LATERAL (
    SELECT e.id, e.at, e.data FROM events e WHERE e.stream = 'social:' || m.lobby_id AND e.type = 'message_sent'
    ORDER BY e.id DESC LIMIT 1) e
  WHERE m.agent_id = $1 AND e.at >= m.joined_at AND (m.read_to IS NULL OR e.id COLLATE "C" > m.read_to)
    AND e.data->>'agent_id' <> $1::text`;

/** Whether the agent has a running match in a league that it plays by calls. */
const LEAGUES = `SELECT 'league', p.player_id, NULL, NULL, NULL, NULL, NULL
  FROM league_players p
  JOIN league_fixtures f ON f.league_uid = p.league_uid AND f.status = 'active' AND p.player_id IN (f.first, f.second)
  WHERE p.agent_id = $1 AND p.kind IN ('pull', 'human')`;

const CORRESPONDENCE = `SELECT 'correspondence', '', NULL, NULL, NULL, NULL, count(*)::int
  FROM correspondence_seats WHERE agent_id = $1`;

const PARTS = [SESSIONS, STARTS, VOTES, EVENTS, APPROVALS, MESSAGES];

/** What of an agent may wait for it, at most `limit` of each kind. One statement of index scans by the agent. */
export async function findTodoRows(agentId: string, at: Date, limit: number): Promise<TodoRow[]> {
  const parts = [...PARTS.map((part) => `(${part} LIMIT $3)`), `(${LEAGUES} LIMIT 1)`, `(${CORRESPONDENCE})`];
  return sql<TodoRow>('todo.rows', parts.join(' UNION ALL '), [agentId, at, limit]);
}

/** A player of a correspondence game whose deadline is near. */
export interface NearDeadline {
  [column: string]: unknown;
  agentId: string;
  lobbyId: string;
}

/**
 * The players of correspondence games whose running time ends soon and who have not been reminded of that deadline: within a
 * quarter of the time for a move, and a day at most. Those of some matches are left out. Reads the index of due positions.
 */
export async function findNearDeadlines(
  at: Date,
  exceptMatchIds: readonly string[],
  limit: number,
): Promise<NearDeadline[]> {
  return sql<NearDeadline>(
    'todo.near_deadlines',
    `SELECT c.agent_id AS "agentId", c.lobby_id AS "lobbyId"
     FROM match_positions p
     JOIN matches m ON m.id = p.match_id AND m.status = 'active'
     JOIN correspondence_seats c ON c.lobby_id = p.match_id AND c.reminded_of IS DISTINCT FROM p.deadline_at
     WHERE LEAST(p.deadline_at, p.bot_due_at) BETWEEN $1 AND $1::timestamptz + interval '1 day'
       AND p.deadline_at - $1::timestamptz <= LEAST(interval '1 day', m.move_time_ms * interval '0.25 milliseconds')
       AND p.match_id <> ALL ($3::uuid[])
     ORDER BY p.deadline_at LIMIT $2`,
    [at, limit, exceptMatchIds],
  );
}

/** A seat of a correspondence game and the deadline of its match. */
export interface CorrespondenceTurn {
  [column: string]: unknown;
  agentId: string;
  lobbyId: string;
  deadlineAt: Date;
}

/** Seats of people in running correspondence games whose deadline was not looked at yet. Reads the taken seats of people. */
export async function findTurnsOfPeople(limit: number): Promise<CorrespondenceTurn[]> {
  return sql<CorrespondenceTurn>(
    'todo.turns_of_people',
    `SELECT c.agent_id AS "agentId", c.lobby_id AS "lobbyId", p.deadline_at AS "deadlineAt"
     FROM correspondence_seats c
     JOIN agents a ON a.id = c.agent_id AND a.kind = 'human' AND a.owner_id IS NOT NULL
     JOIN match_positions p ON p.match_id = c.lobby_id AND p.deadline_at IS NOT NULL
     JOIN matches m ON m.id = p.match_id AND m.status = 'active'
     WHERE c.turn_noted_of IS DISTINCT FROM p.deadline_at LIMIT $1`,
    [limit],
  );
}

/** Who is notified of a turn: the owner of the player. */
export interface TurnContact {
  [column: string]: unknown;
  agentId: string;
  lobbyId: string;
  ownerId: OwnerId;
  agentName: string;
  kind: 'agent' | 'human';
  experienceName: string;
}

/** The owners of players in correspondence games; none for a player without an owner. */
export async function findTurnContacts(
  client: Queryable,
  turns: readonly { agentId: string; lobbyId: string }[],
): Promise<TurnContact[]> {
  return sql<TurnContact>(
    'todo.turn_contacts',
    `SELECT a.id AS "agentId", m.id AS "lobbyId", a.owner_id AS "ownerId", a.display_name AS "agentName", a.kind,
            x.name AS "experienceName"
     FROM unnest($1::uuid[], $2::uuid[]) AS t(agent_id, match_id)
     JOIN agents a ON a.id = t.agent_id AND a.owner_id IS NOT NULL
     JOIN matches m ON m.id = t.match_id
     JOIN experiences x ON x.id = m.experience_id`,
    [turns.map(({ agentId }) => agentId), turns.map(({ lobbyId }) => lobbyId)],
    client,
  );
}
