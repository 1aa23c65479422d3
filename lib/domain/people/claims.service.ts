import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import { deriveClaimToken, hashSecret, isClaimTokenForm } from '@/lib/core/secrets';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { transaction } from './agents.repo';
import { requirePlaceForAgent } from './agents.service';
import { type ClaimableAgent, findClaimable, setClaim, takeClaim } from './claims.repo';

export interface Claimable {
  agentId: AgentId;
  displayName: string;
  createdAt: Date;
}

/**
 * The token of a claim link for an agent that asks for one: the same each time, in place of the one of its registration.
 * Null when the agent has an owner. One statement.
 */
export async function renewClaim(agentId: AgentId): Promise<string | null> {
  const { secret, hash } = deriveClaimToken(agentId, env().IDENTITY_KEY);
  return (await setClaim(agentId, hash)) ? secret : null;
}

/** The agent that a claim link would give away, for the page that asks whether to take it; null when it gives nothing. */
export async function previewClaim({ token }: { token: string }): Promise<Claimable | null> {
  const row = isClaimTokenForm(token) ? await findClaimable(hashSecret(token)) : null;
  return row && toClaimable(row);
}

/**
 * Makes an owner the owner of an agent that signed itself up. A link works once.
 * @throws NOT_FOUND for a link that is wrong or used · QUOTA_EXCEEDED above AGENTS_PER_OWNER · UNAUTHENTICATED for an account
 * that was deleted
 */
export async function claimAgent({ token, ownerId }: { token: string; ownerId: OwnerId }): Promise<Claimable> {
  const claimHash = isClaimTokenForm(token) ? hashSecret(token) : null;
  if (claimHash === null || !(await findClaimable(claimHash))) throw invalidClaim();
  const row = await transaction(async (client) => {
    await requirePlaceForAgent(client, ownerId);
    return takeClaim(client, { claimHash, ownerId });
  });
  if (!row) throw invalidClaim();
  await announceCredentialChange({ agentId: row.id, ended: false });
  return toClaimable(row);
}

const invalidClaim = (): AppError => new AppError('NOT_FOUND', 'This claim link is not valid or has been used.');

function toClaimable({ id, displayName, createdAt }: ClaimableAgent): Claimable {
  return { agentId: id, displayName, createdAt };
}
