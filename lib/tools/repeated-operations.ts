import { createHash } from 'node:crypto';
import { decryptSecret, encryptSecret } from '@/lib/domain/credentials';
import { requireUsableKey, runClaimed } from '@/lib/domain/idempotency';
import { hashAddress } from '@/lib/domain/limits';

/** Callers without a credential share an address: a key that others could guess would give them the answer, with its API key. */
const MIN_ANONYMOUS_KEY_LENGTH = 16;

/** What an operation sends; the same bytes again for a repeated key. */
export interface OperationAnswer {
  value: unknown;
  cookies: readonly string[];
}

/**
 * Runs an operation once for the Idempotency-Key of its caller. Answers contain API keys and tokens, so they are stored
 * encrypted.
 * @param call.payer the caller; null for an anonymous one, who is known by the address
 * @throws VALIDATION_ERROR for an unusable key · IDEMPOTENCY_CONFLICT when the key was used with another input
 */
export async function runOperationOnce(
  call: { name: string; key: string; payer: string | null; address: string; input: unknown },
  run: () => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  const { name, key, payer, address, input } = call;
  requireUsableKey(key, { field: 'Idempotency-Key', minLength: payer === null ? MIN_ANONYMOUS_KEY_LENGTH : 1 });
  const callerId = uuidOf(payer ?? `address:${hashAddress(address)}`);
  // Every field may be a secret (a password): no plain hash of any is stored.
  const secretFields = Object.keys((input ?? {}) as object);
  const sealed = await runClaimed({ agentId: callerId, tool: name, key, input, secretFields }, async () =>
    encryptSecret(await run(), callerId).toString('base64'),
  );
  return decryptSecret(Buffer.from(sealed as string, 'base64'), callerId) as OperationAnswer;
}

/** Keys are stored under a UUID: an owner's or agent's own, or one that is derived. */
function uuidOf(caller: string): string {
  const hex = createHash('sha256').update(`operation\n${caller}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
