import { agentStream, sessionStream } from '@/lib/core/stream';
import { type Client, sql } from '@/lib/data/database';
import { deleteStreams } from '@/lib/events';

export { type Client, transaction } from '@/lib/data/database';

/**
 * Tables whose rows about an agent only its owner could read, and those that let it act. Their modules write them; the
 * deletion of the agent takes their rows along in one transaction.
 */
export const DELETED_WITH_AGENT = [
  'api_keys',
  'agent_controls',
  'agent_days',
  'approval_rules',
  'approvals',
  'audit_entries',
  'kept_games',
  'idempotency_keys',
  'mcp_sessions',
  'telemetry',
  'usage_days',
  'agent_models',
  'session_costs',
  'agent_memories',
  'credentials',
  'ratings',
  'social_members',
  'event_rsvps',
  'werewolf_queue_entries',
  'werewolf_ratings',
  'sessions',
] as const;

/** Whether an agent is still in a session or a lobby. */
export async function isEngaged(client: Client, agentId: string): Promise<boolean> {
  const rows = await sql('deletion.engaged', 'SELECT 1 FROM engagements WHERE agent_id = $1', [agentId], client);
  return rows.length > 0;
}

/** Deletes what only the owner of an agent could read. */
export async function deletePrivateRows(client: Client, agentId: string): Promise<void> {
  const sessions = await sql<{ id: string }>(
    'deletion.sessions',
    'SELECT id FROM sessions WHERE agent_id = $1',
    [agentId],
    client,
  );
  await deleteStreams(client, [agentStream(agentId), ...sessions.map(({ id }) => sessionStream(id))]);
  for (const table of DELETED_WITH_AGENT) await client.query(`DELETE FROM ${table} WHERE agent_id = $1`, [agentId]);
}

/** The agents of an owner and, last, the owner's own player. */
export async function findAgentsOf(ownerId: string): Promise<{ id: string; kind: 'agent' | 'human' }[]> {
  return sql<{ id: string; kind: 'agent' | 'human' }>(
    'deletion.agents_of',
    'SELECT id, kind FROM agents WHERE owner_id = $1 ORDER BY kind, id',
    [ownerId],
  );
}

/** How many experiences an owner and the owner's agents publish. */
export async function countPublished(client: Client, ownerId: string): Promise<number> {
  const rows = await sql<{ n: number }>(
    'deletion.published',
    `SELECT count(*)::int AS n FROM experiences
     WHERE created_by_owner_id = $1 OR created_by_agent_id IN (SELECT id FROM agents WHERE owner_id = $1)`,
    [ownerId],
    client,
  );
  return rows[0]?.n ?? 0;
}

/** Deletes the notices and webhooks of an owner. */
export async function deleteOwnerRows(client: Client, ownerId: string): Promise<void> {
  for (const table of ['notifications', 'webhooks']) {
    await client.query(`DELETE FROM ${table} WHERE owner_id = $1`, [ownerId]);
  }
}
