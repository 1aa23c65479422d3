import './row-owners';
import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { experienceStream } from '@/lib/core/stream';
import { announceCredentialChange, confirmOwner, deleteOwner, lockOwner } from '@/lib/domain/accounts';
import { flushAudit } from '@/lib/domain/activity';
import { announceChange, giveToOwner, lockExperience, type Publisher, requirePublisher } from '@/lib/domain/catalog';
import {
  agentNotFound,
  anonymizeAgent,
  deleteGuest,
  endGuest,
  GUEST_KEPT_DAYS,
  lockPublicWords,
  requireOwnedAgent,
} from '@/lib/domain/people';
import { stopAgents } from '@/lib/domain/supervision';
import { flushUsage } from '@/lib/domain/usage';
import { deleteStreams, removeAuthorName } from '@/lib/events';
import { closeExperienceClient } from '@/lib/gateway';
import {
  type Client,
  countPublished,
  deletePrivateRows,
  deleteRowsOfExperience,
  deleteRowsOfOwner,
  findAgentsOf,
  findGuestsBefore,
  isEngaged,
  isInPublicRecords,
  isPlayed,
  replaceNameOfAgent,
  transaction,
} from './deletion.repo';

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
  const isRemoved = await transaction((client) => removeAgent(client, of));
  if (!isRemoved) throw agentNotFound();
  await announceCredentialChange({ agentId: of.agentId, ended: true });
}

/**
 * Removes one agent or person in a transaction; false when it was removed before. Its row is locked first: of several
 * deletions one takes effect.
 * @throws INVALID_STATE while it plays
 */
async function removeAgent(
  client: Client,
  { ownerId, agentId }: { ownerId: string; agentId: string },
): Promise<boolean> {
  if ((await lockPublicWords(client, agentId)) === null) return false;
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
  return true;
}

/** Writes the calls that this process has counted and not stored yet, so that none is stored after the deletion. */
async function writePending(): Promise<void> {
  await Promise.all([flushAudit(), flushUsage()]);
}
/**
 * Deletes an account with its agents, as `deleteAgent` does, and its player; every browser is signed out. An agent that is claimed
 * or made meanwhile goes too, or is refused.
 * @param of.confirmation the present password; for an account without one its e-mail
 * @throws VALIDATION_ERROR for another password or e-mail · INVALID_STATE while it publishes or plays something · RATE_LIMITED
 */
export async function deleteAccount(of: { ownerId: OwnerId; confirmation: string }): Promise<void> {
  const { ownerId } = of;
  await confirmOwner(of);
  if ((await findAgentsOf(ownerId)).some(({ kind }) => kind === 'agent')) await stopAgents({ ownerId, agentId: null });
  await writePending();
  const agents = await transaction(async (client) => {
    if (!(await lockOwner(client, ownerId))) return [];
    const published = await countPublished(client, ownerId);
    if (published > 0) {
      const what = published === 1 ? 'an experience' : `${published} experiences`;
      throw new AppError('INVALID_STATE', `You publish ${what}. Delete what you publish first.`);
    }
    const owned = await findAgentsOf(ownerId, client);
    for (const { id } of owned) await removeAgent(client, { ownerId, agentId: id });
    await deleteRowsOfOwner(client, ownerId);
    await deleteOwner(client, ownerId);
    return owned;
  });
  for (const { id } of agents) await announceCredentialChange({ agentId: id, ended: true });
  await announceCredentialChange({ ownerId, ended: true });
}
/**
 * Deletes an experience with all data about it.
 * Specification: gateway-tool-contract.md, experience.delete
 * @throws NOT_FOUND, NOT_OWNER, INVALID_STATE while an agent plays it
 */
export async function deleteExperience(args: { publisher: Publisher; experienceId: string }): Promise<void> {
  const { experienceId } = args;
  await requirePublisher(args);
  await transaction(async (client) => {
    if (!(await lockExperience(client, experienceId))) {
      throw new AppError('NOT_FOUND', 'There is no experience with this id.');
    }
    if (await isPlayed(client, experienceId)) {
      throw new AppError(
        'INVALID_STATE',
        'An agent is playing this experience. Unlist it (listed: false) and delete it later: ' +
          'unused sessions end after 30 minutes.',
      );
    }
    await deleteRowsOfExperience(client, experienceId);
    await deleteStreams(client, [experienceStream(experienceId)]);
  });
  await announceChange(experienceId);
  closeExperienceClient(experienceId);
}
const removals = new DueRows('guests.remove');

/**
 * Removes guests that have started or joined no game for 30 days: what only they could read goes; what the public has seen
 * stays under the name of the guest, which says nothing about a person. Returns their number, at most `limit`.
 * Decision: docs/decisions/0034-people-and-guests.md.
 */
async function deleteIdleGuests(limit: number): Promise<number> {
  const before = new Date(now().getTime() - GUEST_KEPT_DAYS * 86_400_000);
  const ids = await findGuestsBefore(before, removals.postponed(), limit);
  return removals.attemptEach(ids, (id) =>
    transaction(async (client) => {
      // A guest that starts a game is seen first, so that it is not ended after this look.
      if ((await isEngaged(client, id)) || !(await endGuest(client, id, before))) return;
      await deletePrivateRows(client, id);
      if (!(await isInPublicRecords(client, id))) await deleteGuest(client, id);
    }),
  );
}

registerCleanup({ name: 'guests', removeBatch: deleteIdleGuests });
