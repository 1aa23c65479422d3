import type { OwnerSession } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { hashSecret, isAdminTokenForm, newAdminToken } from '@/lib/core/secrets';
import { adminEmails, isAdminByEmail, isReservedEmail, withholdsRole } from './admin';
import { findAdminLink, findAdmins, storeAdminLink, takeAdminLink, updateAdmin } from './administrators.repo';
import { announceCredentialChange } from './credential-changes';
import { emailAddress } from './email';
import { findProvidersOf } from './owners.repo';

/** A day; the next start makes another link while there is no administrator. */
const LINK_MAX_AGE_MS = 24 * 3600 * 1000;

/** An account whose right was given or taken away, with what the operator should know of it. */
export interface ChangedAdmin {
  email: string;
  hadRight: boolean;
  /** A provider proved the e-mail; otherwise the person who opened the account typed it. */
  isEmailProven: boolean;
  /** ADMIN_EMAILS gives the right too. */
  isAdminByEmail: boolean;
  hasPassword: boolean;
  providers: string[];
  openedAt: Date;
}

/**
 * Gives an account the right of an administrator, or takes it away, for the operator. No public call uses it. Every process
 * applies it immediately, also to keys of the account's agents.
 * @throws NOT_FOUND when no account has the e-mail
 */
export async function setAdmin({ email, isAdmin }: { email: string; isAdmin: boolean }): Promise<ChangedAdmin> {
  const address = emailAddress.safeParse(email.trim());
  const owner = address.success ? await updateAdmin({ email: address.data, isAdmin }) : null;
  if (!owner) {
    const isReserved = address.success && isReservedEmail(address.data);
    const next = isReserved
      ? 'ADMIN_EMAILS contains it, so it cannot sign up with a password: sign in with a provider that proves it (no command is needed then), or name the account of another e-mail.'
      : 'Create the account first (/sign-up), then run this command again.';
    throw new AppError('NOT_FOUND', `No account has the e-mail ${email}. ${next}`);
  }
  await announceCredentialChange({ ownerId: owner.id, ended: false });
  return {
    email: owner.email,
    hadRight: owner.was_admin,
    isEmailProven: owner.email_verified !== null,
    isAdminByEmail: isAdminByEmail(owner),
    hasPassword: owner.password_hash !== null,
    providers: await findProvidersOf(owner.id),
    openedAt: owner.created_at,
  };
}

/** The e-mails of all administrators, for the operator, and whether ADMIN_EMAILS alone gives each its right. */
export async function listAdmins(): Promise<{ email: string; isByEmailOnly: boolean }[]> {
  const owners = await findAdmins(adminEmails());
  return owners.map(({ email, is_admin: isAdmin }) => ({ email, isByEmailOnly: !isAdmin }));
}

/**
 * Makes the token of a link that makes the owner who opens it an administrator: it works once, for a day, and replaces an
 * earlier one. Only its hash is stored.
 * @returns null outside production, where the first account has the right, and when there is an administrator
 */
export async function makeAdminLink(): Promise<{ token: string; expiresAt: Date } | null> {
  if (!env().production) return null;
  const { secret, hash } = newAdminToken();
  const expiresAt = new Date(now().getTime() + LINK_MAX_AGE_MS);
  return (await storeAdminLink({ hash, expiresAt, emails: adminEmails() })) ? { token: secret, expiresAt } : null;
}

/** Whether a link works, for the page that asks for confirmation. */
export async function isAdminLinkValid({ token }: { token: string }): Promise<boolean> {
  return isAdminTokenForm(token) && findAdminLink({ hash: hashSecret(token), at: now(), emails: adminEmails() });
}

/**
 * Makes an owner an administrator by a link. Wrong, used, replaced and expired links are answered alike. Where administrators need a
 * second factor it is set up first: the link still works afterwards.
 * @throws FORBIDDEN with the reason `second_factor_needed` · NOT_FOUND
 */
export async function becomeAdmin({
  token,
  who: { ownerId, proof },
}: {
  token: string;
  who: Pick<OwnerSession, 'ownerId' | 'proof'>;
}): Promise<void> {
  if (withholdsRole(proof.hasSecondFactor && proof.factorAt !== null)) {
    throw new AppError('FORBIDDEN', 'Add a passkey or an authenticator app first, then open the link again.', {
      details: { reason: 'second_factor_needed', next: '/console/security' },
    });
  }
  const isUsed =
    isAdminTokenForm(token) &&
    (await takeAdminLink({ hash: hashSecret(token), at: now(), emails: adminEmails(), ownerId }));
  if (!isUsed) {
    throw new AppError(
      'NOT_FOUND',
      'This link was used before, has expired, was replaced by a newer one, or is incomplete.',
    );
  }
  await announceCredentialChange({ ownerId, ended: false });
}
