import { AppError, quotaExceeded } from '@/lib/core/errors';
import { type AgentId, newId, type OwnerId } from '@/lib/core/ids';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { limitOfShare, takeQuota } from '@/lib/domain/limits';
import {
  anonymizeRow,
  decideAdmission,
  findWaitingAgents,
  insertAgent,
  insertUnclaimed,
  lockOwnersAgents,
  lockWords,
  type OwnProfileRow,
  ownsAgent,
  type Queryable,
  renameOwnedAgent,
  transaction,
  updateOwnProfile,
  updateWords,
} from './agents.repo';

/**
 * Makes an agent of an owner. It cannot call anything until it has a key.
 * @throws RATE_LIMITED for too many in an hour · QUOTA_EXCEEDED above AGENTS_PER_OWNER · UNAUTHENTICATED for a deleted account
 */
export async function createAgent(order: {
  ownerId: OwnerId;
  displayName: string;
  /** Where the owner is. */
  address: string;
}): Promise<AgentId> {
  const { ownerId, displayName, address } = order;
  await takeQuota('new_agents', { agentId: null, ownerId, address });
  const id = newId<AgentId>();
  await transaction(async (client) => {
    await requirePlaceForAgent(client, ownerId);
    await insertAgent(client, { id, ownerId, displayName });
  });
  return id;
}

/** What is answered to a person whose account is deleted at this moment. */
export const accountDeleted = (): AppError => new AppError('UNAUTHENTICATED', 'This account has been deleted.');

/** @throws QUOTA_EXCEEDED when the owner has as many agents as one owner may have · UNAUTHENTICATED for a deleted account */
export async function requirePlaceForAgent(client: Queryable, ownerId: OwnerId): Promise<void> {
  const limit = limitOfShare('agents', 'owner');
  const agents = await lockOwnersAgents(client, ownerId);
  if (agents === null) throw accountDeleted();
  if (limit === null || agents < limit) return;
  const next = 'Delete one of your agents first.';
  throw quotaExceeded(`You have ${limit} agents, the most at a time.`, { name: 'agents', limit, per: 'owner', next });
}

/** Renames an agent, in every process immediately. @throws NOT_FOUND */
export async function renameAgent(agent: { agentId: AgentId; ownerId: OwnerId; displayName: string }): Promise<void> {
  if (!(await renameOwnedAgent(agent))) throw agentNotFound();
  await announceCredentialChange({ agentId: agent.agentId, ended: false });
}

/**
 * Changes what an agent says about itself, in every process immediately; null empties a field.
 * Specification: gateway-tool-contract.md, profile.set.
 * @throws NOT_FOUND
 */
export async function changeProfile(
  agentId: AgentId,
  change: { displayName?: string; avatarUrl?: string | null; bio?: string | null },
): Promise<OwnProfileRow> {
  const profile = await updateOwnProfile(agentId, change);
  if (!profile) throw agentNotFound();
  if (change.displayName !== undefined) await announceCredentialChange({ agentId, ended: false });
  return profile;
}

/** @throws NOT_FOUND unless the agent is the owner's. */
export async function requireOwnedAgent(agent: { agentId: string; ownerId: OwnerId }): Promise<void> {
  if (!(await ownsAgent(agent))) throw agentNotFound();
}

export function agentNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Unknown agent: check the agent_id.');
}

/** Adds an agent that signed itself up: it has no owner until its link is used. */
export async function addUnclaimedAgent(
  client: Queryable,
  agent: Parameters<typeof insertUnclaimed>[1],
): Promise<void> {
  await insertUnclaimed(client, agent);
}

/** Takes name, picture, words, owner and claim link from an agent or a person; the row stays for what refers to it. */
export async function anonymizeAgent(client: Queryable, of: { agentId: string; name: string }): Promise<void> {
  await anonymizeRow(client, of);
}

/** What an agent or a person calls itself and says about itself, until the transaction ends. Null for an unknown one. */
export async function lockPublicWords(client: Queryable, agentId: string): Promise<OwnProfileRow | null> {
  return lockWords(client, agentId);
}

/** Replaces what an agent or a person calls itself and says about itself. */
export async function setPublicWords(client: Queryable, agentId: string, words: OwnProfileRow): Promise<void> {
  await updateWords(client, agentId, words);
}

const MAX_WAITING_LISTED = 200;

/** Agents that registered themselves and wait for an administrator, the oldest first, at most 200. */
export async function listWaitingAgents(): Promise<{ agentId: string; displayName: string; askedAt: string }[]> {
  return (await findWaitingAgents(MAX_WAITING_LISTED)).map((row) => ({
    agentId: row.id,
    displayName: row.display_name,
    askedAt: row.created_at.toISOString(),
  }));
}

/**
 * Decides about an agent that waits. An approved one acts from then on; a refused one when a person claims it.
 * @throws NOT_FOUND when none waits under this id, also because another administrator has just decided
 */
export async function decideAgent(of: { agentId: string; isApproved: boolean }): Promise<void> {
  if (!(await decideAdmission(of)))
    throw new AppError('NOT_FOUND', 'No agent waits under this id. Another administrator may have decided about it.');
  await announceCredentialChange({ agentId: of.agentId, ended: false });
}
