import { AppError, validationError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import {
  announceSecurityEvent,
  completeSignIn,
  findForSignIn,
  noteProof,
  type OwnerSession,
  type SignedIn,
  type WaitingOwner,
} from '@/lib/domain/accounts';
import { addressBlock, limitCall, takeLimit } from '@/lib/domain/limits';
import { useAppCode } from './authenticators';
import { passkeyOptions, usePasskey } from './passkeys';
import { isRecoveryCodeForm, useRecoveryCode } from './recovery-codes';
import type { Assertion } from './second-factors.schema';

/** Codes that may be tried for an account, by all processes together: of a million codes three fit at a time. */
const CODE_LIMIT = { name: 'second_factor', points: 10, durationMs: 15 * 60_000, what: 'codes for an account' };

/** What a person gives as a second factor. */
export type GivenFactor = { code: string } | { assertion: Assertion };

/** Options to sign in with a passkey alone. @throws RATE_LIMITED by address · INVALID_STATE where there are no passkeys */
export async function beginPasskeySignIn(of: { origin: string; address: string }): Promise<Record<string, unknown>> {
  await takeLimit('passkey_challenge', addressBlock(of.address));
  return passkeyOptions({ origin: of.origin, purpose: 'sign_in', ownerId: null, browserId: null });
}

/**
 * Signs in with a passkey alone; what unlocks it is the second factor.
 * @throws UNAUTHENTICATED · RATE_LIMITED by address
 */
export async function signInWithPasskey(of: {
  origin: string;
  address: string;
  assertion: Assertion;
}): Promise<SignedIn> {
  await takeLimit('second_factor_address', addressBlock(of.address));
  const ownerId = await usePasskey({ ...of, purpose: 'sign_in', browserId: null });
  const owner = await findForSignIn(ownerId);
  if (!owner) throw new AppError('UNAUTHENTICATED', 'The account of this passkey was deleted.');
  return owner;
}

/**
 * Completes a sign-in by the second factor.
 * @returns the Set-Cookie header of the browser
 * @throws VALIDATION_ERROR at `code` · UNAUTHENTICATED for a passkey, or a sign-in that has ended · RATE_LIMITED
 */
export async function giveSecondFactor(
  waiting: WaitingOwner,
  given: GivenFactor,
  at: { origin: string; address: string },
): Promise<string> {
  await checkFactor({ ...waiting, purpose: 'second_factor' }, given, at);
  return completeSignIn(waiting);
}

/**
 * Confirms by a second factor who uses a browser that is signed in.
 * @throws VALIDATION_ERROR at `code` · UNAUTHENTICATED for a passkey · RATE_LIMITED
 */
export async function proveByFactor(
  who: OwnerSession,
  given: GivenFactor,
  at: { origin: string; address: string },
): Promise<void> {
  const { browserId } = who.proof;
  await checkFactor({ ownerId: who.ownerId, browserId, purpose: 'proof' }, given, at);
  await noteProof({ browserId, isFactor: true });
}

async function checkFactor(
  of: { ownerId: OwnerId; browserId: string | null; purpose: 'second_factor' | 'proof' },
  given: GivenFactor,
  { origin, address }: { origin: string; address: string },
): Promise<void> {
  await takeLimit('second_factor_address', addressBlock(address));
  if ('assertion' in given) {
    const { purpose, browserId } = of;
    const ownerId = await usePasskey({ origin, purpose, browserId, assertion: given.assertion });
    if (ownerId !== of.ownerId) throw new AppError('UNAUTHENTICATED', 'This passkey belongs to another account.');
    return;
  }
  await limitCall({ ...CODE_LIMIT, key: of.ownerId });
  const isRecoveryCode = isRecoveryCodeForm(given.code);
  const isRight = isRecoveryCode
    ? await useRecoveryCode(of.ownerId, given.code)
    : await useAppCode(of.ownerId, given.code);
  if (isRight && isRecoveryCode) await announceSecurityEvent({ ownerId: of.ownerId, kind: 'recovery_code_used' });
  if (!isRight)
    throw validationError([{ path: ['code'], message: 'Is not right, or was used before. Enter the code of now' }]);
}
