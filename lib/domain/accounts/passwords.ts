import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { once } from '@/lib/core/globals';

/** A hash takes a thread of the pool for tens of milliseconds; more in parallel would starve files and name look-ups. */
const HASHES_AT_ONCE = 2;

const limit = () => once('password-hashes', () => pLimit(HASHES_AT_ONCE));

/** Argon2id with the library's parameters (19 MiB, 2 passes), which are OWASP's first choice. */
export function hashPassword(password: string): Promise<string> {
  return limit()(() => hash(password));
}

/**
 * Whether the password is the one that was hashed. Without a hash (no such account, or one that signs in by GitHub or
 * Google) it does the same work and answers no, so that the time taken reveals nothing.
 */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  const stored = passwordHash ?? (await decoyHash());
  const matches = await limit()(() => verify(stored, password));
  return passwordHash !== null && matches;
}

/** The hash of an unknown password. */
function decoyHash(): Promise<string> {
  return once('decoy-hash', () => hashPassword(randomBytes(32).toString('base64url')));
}
