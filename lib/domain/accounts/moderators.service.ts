import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { adminEmails, isAdminOwner } from './admin';
import { announceCredentialChange } from './credential-changes';
import { findModerators, findOwnerById, updateModerator } from './owners.repo';

/** An account that answers reports. */
export interface Moderator {
  ownerId: OwnerId;
  email: string;
  isAdmin: boolean;
}

/** The moderators and administrators, the oldest account first. */
export async function listModerators(): Promise<Moderator[]> {
  const owners = await findModerators(adminEmails());
  return owners.map((owner) => ({ ownerId: owner.id, email: owner.email, isAdmin: isAdminOwner(owner) }));
}

/** Makes an account a moderator, or takes that away, immediately. @throws NOT_FOUND when no account has the e-mail */
export async function setModerator(of: { email: string; isModerator: boolean }): Promise<Moderator> {
  const owner = await updateModerator({ ...of, email: of.email.trim().toLowerCase() });
  if (!owner) throw new AppError('NOT_FOUND', 'No account has this e-mail. Its owner opens the account first.');
  await announceCredentialChange({ ownerId: owner.id, ended: false });
  return { ownerId: owner.id, email: owner.email, isAdmin: isAdminOwner(owner) };
}

/** What an account may do as a judge; nothing for one that does not exist. */
export async function readRoles(ownerId: string): Promise<{ isAdmin: boolean; isModerator: boolean }> {
  const owner = await findOwnerById(ownerId);
  const isAdmin = owner !== null && isAdminOwner(owner);
  return { isAdmin, isModerator: isAdmin || owner?.is_moderator === true };
}
