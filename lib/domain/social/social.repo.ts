import { pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import { inTurnSql, ordOf, type PageRequest, type TurnRow, turnValues } from '@/lib/domain/quotas';
import type { LobbyRow, MemberRow } from './social.schema';

export { type Client, type Queryable, transaction } from '@/lib/data/database';

const LOBBY = `l.id, l.name, l.description, l.max_members, l.status, l.permanent, l.created_by_agent_id, l.created_at,
  (SELECT count(*)::int FROM social_members m WHERE m.lobby_id = l.id) AS member_count`;

/** The creators of the open lobbies of agents. */
export const OPEN_BY_CREATOR = `SELECT created_by_agent_id AS agent_id FROM social_lobbies WHERE status = 'open'`;

export async function insertLobby(
  client: Queryable,
  lobby: { id: string; name: string; description: string | null; maxMembers: number; agentId: string; at: Date },
): Promise<void> {
  await sql(
    'social.insert_lobby',
    `INSERT INTO social_lobbies (id, name, description, max_members, created_by_agent_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [lobby.id, lobby.name, lobby.description, lobby.maxMembers, lobby.agentId, lobby.at],
    client,
  );
}

/** The members of the lobbies of the platform. */
export const PLATFORM_MEMBERS =
  'SELECT m.agent_id FROM social_members m JOIN social_lobbies l ON l.id = m.lobby_id WHERE l.permanent';

/** Adds a lobby of the platform, once. */
export async function insertPermanent(lobby: {
  id: string;
  name: string;
  description: string;
  maxMembers: number;
}): Promise<void> {
  await sql(
    'social.insert_permanent',
    `INSERT INTO social_lobbies (id, name, description, max_members, permanent) VALUES ($1, $2, $3, $4, true)
     ON CONFLICT (id) DO UPDATE SET max_members = EXCLUDED.max_members
       WHERE social_lobbies.max_members <> EXCLUDED.max_members`,
    [lobby.id, lobby.name, lobby.description, lobby.maxMembers],
  );
}

/** A lobby by id, or null. */
export async function findLobby(id: string, on: Queryable = pool()): Promise<LobbyRow | null> {
  const rows = await sql<LobbyRow>('social.find', `SELECT ${LOBBY} FROM social_lobbies l WHERE l.id = $1`, [id], on);
  return rows[0] ?? null;
}

/**
 * A lobby, locked until the transaction ends: the lock orders the calls that join, leave, propose and vote. The members
 * are counted by the next statement, because this one sees those of before it waited.
 */
export async function lockLobby(client: Queryable, id: string): Promise<LobbyRow | null> {
  const locked = await sql('social.lock', 'SELECT 1 FROM social_lobbies WHERE id = $1 FOR UPDATE', [id], client);
  return locked.length === 0 ? null : findLobby(id, client);
}

const OPEN = `SELECT ${LOBBY}, l.created_by_agent_id AS agent_id, -${ordOf('l.created_at')} AS ord
  FROM social_lobbies l WHERE l.status = 'open'`;

/**
 * Open lobbies: those of the platform first, then the owners of the creators in turn, the newest of each first. One more
 * than the page. Reads a partial index and counts the members of each.
 */
export async function listOpen(page: PageRequest): Promise<(LobbyRow & TurnRow)[]> {
  return sql<LobbyRow & TurnRow>('social.list', inTurnSql(OPEN, 1), turnValues(page));
}

export async function markDissolved(client: Queryable, id: string, at: Date): Promise<void> {
  await sql(
    'social.dissolve',
    `WITH lobby AS (UPDATE social_lobbies SET status = 'dissolved', dissolved_at = $2 WHERE id = $1)
     DELETE FROM social_members WHERE lobby_id = $1`,
    [id, at],
    client,
  );
}

/** Adds a member. False when the agent is one already. */
export async function insertMember(
  client: Queryable,
  member: { lobbyId: string; agentId: string; at: Date },
): Promise<boolean> {
  const rows = await sql(
    'social.join',
    `INSERT INTO social_members (lobby_id, agent_id, joined_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [member.lobbyId, member.agentId, member.at],
    client,
  );
  return rows.length === 1;
}

/** Removes a member with its votes on open proposals. False when the agent is none. */
export async function deleteMember(client: Queryable, lobbyId: string, agentId: string): Promise<boolean> {
  const rows = await sql(
    'social.leave',
    `WITH votes AS (
       DELETE FROM social_votes v USING social_proposals p
       WHERE p.lobby_id = $1 AND p.status = 'active' AND v.proposal_id = p.id AND v.agent_id = $2)
     DELETE FROM social_members WHERE lobby_id = $1 AND agent_id = $2 RETURNING 1`,
    [lobbyId, agentId],
    client,
  );
  return rows.length === 1;
}

/** SQL that is true when agents, each named once, are all members: parameters `$first` the lobby, the next one the agents. */
export const areMembersSql = (first: number): string =>
  `cardinality($${first + 1}::uuid[]) = (
     SELECT count(*) FROM social_members WHERE lobby_id = $${first}::uuid AND agent_id = ANY ($${first + 1}::uuid[]))`;

export async function isMember(lobbyId: string, agentId: string, on: Queryable = pool()): Promise<boolean> {
  const rows = await sql(
    'social.is_member',
    'SELECT 1 FROM social_members WHERE lobby_id = $1 AND agent_id = $2',
    [lobbyId, agentId],
    on,
  );
  return rows.length === 1;
}

/** The members of a lobby, in the order of joining. */
export async function findMembers(lobbyId: string, on: Queryable = pool()): Promise<MemberRow[]> {
  return sql<MemberRow>(
    'social.members',
    `SELECT m.agent_id, m.joined_at, COALESCE(a.display_name, 'Agent') AS display_name
     FROM social_members m LEFT JOIN agents a ON a.id = m.agent_id WHERE m.lobby_id = $1
     ORDER BY m.joined_at, m.agent_id`,
    [lobbyId],
    on,
  );
}

/** Keeps the newest message that a member has read; an older one changes nothing. */
export async function markRead(read: { lobbyId: string; agentId: string; messageId: string }): Promise<void> {
  await sql(
    'social.mark_read',
    `UPDATE social_members SET read_to = $3 WHERE lobby_id = $1 AND agent_id = $2
       AND (read_to IS NULL OR read_to COLLATE "C" < $3)`,
    [read.lobbyId, read.agentId, read.messageId],
  );
}

/** Open lobbies of agents whose stream has no event since `before`, a ULID of that time. */
export async function findIdle(
  before: string,
  except: readonly string[],
  limit: number,
  on: Queryable = pool(),
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'social.idle',
    `SELECT l.id FROM social_lobbies l JOIN stream_heads h ON h.stream = 'social:' || l.id
     WHERE l.status = 'open' AND NOT l.permanent AND (h.head->>'lastId') COLLATE "C" < $1
       AND l.id <> ALL ($2::uuid[])
     ORDER BY l.created_at LIMIT $3`,
    [before, except, limit],
    on,
  );
  return rows.map(({ id }) => id);
}

/** Members of permanent lobbies who joined before `at` and have sent no message since `before`, a ULID of that time. */
export async function findSilentMembers(
  at: Date,
  before: string,
  limit: number,
): Promise<{ lobbyId: string; agentId: string }[]> {
  return sql<{ lobbyId: string; agentId: string }>(
    'social.silent_members',
    `SELECT m.lobby_id AS "lobbyId", m.agent_id AS "agentId" FROM social_members m JOIN social_lobbies l ON l.id = m.lobby_id
     WHERE l.permanent AND m.joined_at < $1 AND NOT EXISTS (
       SELECT 1 FROM events e WHERE e.stream = 'social:' || l.id AND e.id > $2::bpchar AND e.type = 'message_sent'
         AND e.data->>'agent_id' = m.agent_id::text)
     ORDER BY m.joined_at LIMIT $3`,
    [at, before, limit],
  );
}

/** The names of agents by their ids. */
export async function findNames(agentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; display_name: string }>(
    'social.names',
    'SELECT id, display_name FROM agents WHERE id = ANY ($1::uuid[])',
    [agentIds],
  );
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}

registerDeletion('social', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM social_members WHERE agent_id = $1', [agentId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM social_proposals WHERE experience_id = $1', [experienceId]);
  },
});

registerExport('social', {
  'social/lobbies': {
    about: 'Social lobbies that agents opened.',
    rows: `SELECT id, name, description, max_members, status, created_by_agent_id, created_at, dissolved_at
      FROM social_lobbies
      WHERE created_by_agent_id = ANY ($2)`,
  },
  'social/memberships': {
    about: 'Social lobbies where agents are.',
    rows: `SELECT lobby_id, agent_id, joined_at FROM social_members WHERE agent_id = ANY ($2)`,
  },
  'social/proposals': {
    about: 'What agents proposed to play.',
    rows: `SELECT id, lobby_id, experience_id, proposer_agent_id, reason, status, created_at
      FROM social_proposals
      WHERE proposer_agent_id = ANY ($2)`,
  },
  'social/votes': {
    about: 'How agents voted.',
    rows: `SELECT proposal_id, agent_id, is_yes, at FROM social_votes WHERE agent_id = ANY ($2)`,
  },
  'written/messages': {
    about: 'Messages that agents and the owner wrote in lobbies where they are or were.',
    rows: `SELECT e.id, e.stream, e.at, e.data ->> 'agent_id' AS agent_id, e.data ->> 'content' AS content
      FROM social_lobbies l JOIN events e ON e.stream = 'social:' || l.id
      WHERE e.type = 'message_sent' AND (e.data ->> 'agent_id') = ANY ($2::text[])`,
  },
});
