import { now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import type { OwnerSession } from '@/lib/domain/accounts';
import { decryptSecret, encryptSecret, reencryptRows } from '@/lib/domain/credentials';
import {
  confirmAuthenticator,
  deleteAuthenticator,
  findAuthenticator,
  listSealedOtherwise,
  replaceSealed,
  storeAuthenticator,
  takeStep,
} from './authenticators.repo';
import { addFactor, removeFactor } from './factors.repo';
import { newRecoveryCodes } from './recovery-codes';
import type { AuthenticatorSetup } from './second-factors.schema';

const ISSUER = 'Botplay';
/** RFC 6238, and what every authenticator app takes: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** Codes of the step before and after are accepted: clocks differ, and people type slowly. */
const WINDOW_STEPS = 1;

const sealOwnerOf = (ownerId: string): string => `authenticator:${ownerId}`;

async function totpOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S });
}

/**
 * Begins to set an authenticator app up: a secret that counts once a code of it was right.
 * @throws INVALID_STATE when the account has an app already
 */
export async function beginAuthenticator(who: OwnerSession): Promise<AuthenticatorSetup> {
  const [{ Secret }, { encode }] = await Promise.all([import('otpauth'), import('uqr')]);
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const sealed = encryptSecret(secret, sealOwnerOf(who.ownerId));
  if (!(await storeAuthenticator({ ownerId: who.ownerId, secret: sealed, at: now() })))
    throw new AppError('INVALID_STATE', 'This account has an authenticator app. Remove it first.');
  const uri = (await totpOf(secret, who.email)).toString();
  const { data, size } = encode(uri, { ecc: 'L', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { secret, uri, qr: { size, path } };
}

/**
 * Confirms an authenticator app by its first code.
 * @returns the recovery codes when it is the first factor, else null
 * @throws VALIDATION_ERROR at `code` · INVALID_STATE when none is being set up, or it was confirmed meanwhile
 */
export async function confirmApp(who: OwnerSession, code: string): Promise<string[] | null> {
  const { ownerId } = who;
  const row = await findAuthenticator(ownerId);
  if (!row || row.confirmed_at !== null)
    throw new AppError('INVALID_STATE', 'No authenticator app is being set up. Begin again.');
  const step = await findStep(ownerId, row.secret, code);
  if (step === null)
    throw validationError([
      { path: ['code'], message: 'Is not the code of now. Check that the clock of your device is right' },
    ]);
  const { codes, hashes } = newRecoveryCodes();
  const { isFirst } = await addFactor({
    ownerId,
    browserId: who.proof.browserId,
    recoveryHashes: hashes,
    async add(client) {
      const isConfirmed = await confirmAuthenticator(client, { ownerId, secret: row.secret, step, at: now() });
      if (!isConfirmed) throw new AppError('INVALID_STATE', 'The app was set up at the same time. Reload the page.');
    },
  });
  return isFirst ? codes : null;
}

/** Removes the authenticator app of an account. @throws NOT_FOUND when it has none */
export async function removeAuthenticator(ownerId: OwnerId): Promise<void> {
  const { isRemoved } = await removeFactor(ownerId, (client) => deleteAuthenticator(client, ownerId));
  if (!isRemoved) throw new AppError('NOT_FOUND', 'This account has no authenticator app.');
}

/** Uses a code of the app. False when it is not the code of now, or was used. */
export async function useAppCode(ownerId: OwnerId, code: string): Promise<boolean> {
  const row = await findAuthenticator(ownerId);
  if (!row?.confirmed_at) return false;
  const step = await findStep(ownerId, row.secret, code);
  return step !== null && takeStep({ ownerId, step, at: now() });
}

/** The step whose code this is, near to now; null when there is none. */
async function findStep(ownerId: string, sealed: Uint8Array, code: string): Promise<number | null> {
  const totp = await totpOf(decryptSecret(sealed, sealOwnerOf(ownerId)) as string);
  const timestamp = now().getTime();
  const delta = totp.validate({ token: code.replaceAll(/\D/g, ''), timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** Encrypts the secrets of apps with the first key of ENCRYPTION_KEYS. */
export function reencryptAuthenticators(stopping?: AbortSignal): ReturnType<typeof reencryptRows> {
  return reencryptRows(
    {
      name: 'secrets of authenticator apps',
      list: async (prefix, afterId, limit) =>
        (await listSealedOtherwise(prefix, afterId, limit)).map(({ owner_id: id, secret }) => ({
          id,
          sealed: secret,
          owner: sealOwnerOf(id),
        })),
      replace: replaceSealed,
    },
    stopping,
  );
}
