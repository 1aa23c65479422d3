import { z } from 'zod';
import type { BrowserProof, OwnerSession, WaitingOwner } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { env, type RegistrationMode } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { toRestrictions } from '@/lib/core/restrictions';
import { isAdminTokenForm } from '@/lib/core/secrets';
import { addressBlock, refundLimit, resetLimit, takeLimit } from '@/lib/domain/limits';
import { isAdminOwner, isReservedEmail, withholdsRole } from './admin';
import { announceCredentialChange } from './credential-changes';
import { emailAddress } from './email';
import { takeInvitation } from './invitations.service';
import { findOwnerInBrowser, type OwnerInBrowser, touchBrowser } from './owner-browsers.repo';
import { abandonedBefore } from './owner-browsers.service';
import {
  type Admission,
  deleteOwnerRow,
  findOwnerByEmail,
  findOwnerById,
  insertOwner,
  lockOwnerRow,
  type OwnerRow,
  type Queryable,
  type RestrictedOwnerRow,
  raiseSessionEpoch,
  updateOwnerName,
} from './owners.repo';
import { hashPassword, passwordMatches } from './passwords';
import { notAdmitted } from './sign-up-requests.service';

export type { OwnerSession, WaitingOwner };

/** A signed-in person with the epoch that the cookie must carry. */
export interface SignedIn extends OwnerSession {
  sessionEpoch: number;
}

/** How often the time is noted at which a browser was seen. */
const SEEN_EVERY_MS = 10 * 60_000;

/** Anything else cannot be the credentials of an account. */
const signInForm = z.object({ email: emailAddress, password: z.string().min(1).max(256) });

/**
 * Opens an account with e-mail and password. Outside production the first account ever is an administrator.
 * @returns also whether it waits for an administrator (SIGN_UP=approval)
 * @throws FORBIDDEN while SIGN_UP is closed, or without an invitation that it asks for · INVALID_STATE when the e-mail has an account,
 * or is reserved · RATE_LIMITED
 */
export async function registerOwner(form: {
  email: string;
  password: string;
  displayName?: string;
  address: string;
  /** The token of an invitation. */
  invitation?: string;
  /** For the administrators who decide. */
  note?: string;
}): Promise<OwnerSession & { awaitsApproval: boolean }> {
  const admission = admissionFor(form);
  await takeLimit('sign_up', addressBlock(form.address));
  const passwordHash = await hashPassword(form.password);
  const owner = refusesReserved(form.email)
    ? null
    : await insertOwner(
        {
          id: newId<OwnerId>(),
          email: form.email,
          displayName: form.displayName ?? nameFromEmail(form.email),
          passwordHash,
          image: null,
          emailVerified: null,
        },
        admission,
      );
  if (!owner) throw emailTaken('There is an account with this e-mail already. Sign in instead.');
  return { ...toSession(owner), awaitsApproval: owner.admission !== null };
}

/** How people open accounts here. */
export function signUpMode(): RegistrationMode {
  return env().SIGN_UP;
}

/**
 * How a new account comes in under SIGN_UP. An invitation also replaces the approval of an administrator.
 * @throws FORBIDDEN with the reason `sign_up_closed`
 */
export function admissionFor(of: { invitation?: string | null; note?: string }): Admission {
  const mode = env().SIGN_UP;
  const token = of.invitation ?? null;
  const take = (client: Queryable) => takeInvitation(client, token, 'person');
  if (mode === 'open') return { waits: null };
  if (mode === 'closed' && !(token !== null && isAdminTokenForm(token))) throw signUpClosed();
  if (mode === 'approval' && token === null) return { waits: { note: of.note ?? null, at: now() } };
  return { waits: null, take };
}

const signUpClosed = (): AppError =>
  new AppError('FORBIDDEN', 'New accounts cannot be opened here. Ask the operator of this site.', {
    details: { reason: 'sign_up_closed' },
  });

/** Whether an e-mail is reserved. A stranger gets the answer for a taken one; the log gives the operator the reason. */
export function refusesReserved(email: string): boolean {
  const isReserved = isReservedEmail(email);
  if (isReserved)
    log.warn(
      'an address of ADMIN_EMAILS was refused for an account with a password: sign in with a provider that proves it, or give the right to another account by npm run owner:admin',
    );
  return isReserved;
}

/** The refusal of an e-mail that has an account, with the fault at its field. */
export function emailTaken(message: string): AppError {
  return new AppError('INVALID_STATE', message, {
    details: { issues: [{ path: ['email'], message: 'Has an account already' }] },
  });
}

/**
 * Checks e-mail and password. An unknown e-mail and a wrong password give the same answer after the same work.
 * @returns null when they do not fit.
 * @throws FORBIDDEN for an account that an administrator has not approved · RATE_LIMITED after ten failures for one e-mail from one address in a quarter of an hour, or a hundred from the
 * address for whatever e-mails.
 */
export async function signInWithPassword(form: {
  email: unknown;
  password: unknown;
  address: string;
}): Promise<SignedIn | null> {
  const fields = signInForm.safeParse(form);
  if (!fields.success) return null;
  const { email, password } = fields.data;
  const who = attemptsOf({ email, address: form.address });
  const block = addressBlock(form.address);
  await takeLimit('sign_in_address', block);
  await takeLimit('sign_in', who);
  const owner = await findOwnerByEmail(email);
  const matches = await passwordMatches(password, owner?.password_hash ?? null);
  if (!owner || !matches) return null;
  await Promise.all([resetLimit('sign_in', who), refundLimit('sign_in_address', block)]);
  return admitted(owner);
}

/** The key under which failures to sign in count. */
const attemptsOf = (attempt: { email: string; address: string }) => `${attempt.email} ${addressBlock(attempt.address)}`;

/** Forgets the failures of an e-mail and address, once the account's owner has proven themselves in another way. */
export async function resetSignInLimit(attempt: { email: string; address: string }): Promise<void> {
  await resetLimit('sign_in', attemptsOf(attempt));
}

/** The owner of a cookie, when its epoch is still the current one and its browser was not signed out. One query. */
export async function findSignedIn(cookie: {
  ownerId: string;
  sessionEpoch: number;
  /** Null in a cookie that names no browser. */
  browserId: string | null;
}): Promise<OwnerSession | null> {
  const { ownerId, sessionEpoch, browserId } = cookie;
  if (browserId === null) {
    const owner = await findOwnerById(ownerId);
    // Such a cookie could not say whether a second factor was given.
    const isCurrent = owner?.session_epoch === sessionEpoch && !owner.has_second_factor && owner.admission === null;
    return isCurrent ? toSession(owner) : null;
  }
  const owner = await findInBrowser(ownerId, browserId);
  if (owner?.session_epoch !== sessionEpoch) return null;
  return toSession(owner, { browserId, provenAt: owner.proven_at, factorAt: owner.factor_at });
}

/** The owner of a cookie whose browser waits for a second factor, while it may still be given. One query. */
export async function findWaiting(cookie: {
  ownerId: string;
  sessionEpoch: number;
  browserId: string;
}): Promise<WaitingOwner | null> {
  const { ownerId, sessionEpoch, browserId } = cookie;
  const owner = await findOwnerInBrowser(ownerId, browserId);
  if (!owner?.awaits_factor || owner.session_epoch !== sessionEpoch) return null;
  if (owner.signed_in_at === null || owner.signed_in_at < abandonedBefore()) return null;
  return { ownerId: owner.id, sessionEpoch, browserId, email: owner.email, displayName: owner.display_name };
}

async function findInBrowser(ownerId: string, browserId: string): Promise<OwnerInBrowser | null> {
  const owner = await findOwnerInBrowser(ownerId, browserId);
  if (!owner?.browser_seen_at || owner.awaits_factor || owner.admission !== null) return null;
  const seenBefore = new Date(now().getTime() - SEEN_EVERY_MS);
  if (owner.browser_seen_at < seenBefore) await touchBrowser(browserId, now(), seenBefore);
  return owner;
}

/**
 * Gives an account another name; null takes the name away, so that nothing public names the owner.
 */
export async function renameOwner(owner: OwnerSession, displayName: string | null): Promise<{ displayName: string }> {
  const next = displayName ?? nameFromEmail(owner.email);
  await updateOwnerName(owner.ownerId, next);
  return { displayName: next };
}

/** Ends every session of an owner, in every browser. */
export async function signOutEverywhere(ownerId: OwnerId): Promise<void> {
  await raiseSessionEpoch(ownerId);
  await announceCredentialChange({ ownerId, ended: true });
}

/** Lets an account sign in. @throws FORBIDDEN for one that an administrator has not approved */
export function admitted(owner: OwnerRow): SignedIn {
  if (owner.admission !== null) throw notAdmitted(owner.admission);
  return toSignedIn(owner);
}

const NO_BROWSER = { browserId: null, provenAt: null, factorAt: null };

/** Without restrictions for a row that was read without them: the next request reads them. */
function toSession(
  owner: OwnerRow & Partial<RestrictedOwnerRow>,
  browser: Omit<BrowserProof, 'hasSecondFactor'> = NO_BROWSER,
): OwnerSession {
  const isAdmin = isAdminOwner(owner);
  const isModerator = owner.is_moderator || isAdmin;
  const isWithheld = isModerator && withholdsRole(owner.has_second_factor && browser.factorAt !== null);
  return {
    ownerId: owner.id,
    email: owner.email,
    displayName: owner.display_name,
    image: owner.image,
    isAdmin: isAdmin && !isWithheld,
    isModerator: isModerator && !isWithheld,
    withheldRole: isWithheld ? (isAdmin ? 'administrator' : 'moderator') : null,
    proof: { ...browser, hasSecondFactor: owner.has_second_factor },
    restrictions: toRestrictions(owner.restrictions ?? null),
  };
}

/** A person with the epoch of now: what a new cookie says. */
export function toSignedIn(owner: OwnerRow): SignedIn {
  return { ...toSession(owner), sessionEpoch: owner.session_epoch };
}

/** What an account is called whose owner gave no name. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, 80);
}

/** Locks an account until the transaction ends: nothing is given to it meanwhile. False when it was deleted. */
export async function lockOwner(client: Queryable, ownerId: OwnerId): Promise<boolean> {
  return lockOwnerRow(client, ownerId);
}

/** Deletes an account with its providers, browsers and memory, when its agents are gone. */
export async function deleteOwner(client: Queryable, ownerId: OwnerId): Promise<void> {
  await deleteOwnerRow(client, ownerId);
}

/** The e-mail of an account; null when there is none. */
export async function readEmail(ownerId: string): Promise<string | null> {
  return (await findOwnerById(ownerId))?.email ?? null;
}
