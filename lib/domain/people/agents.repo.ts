import { now } from '@/lib/core/clock';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import { registerExport } from '@/lib/data/exports';
import type { Fields, Row } from '@/lib/data/row';

export { type Queryable, transaction } from '@/lib/data/database';

/** `claimHash` is null for an agent that an owner made; `registeredFrom` is `hashAddress` of where one signed itself up. */
export type NewAgentRow = Fields<
  'Agent',
  'id' | 'ownerId' | 'displayName' | 'claimHash' | 'registeredFrom',
  { id: AgentId; ownerId: OwnerId | null }
>;

/** Adds an agent without an owner in a transaction. */
export async function insertUnclaimed(
  client: Queryable,
  agent: Omit<NewAgentRow, 'ownerId'> & { awaitsApproval: boolean },
): Promise<void> {
  await sql(
    'people.insert_unclaimed',
    'INSERT INTO agents (id, display_name, claim_hash, registered_from, admission) VALUES ($1, $2, $3, $4, $5)',
    [agent.id, agent.displayName, agent.claimHash, agent.registeredFrom, agent.awaitsApproval ? 'waiting' : null],
    client,
  );
}

/** Adds an agent of an owner. The caller has called `lockOwnersAgents`. */
export async function insertAgent(
  client: Queryable,
  agent: { id: AgentId; ownerId: OwnerId; displayName: string },
): Promise<void> {
  await sql(
    'people.insert_agent',
    'INSERT INTO agents (id, owner_id, display_name) VALUES ($1, $2, $3)',
    [agent.id, agent.ownerId, agent.displayName],
    client,
  );
}

/**
 * How many agents an owner has; null for an account that was deleted. Until the transaction ends, others that give this owner an
 * agent wait, and so does the deletion of the account, which then finds the agent.
 */
export async function lockOwnersAgents(client: Queryable, ownerId: OwnerId): Promise<number | null> {
  const owners = await sql('people.keep_owner', 'SELECT 1 FROM owners WHERE id = $1 FOR KEY SHARE', [ownerId], client);
  if (owners.length === 0) return null;
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`quota:agents:${ownerId}`]);
  const rows = await sql<{ agents: number }>(
    'people.count_agents',
    `SELECT count(*)::int AS agents FROM agents WHERE owner_id = $1 AND kind = 'agent'`,
    [ownerId],
    client,
  );
  return rows[0]?.agents ?? 0;
}

/** Whether the agent is one that the owner manages; the owner's own player is not, it has no keys and no memory. */
export async function ownsAgent({ agentId, ownerId }: { agentId: string; ownerId: OwnerId }): Promise<boolean> {
  const rows = await sql(
    'people.owns_agent',
    `SELECT 1 FROM agents WHERE id = $1 AND owner_id = $2 AND kind = 'agent'`,
    [agentId, ownerId],
  );
  return rows.length > 0;
}

export async function renameOwnedAgent(agent: {
  agentId: string;
  ownerId: OwnerId;
  displayName: string;
}): Promise<boolean> {
  const rows = await sql(
    'people.rename_agent',
    `UPDATE agents SET display_name = $3 WHERE id = $1 AND owner_id = $2 AND kind = 'agent' RETURNING 1`,
    [agent.agentId, agent.ownerId, agent.displayName],
  );
  return rows.length > 0;
}

/** What an agent says about itself. */
export type OwnProfileRow = Row<'Agent', 'display_name' | 'avatar_url' | 'bio'>;

/** Changes the given fields of an agent's profile; null empties one. Null when there is no such agent. */
export async function updateOwnProfile(
  id: AgentId,
  change: { displayName?: string; avatarUrl?: string | null; bio?: string | null },
): Promise<OwnProfileRow | null> {
  const rows = await sql<OwnProfileRow>(
    'people.update_profile',
    `UPDATE agents SET display_name = COALESCE($2, display_name),
            avatar_url = CASE WHEN $3 THEN $4 ELSE avatar_url END, bio = CASE WHEN $5 THEN $6 ELSE bio END
      WHERE id = $1 AND kind = 'agent' RETURNING display_name, avatar_url, bio`,
    [id, change.displayName, change.avatarUrl !== undefined, change.avatarUrl, change.bio !== undefined, change.bio],
  );
  return rows[0] ?? null;
}

/** Takes name, picture, words, owner and claim link from an agent or a person; the row stays for what refers to it. */
export async function anonymizeRow(client: Queryable, of: { agentId: string; name: string }): Promise<void> {
  await sql(
    'people.anonymize_agent',
    `UPDATE agents SET display_name = $2, avatar_url = NULL, bio = NULL, owner_id = NULL, claim_hash = NULL, registered_from = NULL,
       deleted_at = $3
     WHERE id = $1`,
    [of.agentId, of.name, now()],
    client,
  );
}

/** What an agent or a person calls itself and says about itself. Null for an unknown one. */
export async function lockWords(client: Queryable, agentId: string): Promise<OwnProfileRow | null> {
  const rows = await sql<OwnProfileRow>(
    'people.lock_words',
    'SELECT display_name, avatar_url, bio FROM agents WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
    [agentId],
    client,
  );
  return rows[0] ?? null;
}

/** Replaces what an agent or a person calls itself and says about itself. */
export async function updateWords(client: Queryable, agentId: string, words: OwnProfileRow): Promise<void> {
  await sql(
    'people.set_words',
    'UPDATE agents SET display_name = $2, avatar_url = $3, bio = $4 WHERE id = $1',
    [agentId, words.display_name, words.avatar_url, words.bio],
    client,
  );
}

/** The accounts of agents, of their owners or of the people who play by them. */
export async function findOwnerIdsOf(
  agentIds: readonly string[],
  client: Queryable,
): Promise<{ agentId: string; ownerId: OwnerId }[]> {
  return sql<{ agentId: string; ownerId: OwnerId }>(
    'people.owner_ids_of',
    'SELECT id AS "agentId", owner_id AS "ownerId" FROM agents WHERE id = ANY ($1::uuid[]) AND owner_id IS NOT NULL',
    [agentIds],
    client,
  );
}

/** The owners of agents; people who play are left out, because their name is on the board. */
export async function findOwnersOf(
  agentIds: readonly string[],
): Promise<{ agentId: string; displayName: string; email: string }[]> {
  return sql<{ agentId: string; displayName: string; email: string }>(
    'people.owners_of',
    `SELECT a.id AS "agentId", o.display_name AS "displayName", o.email FROM agents a JOIN owners o ON o.id = a.owner_id
     WHERE a.id = ANY ($1::uuid[]) AND a.kind = 'agent'`,
    [agentIds],
  );
}

registerExport('people', {
  'agents/agents': {
    about: 'Agents, and the player of the owner (`kind` human).',
    rows: `SELECT id, display_name, avatar_url, bio, kind, claimed_at, registered_from, first_call_at, deleted_at,
      created_at
      FROM agents
      WHERE owner_id = $1`,
  },
});

/** An agent that waits for an administrator. */
export type WaitingAgentRow = Row<'Agent', 'id' | 'display_name' | 'created_at'>;

/** Agents that registered themselves and wait for an administrator, the oldest first. */
export async function findWaitingAgents(limit: number): Promise<WaitingAgentRow[]> {
  return sql<WaitingAgentRow>(
    'people.waiting_agents',
    `SELECT id, display_name, created_at FROM agents
      WHERE admission = 'waiting' AND owner_id IS NULL AND deleted_at IS NULL ORDER BY created_at LIMIT $1`,
    [limit],
  );
}

/** Decides about an agent that waits: of two concurrent decisions the second finds nothing. */
export async function decideAdmission(of: { agentId: string; isApproved: boolean }): Promise<boolean> {
  const rows = await sql(
    'people.decide_admission',
    `UPDATE agents SET admission = CASE WHEN $2 THEN NULL ELSE 'refused' END
      WHERE id = $1 AND admission = 'waiting' AND owner_id IS NULL RETURNING 1`,
    [of.agentId, of.isApproved],
  );
  return rows.length > 0;
}
