import { AppError, quotaExceeded, validationError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { requireQuota } from '@/lib/domain/quotas';
import { broadcast } from '@/lib/events';
import {
  clearDefault,
  countOthers,
  type InfoRow,
  listSealed,
  lockPair,
  markDefault,
  OTHERS_BY_AGENT,
  removeCredential,
  type SealedRow,
  touchCredential,
  transaction,
  upsertCredential,
} from './credentials.repo';
import {
  type AuthMethod,
  type CredentialInfo,
  type CredentialPair,
  type CredentialUse,
  MAX_CREDENTIALS,
  MAX_SECRET_BYTES,
  type OpenedCredential,
} from './credentials.schema';
import { credentialOwner, decryptSecret, encryptSecret } from './vault';

/** What may be shown of a stored credential. */
export const toInfo = (row: InfoRow): CredentialInfo => ({
  id: row.id,
  label: row.label,
  authMethod: row.auth_method,
  isDefault: row.is_default,
  origin: row.origin,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastUsedAt: row.last_used_at,
});

/** Lets every process forget what it read of these credentials. */
export async function announceCredentials(pair: CredentialPair): Promise<void> {
  await broadcast('credentials', { stored_for: credentialOwner(pair) });
}

/** @throws VALIDATION_ERROR for data that could not be used */
function checkSecret(authMethod: AuthMethod, secret: JsonObject): void {
  if (Object.keys(secret).length === 0) {
    throw validationError([{ path: ['credentials'], message: 'must have at least one field' }]);
  }
  if (authMethod === 'bearer_token' && (typeof secret.token !== 'string' || !/^[\x21-\x7e]+$/.test(secret.token))) {
    const message = 'must be the token: visible ASCII characters without spaces, because it is sent in a header';
    throw validationError([{ path: ['credentials', 'token'], message }]);
  }
  const bytes = Buffer.byteLength(JSON.stringify(secret), 'utf8');
  if (bytes > MAX_SECRET_BYTES) {
    throw validationError([{ path: ['credentials'], message: `has ${bytes} bytes; the limit is ${MAX_SECRET_BYTES}` }]);
  }
}

/**
 * Stores secret data for an experience, sealed and bound to the origin of its server; a credential with the same label is
 * replaced. Seven statements.
 * Specification: gateway-tool-contract.md, credential.store.
 * @throws VALIDATION_ERROR, QUOTA_EXCEEDED above 50 credentials for one experience, or too many in all
 */
export async function storeCredential(
  request: CredentialUse & { label: string; authMethod: AuthMethod; secret: JsonObject; isDefault?: boolean },
): Promise<CredentialInfo> {
  const { agentId, experienceId, origin, label, authMethod, secret, isDefault = null } = request;
  checkSecret(authMethod, secret);
  const pair = { agentId, experienceId };
  const sealed = encryptSecret(secret, credentialOwner(pair));
  const row = await transaction(async (client) => {
    await lockPair(client, pair);
    if ((await countOthers(client, pair, label)) >= MAX_CREDENTIALS) throw tooMany();
    const values = [experienceId, label];
    await requireQuota(client, { name: 'credentials', agentId, open: OTHERS_BY_AGENT, values, next: REMOVES_ONE });
    if (isDefault) await clearDefault(client, pair);
    return upsertCredential(client, { id: newId(), ...pair, origin, label, authMethod, sealed, isDefault });
  });
  if (!row) throw new AppError('NOT_FOUND', 'There is no experience with this id.');
  await announceCredentials(pair);
  return toInfo(row);
}

const REMOVES_ONE = 'credential.delete removes one; a label that exists is replaced.';

function tooMany(): AppError {
  return quotaExceeded(`You have ${MAX_CREDENTIALS} credentials for this experience, the limit.`, {
    name: 'credentials',
    limit: MAX_CREDENTIALS,
    next: REMOVES_ONE,
  });
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'You have no credential with this id.', {
    details: { next: 'credential.list shows the credentials that you have for an experience.' },
  });
}

/** What may be shown of an agent's credentials for an experience: the default one first, then the newest. */
export async function listCredentials(pair: CredentialPair): Promise<CredentialInfo[]> {
  return (await listSealed(pair)).map(toInfo);
}

/** @throws NOT_FOUND, also for a credential of another agent */
export async function deleteCredential(args: { agentId: string; credentialId: string }): Promise<void> {
  const experienceId = await removeCredential(args.agentId, args.credentialId);
  if (experienceId === null) throw notFound();
  await announceCredentials({ agentId: args.agentId, experienceId });
}

/**
 * Makes a credential the default one of its experience; the unique index allows one.
 * @throws NOT_FOUND, also for a credential of another agent or another experience
 */
export async function setDefaultCredential(request: CredentialPair & { credentialId: string }): Promise<void> {
  const { agentId, experienceId, credentialId } = request;
  const pair = { agentId, experienceId };
  await transaction(async (client) => {
    await lockPair(client, pair);
    await clearDefault(client, pair);
    if (!(await markDefault(client, pair, credentialId))) throw notFound();
  });
  await announceCredentials(pair);
}

/**
 * The credentials of an agent for an experience with their secret data, for calls to this experience and nothing else:
 * the default one first, then the newest. One whose key is missing is left out and logged.
 */
export async function openCredentials(pair: CredentialPair): Promise<OpenedCredential[]> {
  return (await listSealed(pair)).flatMap((row) => openRow(row, pair) ?? []);
}

/** A credential with its secret data; null, and a log line, when it cannot be opened. */
export function openRow(row: SealedRow, pair: CredentialPair): OpenedCredential | null {
  try {
    const secret = decryptSecret(row.sealed, credentialOwner(pair));
    return isJsonObject(secret) ? { ...toInfo(row), secret } : null;
  } catch (error) {
    log.error({ err: error, experience: pair.experienceId }, 'could not open a stored credential');
    return null;
  }
}

/** Stores that a call has carried a credential. Logs its own errors: the call goes on. */
export async function noteUse(credentialId: string): Promise<void> {
  await touchCredential(credentialId).catch((error: unknown) => {
    log.warn({ err: error, credential: credentialId }, 'could not store the use of a credential');
  });
}
