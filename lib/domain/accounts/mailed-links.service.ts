import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { hashSecret, isVerifyTokenForm, newVerifyToken } from '@/lib/core/secrets';
import { takeLimit } from '@/lib/domain/limits';
import { announceCredentialChange } from './credential-changes';
import { storeVerifyLink, takeVerifyLink, updateLinkEnd } from './mailed-links.repo';
import { findOwnerById, type Queryable } from './owners.repo';

/** How long a mailed link works after the mail was sent. */
export const MAILED_LINK_MS = 3_600_000;

/**
 * Makes the token of a link that proves the e-mail of an account, in the transaction that stores the mail. It replaces an earlier
 * one; only its hash is stored.
 * @returns null when the e-mail is proven already
 */
export async function makeVerifyLink(
  ownerId: OwnerId,
  client: Queryable,
): Promise<{ token: string; hash: string; email: string } | null> {
  const { secret, hash } = newVerifyToken();
  const expiresAt = new Date(now().getTime() + MAILED_LINK_MS);
  const email = await storeVerifyLink({ ownerId, hash, expiresAt }, client);
  return email === null ? null : { token: secret, hash, email };
}

/**
 * Begins the life of a mailed link, when its mail is handed to the mail server: one that waited for a server is not dead.
 * @returns false when the link was used or replaced
 */
export function startMailedLink(hash: string): Promise<boolean> {
  return updateLinkEnd({ hash, expiresAt: new Date(now().getTime() + MAILED_LINK_MS) });
}

/**
 * Proves the e-mail of the account that is signed in. A link in the mail of another account does nothing here: a person who typed
 * a stranger's e-mail does not get it proven by the stranger.
 * @throws NOT_FOUND for a link that is wrong, used, replaced, expired or of another account · RATE_LIMITED
 */
export async function verifyEmail(of: { ownerId: OwnerId; token: string }): Promise<{ email: string }> {
  await takeLimit('password_link', of.ownerId);
  const hash = hashSecret(of.token);
  const owner = isVerifyTokenForm(of.token) && (await takeVerifyLink({ ownerId: of.ownerId, hash, at: now() }));
  if (!owner)
    throw new AppError('NOT_FOUND', 'This link was used before, has expired, or is for the e-mail of another account.');
  // A proven address of ADMIN_EMAILS gives the right of an administrator.
  await announceCredentialChange({ ownerId: of.ownerId, ended: false });
  return { email: owner.email };
}

/** Where mails about an account go; null when it is gone. */
export async function findContact(
  ownerId: string,
  on?: Queryable,
): Promise<{ email: string; isProven: boolean } | null> {
  const owner = await findOwnerById(ownerId, on);
  return owner && { email: owner.email, isProven: owner.email_verified !== null };
}
