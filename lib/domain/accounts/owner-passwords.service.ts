import { now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { hashSecret, isMailedResetToken, isResetTokenForm, newResetToken } from '@/lib/core/secrets';
import { addressBlock, limitCall, resetLimit, takeLimit } from '@/lib/domain/limits';
import { announceCredentialChange } from './credential-changes';
import { emailAddress } from './email';
import { MAILED_LINK_MS } from './mailed-links.service';
import {
  findResetLink,
  replaceEmail,
  replacePassword,
  storeResetLink,
  takeResetLink,
  transaction,
} from './owner-passwords.repo';
import { findOwnerById, findProvidersOf, type OwnerRow, type Queryable } from './owners.repo';
import {
  emailTaken,
  nameFromEmail,
  refusesReserved,
  resetSignInLimit,
  type SignedIn,
  toSignedIn,
} from './owners.service';
import { hashPassword, passwordMatches } from './passwords';
import { announceSecurityEvent } from './security-events';

/** A day: the operator has to give the link to the owner. */
const LINK_MAX_AGE_MS = 24 * 3600 * 1000;
/** Each mails a stranger, perhaps, and says whether an e-mail has an account. */
const EMAIL_CHANGES = { name: 'email_change', points: 10, durationMs: LINK_MAX_AGE_MS, what: 'changes of the e-mail' };

/** How an owner signs in. */
export interface SignInWays {
  hasPassword: boolean;
  /** A provider or a mailed link proved the e-mail. */
  isEmailProven: boolean;
  /** Names of the providers that are connected. */
  providers: string[];
}

/** The ways by which an owner can sign in, for their account page. */
export async function listSignInWays(ownerId: OwnerId): Promise<SignInWays> {
  const [owner, providers] = await Promise.all([findOwnerById(ownerId), findProvidersOf(ownerId)]);
  return { hasPassword: Boolean(owner?.password_hash), isEmailProven: owner?.email_verified != null, providers };
}

/**
 * Replaces the password of someone who is signed in and ends every session, that of this browser too: the caller gives
 * it a new one. A link that an operator made no longer works.
 * @throws VALIDATION_ERROR when the present password is another · INVALID_STATE when the account has none · RATE_LIMITED
 */
export async function changePassword(change: {
  ownerId: OwnerId;
  currentPassword: string;
  newPassword: string;
}): Promise<SignedIn> {
  const { passwordHash: fromHash } = await requirePassword(change);
  const toHash = await hashPassword(change.newPassword);
  const changed = await replacePassword({ ownerId: change.ownerId, fromHash, toHash });
  if (!changed) throw wrongPassword();
  await announceCredentialChange({ ownerId: changed.id, ended: true });
  await resetLimit('password_change', change.ownerId);
  await announceSecurityEvent({ ownerId: changed.id, kind: 'password_changed' });
  return toSignedIn(changed);
}

/**
 * The account of someone who is signed in, with the hash that their present password fits. An attempt counts; the caller
 * resets the limit when the change is done.
 * @throws VALIDATION_ERROR at `current_password` · INVALID_STATE when the account has no password · RATE_LIMITED
 */
async function requirePassword(of: {
  ownerId: OwnerId;
  currentPassword: string;
}): Promise<{ owner: OwnerRow; passwordHash: string }> {
  await takeLimit('password_change', of.ownerId);
  const owner = await findOwnerById(of.ownerId);
  if (!owner?.password_hash) {
    throw new AppError(
      'INVALID_STATE',
      'This account has no password yet. The operator of this site can make a link that sets one.',
    );
  }
  if (!(await passwordMatches(of.currentPassword, owner.password_hash))) throw wrongPassword();
  return { owner, passwordHash: owner.password_hash };
}

/**
 * Gives an account another e-mail; every browser stays signed in. Nothing proves the new address, so no provider joins the
 * account by it. A link that an operator made no longer works. A name made from the old address is made from the new one,
 * because it would become public otherwise.
 * @param change.email in lower case
 * @throws VALIDATION_ERROR when the present password is another, or the e-mail is the present one · INVALID_STATE when
 * another account has the e-mail or it is reserved, the account has no password, or it changed meanwhile · RATE_LIMITED
 */
export async function changeEmail(change: {
  ownerId: OwnerId;
  currentPassword: string;
  email: string;
}): Promise<{ email: string }> {
  const { owner, passwordHash } = await requirePassword(change);
  if (change.email === owner.email) throw validationError([{ path: ['email'], message: 'Is your e-mail already' }]);
  await limitCall({ ...EMAIL_CHANGES, key: owner.id });
  const changed = refusesReserved(change.email)
    ? 'taken'
    : await replaceEmail({
        ownerId: owner.id,
        passwordHash,
        from: { email: owner.email, name: nameFromEmail(owner.email) },
        to: { email: change.email, name: nameFromEmail(change.email) },
      });
  if (changed === 'taken') throw emailTaken('There is another account with this e-mail.');
  if (changed === 'outdated') {
    throw new AppError('INVALID_STATE', 'The account was changed at the same time. Reload the page and try again.');
  }
  // A proven address of ADMIN_EMAILS gave the right of an administrator.
  await announceCredentialChange({ ownerId: owner.id, ended: false });
  await resetLimit('password_change', owner.id);
  const previous = { email: owner.email, isProven: owner.email_verified !== null };
  await announceSecurityEvent({ ownerId: owner.id, kind: 'email_changed', previous });
  return { email: change.email };
}

const wrongPassword = (): AppError =>
  validationError([{ path: ['current_password'], message: 'Is not your present password' }]);

/**
 * Confirms that the person who is signed in owns the account: by its present password, without one by its e-mail.
 * @throws VALIDATION_ERROR at `confirmation` · RATE_LIMITED
 */
export async function confirmOwner(of: { ownerId: OwnerId; confirmation: string }): Promise<void> {
  await takeLimit('password_change', of.ownerId);
  const owner = await findOwnerById(of.ownerId);
  const hash = owner?.password_hash ?? null;
  const isRight =
    hash === null
      ? of.confirmation.trim().toLowerCase() === owner?.email
      : await passwordMatches(of.confirmation, hash);
  if (!isRight) {
    const message = hash === null ? 'Is not the e-mail of this account' : 'Is not your present password';
    throw validationError([{ path: ['confirmation'], message }]);
  }
  await resetLimit('password_change', of.ownerId);
}

/**
 * Makes the token of a link that sets a new password: it works once, for a day, or an hour where it is mailed, and takes the place
 * of an earlier one. Only its hash is stored.
 * @param of.isMailed anybody may ask for such a link, so it ends none that works for longer: that of the operator
 * @throws NOT_FOUND when no account has the e-mail, or its link stays
 */
export async function makeResetLink(
  { email, isMailed = false }: { email: string; isMailed?: boolean },
  client?: Queryable,
): Promise<{
  token: string;
  hash: string;
  email: string;
  expiresAt: Date;
}> {
  const address = emailAddress.safeParse(email.trim());
  const { secret, hash } = newResetToken({ isMailed });
  const expiresAt = new Date(now().getTime() + (isMailed ? MAILED_LINK_MS : LINK_MAX_AGE_MS));
  const link = { hash, expiresAt, keepsLater: isMailed };
  const storedFor = address.success ? await storeResetLink({ email: address.data, ...link }, client) : null;
  if (storedFor === null) throw new AppError('NOT_FOUND', `No account has the e-mail ${email}.`);
  return { token: secret, hash, email: storedFor, expiresAt };
}

/** The account of a link, for the page that asks for the new password; null when the link gives nothing. */
export async function previewReset({ token }: { token: string }): Promise<{ email: string; expiresAt: Date } | null> {
  if (!isResetTokenForm(token)) return null;
  return findResetLink({ hash: hashSecret(token), at: now() });
}

/**
 * Sets the password by a link, ends every session and disconnects the providers. Second factors stay and are asked for; but those of
 * an account whose e-mail was never proven may be those of a stranger who typed it, so a link that was mailed there removes them.
 * Wrong, used, replaced and expired links are answered alike; only a link that works costs a hash.
 * @throws NOT_FOUND · RATE_LIMITED by address
 */
export async function resetPassword(form: {
  token: string;
  password: string;
  address: string;
  /** Removes the second factors of an account, in the transaction of the new password. */
  removeFactors(client: Queryable, ownerId: OwnerId): Promise<unknown>;
}): Promise<SignedIn> {
  const block = addressBlock(form.address);
  await takeLimit('password_link', block);
  const hash = hashSecret(form.token);
  const link = isResetTokenForm(form.token) && (await findResetLink({ hash, at: now() }));
  const passwordHash = link && (await hashPassword(form.password));
  const owner =
    passwordHash &&
    (await transaction(async (client) => {
      const row = await takeResetLink(client, { hash, at: now(), passwordHash });
      if (row && row.email_verified === null && isMailedResetToken(form.token))
        await form.removeFactors(client, row.id);
      return row;
    }));
  if (!owner) throw new AppError('NOT_FOUND', 'This link was used before, has expired, or is incomplete.');
  await announceCredentialChange({ ownerId: owner.id, ended: true });
  await resetLimit('password_link', block);
  await resetSignInLimit({ email: owner.email, address: form.address });
  await announceSecurityEvent({ ownerId: owner.id, kind: 'password_changed' });
  return toSignedIn(owner);
}
