import type { OwnerSession } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { resetLimit, takeLimit } from '@/lib/domain/limits';
import { emailAddress } from './email';
import { updateProof } from './owner-browsers.repo';
import { findOwnerByEmail, findOwnerById, type Queryable, updateHasSecondFactor } from './owners.repo';
import { type SignedIn, toSignedIn } from './owners.service';
import { passwordMatches } from './passwords';

/** How long a proof lets a person change how the account is protected. */
export const PROOF_MAX_AGE_MS = 15 * 60_000;

/**
 * Sets whether sign-ins to an account ask for a second factor, in the transaction that adds or removes it. The row of the
 * account is locked, so that changes of its factors wait for each other.
 * @returns whether they did before
 */
export function setHasSecondFactor(client: Queryable, ownerId: OwnerId, has: boolean): Promise<boolean> {
  return updateHasSecondFactor(client, ownerId, has);
}

/** Whether this browser has proved within the last quarter of an hour whose it is: by a second factor where there is one. */
export function isRecentlyProven({ proof }: Pick<OwnerSession, 'proof'>): boolean {
  const at = proof.hasSecondFactor ? proof.factorAt : proof.provenAt;
  return at !== null && now().getTime() - at.getTime() < PROOF_MAX_AGE_MS;
}

/** @throws FORBIDDEN with the reason `proof_needed` where `isRecentlyProven` is false */
export function requireRecentProof(who: Pick<OwnerSession, 'proof'>): void {
  if (isRecentlyProven(who)) return;
  throw new AppError('FORBIDDEN', 'Confirm that it is you first. A confirmation is valid for 15 minutes.', {
    details: { reason: 'proof_needed', next: '/console/security/confirm' },
  });
}

/** Notes that the person of a browser has proved who they are; `isFactor`: by a second factor. */
export async function noteProof(
  of: { browserId: string | null; isFactor: boolean },
  client?: Queryable,
): Promise<void> {
  if (of.browserId !== null) await updateProof({ browserId: of.browserId, at: now(), isFactor: of.isFactor }, client);
}

/**
 * Confirms by the password who uses a browser.
 * @throws VALIDATION_ERROR at `password` · INVALID_STATE when the account has a second factor, which confirms it, or no password
 * · RATE_LIMITED
 */
export async function proveByPassword(who: OwnerSession, password: string): Promise<void> {
  if (who.proof.hasSecondFactor)
    throw new AppError('INVALID_STATE', 'This account has a second factor. Confirm with it.');
  await takeLimit('password_change', who.ownerId);
  const owner = await findOwnerById(who.ownerId);
  if (!owner?.password_hash)
    throw new AppError('INVALID_STATE', 'This account has no password. Sign in again with its provider.');
  if (!(await passwordMatches(password, owner.password_hash)))
    throw validationError([{ path: ['password'], message: 'Is not your password' }]);
  await noteProof({ browserId: who.proof.browserId, isFactor: false });
  await resetLimit('password_change', who.ownerId);
}

/** The account that another proof than a password has identified, as a sign-in sees it; null when it is gone. */
export async function findForSignIn(ownerId: string): Promise<SignedIn | null> {
  const owner = await findOwnerById(ownerId);
  return owner && toSignedIn(owner);
}

/** The account of an e-mail, for the operator. @throws NOT_FOUND */
export async function findAccount(email: string): Promise<{ ownerId: OwnerId; email: string }> {
  const address = emailAddress.safeParse(email.trim());
  const owner = address.success ? await findOwnerByEmail(address.data) : null;
  if (!owner) throw new AppError('NOT_FOUND', `No account has the e-mail ${email}.`);
  return { ownerId: owner.id, email: owner.email };
}
