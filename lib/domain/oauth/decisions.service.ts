import { now } from '@/lib/core/clock';
import { validationError } from '@/lib/core/errors';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import type { Scope } from '@/lib/core/scopes';
import { newOauthSecret } from '@/lib/core/secrets';
import { createAgent, requireOwnedAgent } from '@/lib/domain/people';
import { requireQuota } from '@/lib/domain/quotas';
import {
  type AuthorizationRequest,
  codeAddress,
  faultAddress,
  readAuthorizationRequest,
} from './authorization-request';
import { markAgreed } from './clients.repo';
import { insertCode, OTHER_APPS_BY_AGENT, transaction } from './codes.repo';
import type { Site } from './site';

/** OAuth 2.1, 4.1.2: a program exchanges a code immediately. */
const CODE_S = 60;

/** What a person answered. */
export type Decision =
  | { kind: 'refuse' }
  | { kind: 'agree'; agent: { agentId: AgentId } | { newName: string }; scopes: readonly Scope[] };

/**
 * Carries out what a person decided about the request of an app, and says where their browser goes. The request is checked
 * again: the page may be old, and only this call makes a code.
 * @throws VALIDATION_ERROR for a request that cannot be served, or scopes beyond it · NOT_FOUND for another owner's agent ·
 * QUOTA_EXCEEDED · RATE_LIMITED
 */
export async function decideAuthorization(order: {
  query: URLSearchParams;
  site: Site;
  ownerId: OwnerId;
  /** Where the owner is. */
  address: string;
  decision: Decision;
}): Promise<{ redirectTo: string; agentId: AgentId | null }> {
  const { query, site, ownerId, address, decision } = order;
  const read = await readAuthorizationRequest(query, { site, ownerId });
  if (read.kind !== 'valid') throw validationError([{ path: ['request'], message: read.message }]);
  const { request } = read;
  if (decision.kind === 'refuse') {
    const refused = { code: 'access_denied', message: 'The person refused.' } as const;
    return { redirectTo: faultAddress(site, request, refused), agentId: null };
  }
  const { scopes, agent } = decision;
  if (scopes.length === 0 || !scopes.every((scope) => request.scopes.includes(scope)))
    throw validationError([{ path: ['scopes'], message: 'Choose at least one of the scopes that the app asked for' }]);
  let agentId: AgentId;
  if ('agentId' in agent) {
    agentId = agent.agentId;
    await requireOwnedAgent({ agentId, ownerId });
  } else {
    agentId = await createAgent({ ownerId, displayName: agent.newName, address });
  }
  return { redirectTo: codeAddress(site, request, await makeCode(request, { ownerId, agentId, scopes })), agentId };
}

async function makeCode(
  request: AuthorizationRequest,
  { ownerId, agentId, scopes }: { ownerId: OwnerId; agentId: AgentId; scopes: readonly Scope[] },
): Promise<string> {
  const { client } = request;
  const { secret, hash } = newOauthSecret('code');
  const at = now();
  await transaction(async (tx) => {
    const values = [agentId, client.id, at];
    const next = 'Disconnect one of your apps first.';
    await requireQuota(tx, { name: 'apps', agentId, open: OTHER_APPS_BY_AGENT, values, next });
    await markAgreed(tx, client.id, at);
    await insertCode(tx, {
      hash,
      client_id: client.id,
      client_name: client.name,
      client_host: request.returnHost,
      refreshes: client.refreshes,
      redirect_uri: request.redirectUri,
      code_challenge: request.codeChallenge,
      audience: request.audience,
      scopes: [...scopes],
      owner_id: ownerId,
      agent_id: agentId,
      expires_at: new Date(at.getTime() + CODE_S * 1000),
    });
  });
  return secret;
}
