import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { adminEmails } from './admin';
import { emailAddress } from './email';
import {
  findOwnerByAccount,
  findOwnerByEmail,
  findOwnerById,
  insertOwner,
  linkAccount,
  type OwnerRow,
  type ProviderAccount,
} from './owners.repo';
import { admissionFor, admitted, nameFromEmail, type OwnerSession, type SignedIn } from './owners.service';
import { requireRecentProof } from './second-factor.service';
import { announceSecurityEvent } from './security-events';

/** What a provider says of a person. */
export interface ProviderIdentity extends ProviderAccount {
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  image: string | null;
}

type SignedInAs = Pick<OwnerSession, 'ownerId' | 'proof'>;

/**
 * Signs in by a provider: the account's own owner; else the owner who is signed in already, who links it; else the owner
 * whose e-mail both sides have proven; else a new owner. An e-mail that only a password sign-up claimed proves nothing,
 * so it is never linked from outside: the person who typed it would share the account with its true owner.
 * @param current who is signed in at this browser. To link an account is no proof that they are its owner: it needs one
 * @param invitation the token that the browser brings, for a new account
 * @returns with the proof of `current` where the account was linked: the browser stays signed in as it was
 * @throws FORBIDDEN when the provider has not verified the e-mail, an unproven account has it, the owner who is signed in would
 * become another one or has not proved lately who they are, SIGN_UP admits no new account, or an administrator has not approved
 * it; `details.reason` says which.
 */
export async function signInWithProvider(
  identity: ProviderIdentity,
  current: SignedInAs | null = null,
  invitation: string | null = null,
): Promise<SignedIn> {
  const account = { provider: identity.provider, providerAccountId: identity.providerAccountId };
  const existing = await findOwnerByAccount(account);
  if (existing && current !== null && existing.id !== current.ownerId) {
    throw new AppError('FORBIDDEN', 'This account of the provider signs in to another account here.', {
      details: { reason: 'connected_elsewhere' },
    });
  }
  if (existing) return admitted(existing);
  const owner = current && (await findOwnerById(current.ownerId));
  if (current && owner) {
    requireRecentProof(current);
    return { ...(await linked(owner, account)), proof: current.proof };
  }
  const email = emailAddress.safeParse(identity.email);
  if (!email.success || !identity.emailVerified) {
    throw new AppError('FORBIDDEN', 'The provider has not verified the e-mail of this account.', {
      details: { reason: 'unverified_email' },
    });
  }
  const isFree = env().SIGN_UP === 'open' || adminEmails().includes(email.data) || (await findOwnerByEmail(email.data));
  const admission = isFree ? { waits: null } : admissionFor({ invitation });
  const newOwner = await insertOwner(
    {
      id: newId<OwnerId>(),
      email: email.data,
      displayName: cleanName(identity.displayName) ?? nameFromEmail(email.data),
      passwordHash: null,
      image: identity.image,
      emailVerified: now(),
    },
    admission,
    { ...account, id: newId() },
  );
  if (newOwner) return admitted(newOwner);
  const holder = await findOwnerByEmail(email.data);
  if (!holder?.email_verified) {
    throw new AppError('FORBIDDEN', 'Sign in with your password first, then connect this provider.', {
      details: { reason: 'unproven_account' },
    });
  }
  return linked(holder, account);
}

async function linked(owner: OwnerRow, account: ProviderAccount): Promise<SignedIn> {
  await linkAccount({ ...account, id: newId(), ownerId: owner.id });
  await announceSecurityEvent({ ownerId: owner.id, kind: 'provider_connected' });
  return admitted(owner);
}

function cleanName(name: string | null): string | null {
  const clean = name
    ?.replace(/[\p{Cc}\p{Cs}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 80);
  return clean || null;
}
