import type { OwnerSession } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { readRoles } from '@/lib/domain/accounts';
import type { TargetKind } from './moderation.schema';
import { findOwnerOfAgent, findOwnersOfSeats, type Queryable } from './targets.repo';

/** An agent or a person and their account, as a report or an action names them. */
interface Subject {
  agentId: string | null;
  ownerId: string | null;
}

/** What a decision is about. */
interface Judged extends Subject {
  kind: TargetKind;
  key: string;
  /** Of unrate: the other player. */
  againstAgentId?: string | undefined;
}

/** The account that a decision concerns now: an agent without one may have been claimed since. */
export async function findSubjectOwner({ agentId, ownerId }: Subject, on?: Queryable): Promise<OwnerId | null> {
  const owner = ownerId ?? (agentId === null ? null : await findOwnerOfAgent(agentId, on));
  return owner as OwnerId | null;
}

/** The accounts that a decision is about; of a match those of all its players. */
async function findJudgedOwners(judged: Judged): Promise<Set<string>> {
  const { kind, key, againstAgentId } = judged;
  const owners = [
    await findSubjectOwner(judged),
    againstAgentId === undefined ? null : await findOwnerOfAgent(againstAgentId),
    ...(kind === 'match' ? await findOwnersOfSeats([key]) : []),
  ];
  return new Set(owners.filter((owner) => owner !== null));
}

/**
 * Checks who decides about an account: nobody about their own, only administrators about moderators.
 * @throws FORBIDDEN
 */
export async function requireMayJudge(moderator: OwnerSession, judged: Judged): Promise<void> {
  const owners = await findJudgedOwners(judged);
  if (owners.has(moderator.ownerId)) throw new AppError('FORBIDDEN', 'Nobody decides about their own account.');
  if (moderator.isAdmin) return;
  for (const owner of owners)
    if ((await readRoles(owner)).isModerator)
      throw new AppError('FORBIDDEN', 'Only an administrator decides about a moderator or an administrator.');
}
