import { now } from '@/lib/core/clock';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import { prisma, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import type { Row } from '@/lib/data/row';
import type { NewKeyRow } from './api-keys.repo';

export interface NewAgentRow {
  id: AgentId;
  ownerId: OwnerId | null;
  displayName: string;
  /** SHA-256 of the claim token; null for an agent that an owner made. */
  claimHash: string | null;
}

export async function insertAgent(agent: NewAgentRow): Promise<void> {
  await prisma().agent.create({ data: agent });
}

/** An agent without an owner and its first key, both or neither. */
export async function insertAgentWithKey(agent: NewAgentRow, key: NewKeyRow): Promise<void> {
  await sql(
    'auth.insert_agent_with_key',
    `WITH agent AS (INSERT INTO agents (id, owner_id, display_name, claim_hash) VALUES ($1, $2, $3, $4) RETURNING id)
     INSERT INTO api_keys (id, agent_id, name, hash, prefix, scopes, expires_at)
     SELECT $5, agent.id, $6, $7, $8, $9, $10 FROM agent`,
    [
      agent.id,
      agent.ownerId,
      agent.displayName,
      agent.claimHash,
      key.id,
      key.name,
      key.hash,
      key.prefix,
      key.scopes,
      key.expiresAt,
    ],
  );
}

/** Whether the agent is one that the owner manages; the owner's own player is not, it has no keys and no memory. */
export async function ownsAgent({ agentId, ownerId }: { agentId: string; ownerId: OwnerId }): Promise<boolean> {
  return (await prisma().agent.count({ where: { id: agentId, ownerId, kind: 'agent' } })) > 0;
}

export async function renameOwnedAgent(agent: {
  agentId: string;
  ownerId: OwnerId;
  displayName: string;
}): Promise<boolean> {
  const { count } = await prisma().agent.updateMany({
    where: { id: agent.agentId, ownerId: agent.ownerId, kind: 'agent' },
    data: { displayName: agent.displayName },
  });
  return count > 0;
}

/** What an agent says about itself. */
export type OwnProfileRow = Row<'Agent', 'display_name' | 'avatar_url' | 'bio'>;

/** Changes the given fields of an agent's profile; null empties one. Null when there is no such agent. */
export async function updateOwnProfile(
  id: AgentId,
  change: { displayName?: string; avatarUrl?: string | null; bio?: string | null },
): Promise<OwnProfileRow | null> {
  const [agent] = await prisma().agent.updateManyAndReturn({
    where: { id, kind: 'agent' },
    data: change,
    select: { displayName: true, avatarUrl: true, bio: true },
  });
  return agent ? { display_name: agent.displayName, avatar_url: agent.avatarUrl, bio: agent.bio } : null;
}

/** Takes name, picture, words, owner and claim link from an agent or a person; the row stays for what refers to it. */
export async function anonymizeAgent(client: Queryable, of: { agentId: string; name: string }): Promise<void> {
  await sql(
    'auth.anonymize_agent',
    `UPDATE agents SET display_name = $2, avatar_url = NULL, bio = NULL, owner_id = NULL, claim_hash = NULL, deleted_at = $3
     WHERE id = $1`,
    [of.agentId, of.name, now()],
    client,
  );
}

/** The owners of agents; people who play are left out, because their name is on the board. */
export async function findOwnersOf(
  agentIds: readonly string[],
): Promise<{ agentId: string; displayName: string; email: string }[]> {
  return sql<{ agentId: string; displayName: string; email: string }>(
    'auth.owners_of',
    `SELECT a.id AS "agentId", o.display_name AS "displayName", o.email FROM agents a JOIN owners o ON o.id = a.owner_id
     WHERE a.id = ANY ($1::uuid[]) AND a.kind = 'agent'`,
    [agentIds],
  );
}

registerDeletion('auth', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM api_keys WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM audit_entries WHERE agent_id = $1', [agentId]);
  },
});
