import type { OwnerId } from '@/lib/core/ids';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { requireOwnedAgent } from '@/lib/domain/people';
import { findRules, replaceRules } from './controls.repo';

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
