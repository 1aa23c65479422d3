import { isIP } from 'node:net';
import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import type { OwnerSession } from '@/lib/domain/accounts';
import { addFactor, removeFactor } from './factors.repo';
import {
  type ChallengePurpose,
  deleteChallengesBefore,
  deletePasskey,
  findPasskey,
  findPasskeyIds,
  insertChallenge,
  insertPasskey,
  noteSignature,
  type StoredPasskey,
  takeChallenge,
  updatePasskeyName,
} from './passkeys.repo';
import { newRecoveryCodes } from './recovery-codes';
import type { Assertion, Attestation } from './second-factors.schema';

const MAX_PASSKEYS = 20;
/** As long as browsers wait for a person. */
const CHALLENGE_MS = 5 * 60_000;
const SITE_NAME = 'Botplay';

type Json = Record<string, unknown>;

const library = () => import('@simplewebauthn/server');

/**
 * The name that passkeys are bound to: the host of the site.
 * @throws INVALID_STATE for an address that browsers offer no passkeys for
 */
function relyingParty(origin: string): string {
  const { hostname, protocol } = new URL(origin);
  if (!hasPasskeys(origin))
    throw new AppError(
      'INVALID_STATE',
      `Passkeys need a name and https, and this site is at ${protocol}//${hostname}. Use an authenticator app.`,
    );
  return hostname;
}

/** Whether browsers offer passkeys at an origin: a name by https, or localhost. */
export function hasPasskeys(origin: string): boolean {
  const { hostname, protocol } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

async function storeChallenge(challenge: string, purpose: ChallengePurpose, browserId: string | null): Promise<void> {
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
  await insertChallenge({ challenge, purpose, browserId, expiresAt });
}

/**
 * Options to sign a challenge with a passkey.
 * @param of.ownerId whose passkeys the browser offers; null: any that the person has for this site
 * @throws INVALID_STATE where browsers offer no passkeys
 */
export async function passkeyOptions(of: {
  origin: string;
  purpose: 'sign_in' | 'second_factor' | 'proof';
  ownerId: OwnerId | null;
  browserId: string | null;
}): Promise<Json> {
  const rpID = relyingParty(of.origin);
  const [{ generateAuthenticationOptions }, passkeys] = await Promise.all([
    library(),
    of.ownerId === null ? [] : findPasskeyIds(of.ownerId),
  ]);
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: CHALLENGE_MS,
    // Alone it stands for two factors: having the key, and what unlocks it.
    userVerification: of.purpose === 'sign_in' ? 'required' : 'preferred',
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
  });
  await storeChallenge(options.challenge, of.purpose, of.browserId);
  return { ...options };
}

/**
 * Checks the signature of a passkey.
 * @returns the account that the passkey belongs to
 * @throws UNAUTHENTICATED for a signature that is not valid, a challenge that was used, and a passkey that is unknown here
 */
export async function usePasskey(of: {
  origin: string;
  purpose: 'sign_in' | 'second_factor' | 'proof';
  browserId: string | null;
  assertion: Assertion;
}): Promise<OwnerId> {
  const rpID = relyingParty(of.origin);
  const stored = await findPasskey(of.assertion.id);
  if (!stored) throw refused('This passkey is not known here. It may have been removed from the account.');
  const counter = await checkSignature(stored, rpID, of);
  const isNoted = counter !== null && (await noteSignature({ id: stored.id, counter, at: now() }));
  if (!isNoted) throw refused('The passkey was not accepted: it took too long, or was used before. Try again.');
  return stored.owner_id;
}

/** The new counter of the passkey; null when the signature is not valid. */
async function checkSignature(
  stored: StoredPasskey,
  rpID: string,
  of: Parameters<typeof usePasskey>[0],
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { purpose, browserId } = of;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: of.assertion as never,
      expectedOrigin: of.origin,
      expectedRPID: rpID,
      expectedChallenge: (challenge) => takeChallenge({ challenge, purpose, browserId, at: now() }),
      requireUserVerification: purpose === 'sign_in',
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(stored.public_key),
        counter: stored.counter,
        transports: stored.transports,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (thrown) {
    log.info({ reason: (thrown as Error).message }, 'a passkey was not accepted');
    return null;
  }
}

const refused = (message: string): AppError => new AppError('UNAUTHENTICATED', message);

/** Options to make a passkey for an account. @throws INVALID_STATE where browsers offer no passkeys */
export async function registrationOptions(who: OwnerSession, origin: string): Promise<Json> {
  const rpID = relyingParty(origin);
  const [{ generateRegistrationOptions }, passkeys] = await Promise.all([library(), findPasskeyIds(who.ownerId)]);
  const options = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID,
    userName: who.email,
    userDisplayName: who.displayName,
    userID: new Uint8Array(Buffer.from(who.ownerId.replaceAll('-', ''), 'hex')),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await storeChallenge(options.challenge, 'register', who.proof.browserId);
  return { ...options };
}

/**
 * Adds the passkey that a browser made.
 * @returns the recovery codes when it is the first factor, else null
 * @throws VALIDATION_ERROR at `credential` · INVALID_STATE when it was added before · QUOTA_EXCEEDED
 */
export async function addPasskey(
  who: OwnerSession,
  of: { origin: string; name: string; attestation: Attestation },
): Promise<string[] | null> {
  const newPasskey = await checkNewPasskey(who, of);
  const { ownerId } = who;
  const { codes, hashes } = newRecoveryCodes();
  const { isFirst } = await addFactor({
    ownerId,
    browserId: who.proof.browserId,
    recoveryHashes: hashes,
    async add(client) {
      const passkey = { ...newPasskey, id: newId(), ownerId, name: of.name, at: now(), max: MAX_PASSKEYS };
      const outcome = await insertPasskey(client, passkey);
      if (outcome === 'full')
        throw new AppError('QUOTA_EXCEEDED', `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
      if (outcome === 'taken') throw new AppError('INVALID_STATE', 'This passkey was added before.');
    },
  });
  return isFirst ? codes : null;
}

async function checkNewPasskey(who: OwnerSession, of: { origin: string; attestation: Attestation }) {
  const rpID = relyingParty(of.origin);
  const { verifyRegistrationResponse } = await library();
  const { browserId } = who.proof;
  const fault = () =>
    validationError([{ path: ['credential'], message: 'Is not a new passkey for this page. Try again' }]);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: of.attestation as never,
      expectedOrigin: of.origin,
      expectedRPID: rpID,
      expectedChallenge: (challenge) => takeChallenge({ challenge, purpose: 'register', browserId, at: now() }),
      requireUserVerification: false,
    });
    if (!verified) throw fault();
    const { credential, credentialBackedUp: isSynced } = registrationInfo;
    const { id: credentialId, publicKey, counter, transports = [] } = credential;
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports: [...transports], isSynced };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    log.info({ reason: (thrown as Error).message }, 'a new passkey was not accepted');
    throw fault();
  }
}

/** Gives a passkey another name. @throws NOT_FOUND when the account has no such one */
export async function renamePasskey(of: { ownerId: OwnerId; id: string; name: string }): Promise<void> {
  if (!(await updatePasskeyName(of))) throw noSuchPasskey();
}

/** Removes a passkey. Returns its name. @throws NOT_FOUND when the account has no such one */
export async function removePasskey(ownerId: OwnerId, id: string): Promise<string> {
  let name: string | null = null;
  await removeFactor(ownerId, async (client) => {
    name = await deletePasskey(client, ownerId, id);
    return name !== null;
  });
  if (name === null) throw noSuchPasskey();
  return name;
}

const noSuchPasskey = (): AppError => new AppError('NOT_FOUND', 'Your account has no such passkey.');

registerCleanup({ name: 'passkey challenges', removeBatch: (limit) => deleteChallengesBefore(now(), limit) });
