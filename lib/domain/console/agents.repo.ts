import type { AgentId, OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** An agent in its owner's list. */
export type AgentOverviewRow = Row<
  'Agent',
  'id' | 'display_name' | 'avatar_url' | 'bio' | 'created_at' | 'claimed_at' | 'first_call_at',
  { id: AgentId }
> & {
  last_call_at: Date | null;
  active_keys: number;
  sessions: number;
  active_sessions: number;
  stopped_at: Date | null;
};

const OVERVIEW = `
  SELECT a.id, a.display_name, a.avatar_url, a.bio, a.created_at, a.claimed_at, a.first_call_at,
         k.last_call_at, k.active_keys::int, s.sessions::int, s.active_sessions::int, c.stopped_at
    FROM agents a LEFT JOIN agent_controls c ON c.agent_id = a.id
    CROSS JOIN LATERAL (
      SELECT max(last_used_at) AS last_call_at,
             count(*) FILTER (WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) AS active_keys
        FROM api_keys WHERE agent_id = a.id) k
    CROSS JOIN LATERAL (
      SELECT count(*) AS sessions, count(*) FILTER (WHERE status = 'active') AS active_sessions
        FROM sessions WHERE agent_id = a.id) s
   WHERE a.owner_id = $1 AND a.kind = 'agent'`;

/** One agent of an owner. */
export async function findOwnedAgent(agent: { agentId: string; ownerId: OwnerId }): Promise<AgentOverviewRow | null> {
  const rows = await sql<AgentOverviewRow>('console.owned_agent', `${OVERVIEW} AND a.id = $2`, [
    agent.ownerId,
    agent.agentId,
  ]);
  return rows[0] ?? null;
}

/** A page of an owner's agents, newest first; `before` is the id of the last one seen (ids are ordered by time). */
export async function findAgentsOfOwner(page: {
  ownerId: OwnerId;
  before: string | null;
  limit: number;
}): Promise<AgentOverviewRow[]> {
  return sql<AgentOverviewRow>(
    'console.agents_of_owner',
    `${OVERVIEW} AND ($2::uuid IS NULL OR a.id < $2::uuid) ORDER BY a.id DESC LIMIT $3`,
    [page.ownerId, page.before, page.limit],
  );
}
