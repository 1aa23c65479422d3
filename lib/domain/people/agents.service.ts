import { AppError } from '@/lib/core/errors';
import { type AgentId, newId, type OwnerId } from '@/lib/core/ids';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { insertAgent, type OwnProfileRow, ownsAgent, renameOwnedAgent, updateOwnProfile } from './agents.repo';

/** Makes an agent of an owner. It cannot call anything until it has a key. */
export async function createAgent({
  ownerId,
  displayName,
}: {
  ownerId: OwnerId;
  displayName: string;
}): Promise<AgentId> {
  const id = newId<AgentId>();
  await insertAgent({ id, ownerId, displayName, claimHash: null });
  return id;
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
