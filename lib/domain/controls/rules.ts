import { now } from '@/lib/core/clock';
import type { OwnerId } from '@/lib/core/ids';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { requireOwnedAgent } from '@/lib/domain/people';
import { findRules, replaceRules, setStopped } from './controls.repo';

/**
 * Stops an owner's agents or lets them go on, in every process immediately: calls of a stopped agent are refused, its open
 * connections end. Returns the ids of the agents that changed.
 * @param of.agentId one agent; null for all of the owner's
 * @throws NOT_FOUND when the owner has no such agent
 */
export async function markStopped(of: {
  ownerId: OwnerId;
  agentId: string | null;
  isStopped: boolean;
}): Promise<string[]> {
  const { ownerId, agentId } = of;
  if (agentId !== null) await requireOwnedAgent({ agentId, ownerId });
  const changed = await setStopped({ ownerId, agentId, stoppedAt: of.isStopped ? now() : null });
  for (const id of changed) await announceCredentialChange({ agentId: id, ended: false });
  return changed;
}
/** The tools of an owner's agent that wait for approval. @throws NOT_FOUND */
export async function readApprovalRules(of: { agentId: string; ownerId: OwnerId }): Promise<{ tools: string[] }> {
  await requireOwnedAgent(of);
  return { tools: await findRules(of.agentId) };
}

/** Replaces these tools, in every process immediately. @throws NOT_FOUND */
export async function setApprovalRules(of: {
  agentId: string;
  ownerId: OwnerId;
  tools: readonly string[];
}): Promise<{ tools: string[] }> {
  await requireOwnedAgent(of);
  await replaceRules(of.agentId, of.tools);
  await announceCredentialChange({ agentId: of.agentId, ended: false });
  return { tools: await findRules(of.agentId) };
}
