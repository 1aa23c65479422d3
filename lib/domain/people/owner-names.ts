import { nameFromEmail } from '@/lib/domain/accounts';
import { findOwnersOf } from './agents.repo';

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
