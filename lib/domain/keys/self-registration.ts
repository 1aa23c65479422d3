import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { type AgentId, type ApiKeyId, newId } from '@/lib/core/ids';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { newApiKey, newClaimToken, randomTag } from '@/lib/core/secrets';
import { takeInvitation } from '@/lib/domain/accounts';
import { addressBlock, hashAddress, takeLimit } from '@/lib/domain/limits';
import { addUnclaimedAgent } from '@/lib/domain/people';
import { insertKey, transaction } from './api-keys.repo';

export interface SelfRegistered {
  agentId: AgentId;
  /** Shown once. */
  apiKey: string;
  scopes: Scope[];
  /** Makes the owner who opens the link the owner of the agent; works once. */
  claimToken: string;
  /** Its calls are refused until an administrator approves it, or a person claims it. */
  awaitsApproval: boolean;
}

/**
 * Lets an agent sign itself up, without an owner until a human opens its claim link.
 * @throws FORBIDDEN when self-registration is closed, or without an invitation that it asks for · RATE_LIMITED by address
 */
export async function selfRegisterAgent(form: {
  displayName?: string;
  /** All canonical scopes by default. */
  scopes?: readonly Scope[];
  address: string;
  /** The token of an invitation. */
  invitation?: string;
}): Promise<SelfRegistered> {
  const { AGENT_SELF_REGISTRATION: mode } = env();
  const invitation = form.invitation ?? null;
  const awaitsApproval = mode === 'approval' && invitation === null;
  if (mode === 'closed') {
    throw new AppError('FORBIDDEN', 'Agents cannot sign themselves up here. Ask an owner for an API key.');
  }
  await takeLimit('self_registration', addressBlock(form.address));
  const agentId = newId<AgentId>();
  const key = newApiKey();
  const claim = newClaimToken();
  const scopes = [...(form.scopes ?? SCOPES)];
  const registeredFrom = hashAddress(form.address);
  await transaction(async (client) => {
    if (mode === 'invitation' || (mode === 'approval' && invitation !== null))
      await takeInvitation(client, invitation, 'agent');
    const displayName = form.displayName ?? `Agent ${randomTag()}`;
    await addUnclaimedAgent(client, {
      id: agentId,
      displayName,
      claimHash: claim.hash,
      registeredFrom,
      awaitsApproval,
    });
    await insertKey(
      {
        id: newId<ApiKeyId>(),
        agentId,
        name: 'self-registered',
        hash: key.hash,
        prefix: key.prefix,
        scopes,
        expiresAt: null,
      },
      client,
    );
  });
  return { agentId, apiKey: key.secret, scopes, claimToken: claim.secret, awaitsApproval };
}
