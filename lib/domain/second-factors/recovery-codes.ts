import { randomBytes } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { hashSecret } from '@/lib/core/secrets';
import { renewRecoveryCodes, takeRecoveryCode } from './factors.repo';

const COUNT = 10;
/** Without characters that look like others. 17 of them carry 84 bits, so that SHA-256 of a stolen table tells no code. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CHARACTERS = 17;

/** New recovery codes as they are shown once, with the hashes that are stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: COUNT }, newCode);
  return { codes, hashes: codes.map(hashOf) };
}

function newCode(): string {
  let text = '';
  while (text.length < CHARACTERS) {
    // A byte at or above is drawn again, so that every character is equally likely.
    for (const byte of randomBytes(CHARACTERS)) {
      if (byte < 248 && text.length < CHARACTERS) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text.replace(/^(.{4})(.{4})(.{4})(.{5})$/, '$1-$2-$3-$4');
}

const plain = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const hashOf = (code: string): string => hashSecret(`recovery ${plain(code)}`);

/** Whether a text has the form of a recovery code. */
export const isRecoveryCodeForm = (text: string): boolean => plain(text).length === CHARACTERS;

/** Uses a recovery code of an account. False when it is none, or was used. */
export function useRecoveryCode(ownerId: OwnerId, code: string): Promise<boolean> {
  return takeRecoveryCode(ownerId, hashOf(code), now());
}

/**
 * Replaces the recovery codes of an account: the earlier ones no longer work.
 * @throws INVALID_STATE when it has no second factor
 */
export async function replaceCodes(ownerId: OwnerId): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  if (!(await renewRecoveryCodes(ownerId, hashes)))
    throw new AppError('INVALID_STATE', 'Add a passkey or an authenticator app first: recovery codes replace those.');
  return codes;
}
