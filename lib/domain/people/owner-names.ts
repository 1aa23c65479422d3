import type { OwnerId } from '@/lib/core/ids';
import { nameFromEmail } from '@/lib/domain/accounts';
import { findOwnerIdsOf, findOwnersOf, type Queryable } from './agents.repo';

/**
 * The public names of the owners of agents, by agent. An owner who chose no name has none: the account is named after its
 * e-mail address, which is not public. One query.
 */
export async function ownerNames(agentIds: readonly string[]): Promise<Map<string, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await findOwnersOf(agentIds);
  const named = rows.filter(({ displayName, email }) => displayName !== nameFromEmail(email));
  return new Map(named.map(({ agentId, displayName }) => [agentId, displayName]));
}

/** The accounts that own agents or play by them, by agent, in the caller's transaction. One query. */
export async function ownerIds(agentIds: readonly string[], client: Queryable): Promise<Map<string, OwnerId>> {
  const rows = await findOwnerIdsOf(agentIds, client);
  return new Map(rows.map(({ agentId, ownerId }) => [agentId, ownerId]));
}
