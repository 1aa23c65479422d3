import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { flushAudit } from '@/lib/domain/activity';
import { giveToOwner } from '@/lib/domain/catalog';
import { anonymizeAgent, requireOwnedAgent } from '@/lib/domain/people';
import { stopAgents } from '@/lib/domain/supervision';
import { flushUsage } from '@/lib/domain/usage';
import { removeAuthorName } from '@/lib/events';
import { type Client, deletePrivateRows, isEngaged, replaceNameOfAgent, transaction } from './deletion.repo';
import './row-owners';

/** What stands in place of the name of a deleted player. */
const DELETED_NAME = 'Deleted player';

/**
 * Deletes an agent: it is stopped and leaves what it plays; its keys and everything that only its owner could read go; public
 * records of what it played and said stay without its name. Its experiences become the owner's.
 * Decision: docs/decisions/0035-deletion-keeps-public-records.md
 * @throws NOT_FOUND when the owner has no such agent · INVALID_STATE while its session or lobby cannot be ended
 */
export async function deleteAgent(of: { ownerId: OwnerId; agentId: string }): Promise<void> {
  await requireOwnedAgent(of);
  await stopAgents(of);
  await writePending();
  await transaction((client) => removeAgent(client, of));
  await announceCredentialChange({ agentId: of.agentId, ended: true });
}

/** Removes one agent or person in a transaction. @throws INVALID_STATE while it plays */
export async function removeAgent(
  client: Client,
  { ownerId, agentId }: { ownerId: string; agentId: string },
): Promise<void> {
  if (await isEngaged(client, agentId)) {
    throw new AppError(
      'INVALID_STATE',
      'The agent is in a session or lobby that is being ended. Try again in a minute.',
      {
        retryable: true,
      },
    );
  }
  await giveToOwner(client, { agentId, ownerId });
  await replaceNameOfAgent(client, { agentId, name: DELETED_NAME });
  await removeAuthorName(client, { agentId, name: DELETED_NAME });
  await deletePrivateRows(client, agentId);
  await anonymizeAgent(client, { agentId, name: DELETED_NAME });
}

/** Writes the calls that this process has counted and not stored yet, so that none is stored after the deletion. */
export async function writePending(): Promise<void> {
  await Promise.all([flushAudit(), flushUsage()]);
}
