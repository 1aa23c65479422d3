import { createHash, createHmac } from 'node:crypto';
import { env } from '@/lib/core/env';
import { canonicalJson } from '@/lib/core/json';

/**
 * SHA-256 of the canonical arguments of a call, hex, to recognise a call that is sent again. Secret fields count by an
 * HMAC with IDENTITY_KEY, so that a stored hash does not help to guess a password.
 * @param secretFields top fields whose contents are secret
 */
export function hashArguments(input: unknown, secretFields: readonly string[] = []): string {
  const hash = createHash('sha256');
  if (secretFields.length === 0) return hash.update(canonicalJson(input)).digest('hex');
  const fields = Object.entries(input as Record<string, unknown>).map(([name, value]) => {
    if (!secretFields.includes(name)) return [name, value];
    return [name, createHmac('sha256', env().IDENTITY_KEY).update(canonicalJson(value)).digest('hex')];
  });
  return hash.update(canonicalJson(Object.fromEntries(fields))).digest('hex');
}
