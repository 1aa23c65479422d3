import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import { type AgentId, type ApiKeyId, newId, type OwnerId } from '@/lib/core/ids';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { newApiKey } from '@/lib/core/secrets';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { limitCall } from '@/lib/domain/limits';
import { requireOwnedAgent } from '@/lib/domain/people';
import { requireQuota } from '@/lib/domain/quotas';
import {
  findKeysOfAgent,
  insertKey,
  ownsKey,
  type Queryable,
  replaceOwnedKey,
  revokeOwnedKey,
  transaction,
  WORKING_BY_AGENT,
} from './api-keys.repo';

/** Of all agents of an owner, made and rotated: ended keys stay in the list. */
const NEW_KEYS = { name: 'new_keys', points: 500, durationMs: 3_600_000, what: 'new keys' };

/** A key at the one moment when its text is known. */
export interface IssuedKey {
  keyId: ApiKeyId;
  /** The whole key; only its hash is kept. */
  apiKey: string;
  prefix: string;
  scopes: Scope[];
  expiresAt: Date | null;
}

/** A key as its owner sees it ever after. Times on the wire's form. */
export const keySummarySchema = z.strictObject({
  key_id: z.string().describe('The key'),
  name: z.string().describe('Name'),
  prefix: z.string().describe('First characters, to know it by'),
  scopes: z.array(z.string()).describe('What it may do'),
  status: z.enum(['active', 'replaced', 'expired', 'revoked']).describe('State'),
  created_at: z.iso.datetime().describe('When it was made'),
  expires_at: z.iso.datetime().nullable().describe('When it ends'),
  revoked_at: z.iso.datetime().nullable().describe('When it was revoked; null while it works'),
  replaced_by_key_id: z.string().nullable().describe('The key that replaced it; null when none did'),
  last_used_at: z.iso.datetime().nullable().describe('When it was used last; null before'),
  last_used_from: z.string().nullable().describe('Address of the last call; null before'),
});
export type KeySummary = z.infer<typeof keySummarySchema>;

export interface KeyOrder {
  agentId: AgentId;
  name: string;
  /** All canonical scopes by default. */
  scopes?: readonly Scope[];
  expiresAt?: Date | null;
}

/**
 * Makes a key for an agent. Who may ask is the caller's to check.
 * @throws VALIDATION_ERROR when the expiry is not in the future.
 */
export async function issueKey(
  { agentId, name, scopes = SCOPES, expiresAt = null }: KeyOrder,
  client?: Queryable,
): Promise<IssuedKey> {
  if (expiresAt && expiresAt <= now()) {
    throw validationError([{ path: ['expires_at'], message: 'Must be in the future' }]);
  }
  const { secret, hash, prefix } = newApiKey();
  const keyId = newId<ApiKeyId>();
  await insertKey({ id: keyId, agentId, name, hash, prefix, scopes, expiresAt }, client);
  return { keyId, apiKey: secret, prefix, scopes: [...scopes], expiresAt };
}

/**
 * Makes a key for an agent of this owner. Each key has a rate of its own, so that their number is bounded.
 * @throws NOT_FOUND when the owner has no such agent · VALIDATION_ERROR for an expiry that is not in the future · QUOTA_EXCEEDED above
 * 50 keys of an agent, 500 of an owner · RATE_LIMITED
 */
export async function issueOwnedKey(order: KeyOrder & { ownerId: OwnerId }): Promise<IssuedKey> {
  await requireOwnedAgent(order);
  await limitCall({ ...NEW_KEYS, key: order.ownerId });
  return transaction(async (client) => {
    const quota = { name: 'keys', agentId: order.agentId, open: WORKING_BY_AGENT, values: [now()] } as const;
    await requireQuota(client, { ...quota, next: 'Revoke one first.' });
    return issueKey(order, client);
  });
}

/** Keys of an owner's agent, those that work first, then the newest, ended ones too; at most 200. @throws NOT_FOUND */
export async function listKeys({ agentId, ownerId }: { agentId: AgentId; ownerId: OwnerId }): Promise<KeySummary[]> {
  await requireOwnedAgent({ agentId, ownerId });
  return (await findKeysOfAgent(agentId, now())).map(toSummary);
}

/**
 * Replaces a key by a new one with the same name, scopes and expiry. The old one works for `overlapS` more seconds,
 * with 0 it ends immediately, so that a roll-out needs no gap and a leak no delay.
 * @throws NOT_FOUND · INVALID_STATE when the key was replaced, revoked or has expired · RATE_LIMITED
 */
export async function rotateKey(order: { keyId: string; ownerId: OwnerId; overlapS: number }): Promise<IssuedKey> {
  const { keyId, ownerId, overlapS } = order;
  await limitCall({ ...NEW_KEYS, key: ownerId });
  const at = now();
  const { secret, hash, prefix } = newApiKey();
  const endsAt = new Date(at.getTime() + overlapS * 1000);
  const successor = { id: newId<ApiKeyId>(), hash, prefix };
  const issued = await replaceOwnedKey({ keyId, ownerId, successor, at, endsAt });
  if (!issued) {
    if (await ownsKey({ keyId, ownerId }))
      throw new AppError('INVALID_STATE', 'This key no longer works, so it cannot be rotated.');
    throw keyNotFound();
  }
  await announceCredentialChange({ apiKeyId: keyId, ended: overlapS === 0 });
  return { keyId: issued.id, apiKey: secret, prefix, scopes: issued.scopes as Scope[], expiresAt: issued.expires_at };
}

/** Revokes a key permanently, with every token made from it, on every open connection. @throws NOT_FOUND */
export async function revokeKey({ keyId, ownerId }: { keyId: string; ownerId: OwnerId }): Promise<void> {
  if (!(await revokeOwnedKey({ keyId, ownerId, at: now() }))) throw keyNotFound();
  await announceCredentialChange({ apiKeyId: keyId, ended: true });
}

function keyNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Unknown key: check the key_id.');
}

function toSummary(key: Awaited<ReturnType<typeof findKeysOfAgent>>[number]): KeySummary {
  return {
    key_id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    status: statusOf(key),
    created_at: iso(key.createdAt),
    expires_at: key.expiresAt && iso(key.expiresAt),
    revoked_at: key.revokedAt && iso(key.revokedAt),
    replaced_by_key_id: key.replacedById,
    last_used_at: key.lastUsedAt && iso(key.lastUsedAt),
    last_used_from: key.lastUsedFrom,
  };
}

function statusOf(key: {
  revokedAt: Date | null;
  expiresAt: Date | null;
  replacedById: string | null;
}): KeySummary['status'] {
  if (key.revokedAt) return 'revoked';
  if (key.expiresAt && key.expiresAt <= now()) return 'expired';
  return key.replacedById ? 'replaced' : 'active';
}
