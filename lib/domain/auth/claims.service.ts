import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { type AgentId, type ApiKeyId, newId, type OwnerId } from '@/lib/core/ids';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { hashSecret, isClaimTokenForm, newApiKey, newClaimToken, randomTag } from '@/lib/core/secrets';
import { addressBlock, takeLimit } from '@/lib/domain/limits';
import { insertAgentWithKey } from './agents.repo';
import { type ClaimableAgent, findClaimable, takeClaim } from './claims.repo';
import { announceCredentialChange } from './credential-changes';

export interface SelfRegistered {
  agentId: AgentId;
  /** Shown once. */
  apiKey: string;
  scopes: Scope[];
  /** Makes the owner who opens the link the owner of the agent; works once. */
  claimToken: string;
}

export interface Claimable {
  agentId: AgentId;
  displayName: string;
  createdAt: Date;
}

/**
 * Lets an agent sign itself up, without an owner until a human opens its claim link.
 * @throws FORBIDDEN when self-registration is closed · RATE_LIMITED by address
 */
export async function selfRegisterAgent(form: {
  displayName?: string;
  /** All canonical scopes by default. */
  scopes?: readonly Scope[];
  address: string;
}): Promise<SelfRegistered> {
  if (env().AGENT_SELF_REGISTRATION === 'closed') {
    throw new AppError('FORBIDDEN', 'Agents cannot sign themselves up here. Ask an owner for an API key.');
  }
  await takeLimit('self_registration', addressBlock(form.address));
  const agentId = newId<AgentId>();
  const key = newApiKey();
  const claim = newClaimToken();
  const scopes = [...(form.scopes ?? SCOPES)];
  await insertAgentWithKey(
    { id: agentId, ownerId: null, displayName: form.displayName ?? `Agent ${randomTag()}`, claimHash: claim.hash },
    {
      id: newId<ApiKeyId>(),
      agentId,
      name: 'self-registered',
      hash: key.hash,
      prefix: key.prefix,
      scopes,
      expiresAt: null,
    },
  );
  return { agentId, apiKey: key.secret, scopes, claimToken: claim.secret };
}

/** The agent that a claim link would give away, for the page that asks whether to take it; null when it gives nothing. */
export async function previewClaim({ token }: { token: string }): Promise<Claimable | null> {
  const row = isClaimTokenForm(token) ? await findClaimable(hashSecret(token)) : null;
  return row && toClaimable(row);
}

/**
 * Makes an owner the owner of an agent that signed itself up. A link works once.
 * @throws NOT_FOUND for a link that is wrong or used.
 */
export async function claimAgent({ token, ownerId }: { token: string; ownerId: OwnerId }): Promise<Claimable> {
  const row = isClaimTokenForm(token) ? await takeClaim({ claimHash: hashSecret(token), ownerId }) : null;
  if (!row) throw new AppError('NOT_FOUND', 'This claim link is not valid or has been used.');
  await announceCredentialChange({ agentId: row.id, ended: false });
  return toClaimable(row);
}

function toClaimable({ id, displayName, createdAt }: ClaimableAgent): Claimable {
  return { agentId: id, displayName, createdAt };
}
