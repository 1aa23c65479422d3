import type { OwnerId } from '@/lib/core/ids';
import type { Client, Queryable } from '@/lib/data/database';
import { findOwnerOfExperience, setHidden, setOwnerOfExperiences, setRatings } from './catalog.repo';
import { lockRow, setPending, updateByOutcome, type VerificationOutcome } from './verification-outcome.repo';

export type { VerificationOutcome };

// What other modules store in an experience, inside their own transactions.

/** Locks an experience until the transaction ends: it is neither verified nor deleted meanwhile. Returns whether it exists. */
export async function lockExperience(client: Client, experienceId: string): Promise<boolean> {
  return lockRow(client, experienceId);
}

/** Marks a locked experience as waiting for its verification. */
export async function markPending(client: Queryable, experienceId: string): Promise<void> {
  await setPending(client, experienceId);
}

/**
 * Stores the outcome of a verification, unless the experience was updated after `checkedVersion` (its `updated_at`).
 * @returns the status of the experience, or null when the outcome does not count
 */
export async function storeOutcome(
  client: Queryable,
  args: { experienceId: string; checkedVersion: Date; outcome: VerificationOutcome },
): Promise<string | null> {
  return updateByOutcome(client, args);
}

/** Stores number and sum of the ratings of an experience that count in its average. */
export async function storeRatings(
  client: Queryable,
  args: { experienceId: string; count: number; sum: number },
): Promise<void> {
  await setRatings(client, args);
}

/** Whom news of an experience concern: its owner, or the owner of the agent that registered it. Null without one. */
export async function findPublishingOwner(
  experienceId: string,
  client?: Queryable,
): Promise<{ ownerId: OwnerId; name: string } | null> {
  const found = await findOwnerOfExperience(experienceId, client);
  return found?.ownerId ? { ownerId: found.ownerId, name: found.name } : null;
}

/** Makes the owner of an agent the publisher of what the agent has registered. */
export async function giveToOwner(client: Queryable, of: { agentId: string; ownerId: string }): Promise<void> {
  await setOwnerOfExperiences(client, of);
}

/** Hides an experience from everybody but its publisher, or shows it again. Call `announceChange` after the commit. */
export async function hideExperience(
  client: Queryable,
  of: { experienceId: string; hiddenAt: Date | null },
): Promise<void> {
  await setHidden(client, of);
}
