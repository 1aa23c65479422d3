import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { announceCredentialChange, confirmOwner, deleteOwner } from '@/lib/domain/accounts';
import { stopAgents } from '@/lib/domain/supervision';
import { removeAgent, writePending } from './delete-agent';
import { countPublished, deleteRowsOfOwner, findAgentsOf, transaction } from './deletion.repo';
import './row-owners';

/**
 * Deletes an account with its agents, as `deleteAgent` does, and its player; every browser is signed out.
 * @param of.confirmation the present password; for an account without one its e-mail
 * @throws VALIDATION_ERROR for another password or e-mail · INVALID_STATE while it publishes or plays something · RATE_LIMITED
 */
export async function deleteAccount(of: { ownerId: OwnerId; confirmation: string }): Promise<void> {
  const { ownerId } = of;
  await confirmOwner(of);
  const agents = await findAgentsOf(ownerId);
  if (agents.some(({ kind }) => kind === 'agent')) await stopAgents({ ownerId, agentId: null });
  await writePending();
  await transaction(async (client) => {
    const published = await countPublished(client, ownerId);
    if (published > 0) {
      const what = published === 1 ? 'an experience' : `${published} experiences`;
      throw new AppError('INVALID_STATE', `You publish ${what}. Delete what you publish first.`);
    }
    for (const { id } of await findAgentsOf(ownerId)) await removeAgent(client, { ownerId, agentId: id });
    await deleteRowsOfOwner(client, ownerId);
    await deleteOwner(client, ownerId);
  });
  for (const { id } of agents) await announceCredentialChange({ agentId: id, ended: true });
  await announceCredentialChange({ ownerId, ended: true });
}
