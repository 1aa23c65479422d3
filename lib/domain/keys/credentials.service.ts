import type { AgentCaller, AgentControls } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { toRestrictions } from '@/lib/core/restrictions';
import { isScope, type Scope } from '@/lib/core/scopes';
import { hashSecret, isApiKeyForm, isOauthSecretForm } from '@/lib/core/secrets';
import type { Queryable } from '@/lib/data/database';
import { isAdminOwner, onCredentialChange, withholdsRole } from '@/lib/domain/accounts';
import { addressBlock, countFailure, requireLimit } from '@/lib/domain/limits';
import { busHealthy } from '@/lib/events/index';
import { type CredentialCache, cacheUntilChanges } from './credential-cache';
import { type AppTokenRow, findAppByTokenHash, findKeyByHash, findKeyById, type KeyRow } from './credentials.repo';
import { readToken, type TokenClaims } from './token-codec';

/** However healthy the bus looks, nothing is trusted for longer than this. */
export const RECHECK_MS = 30_000;
/** A token of an app ends within the hour by itself. */
const RECHECK_APP_MS = 60_000;
/** Nothing that we issue is longer; longer texts are refused before they are hashed. */
const MAX_CREDENTIAL_LENGTH = 4_096;

/** Look-ups that one address may have under way; the others wait. */
const LOOKUPS_PER_ADDRESS = 4;

export interface CredentialHeaders {
  authorization?: string | null;
  apiKey?: string | null;
  /** Where the call comes from, by which failures count; absent for a credential that was accepted before. */
  address?: string;
  /** Whether a token for this audience (RFC 8707) may be used where the call goes. Without it such tokens are refused. */
  isFor?: (audience: string) => boolean;
}

interface Credentials {
  cache: CredentialCache<AgentCaller>;
  /** Look-ups under way by hash and address, so that a burst of first calls costs one query. */
  pending: Map<string, Promise<AgentCaller>>;
  /** Orders the look-ups of an address. */
  lookups: KeyedMutex;
}

function credentials(): Credentials {
  return once('credentials', () => {
    const cache = cacheUntilChanges<AgentCaller>(
      (change, { apiKeyId, agentId, ownerId }) =>
        apiKeyId === change.apiKeyId || agentId === change.agentId || ownerId === change.ownerId,
    );
    const credentials: Credentials = { cache, pending: new Map(), lookups: new KeyedMutex() };
    // A later call must not join a look-up that may have read the state before the change.
    onCredentialChange(() => credentials.pending.clear());
    return credentials;
  });
}

/**
 * Who calls, from its headers: `Authorization: Bearer` with a key or a token, or `X-API-Key`. Costs a map look-up for
 * a known credential; a revoked one stops working in every process as soon as the broadcast of its revocation arrives.
 * @returns null when no credential was sent.
 * @throws UNAUTHENTICATED when one was sent and does not work · RATE_LIMITED when the address sent too many that do not;
 * credentials that have worked in this process are not limited by it.
 */
export async function authenticate(headers: CredentialHeaders): Promise<AgentCaller | null> {
  const credential = credentialOf(headers);
  if (credential === null) return null;
  if (credential.length > MAX_CREDENTIAL_LENGTH) throw refused();
  const hash = hashSecret(credential);
  const { cache, pending } = credentials();
  if (busHealthy()) {
    const cached = cache.get(hash, now().getTime());
    if (cached) return forAudience(cached, headers);
  }
  const block = headers.address === undefined ? null : addressBlock(headers.address);
  const key = `${hash} ${block}`;
  const running = pending.get(key);
  if (running) return forAudience(await running, headers);
  const lookup =
    block === null || cache.has(hash) ? lookUp({ credential, hash }) : lookUpLimited({ credential, hash, block });
  pending.set(key, lookup);
  try {
    return forAudience(await lookup, headers);
  } finally {
    if (pending.get(key) === lookup) pending.delete(key);
  }
}

/** @throws UNAUTHENTICATED for a token that was issued for another resource */
function forAudience(caller: AgentCaller, { isFor }: CredentialHeaders): AgentCaller {
  if (caller.audience === null || isFor?.(caller.audience)) return caller;
  throw refused(`The token was issued for ${caller.audience} and is not valid here.`);
}

/**
 * Looks a credential up that is not known to work, unless its address had too many failures. Few look-ups of an address run
 * at the same time, so that a burst cannot pass before its failures count.
 * @throws UNAUTHENTICATED · RATE_LIMITED
 */
async function lookUpLimited({ credential, hash, block }: SentCredential & { block: string }): Promise<AgentCaller> {
  const lane = Number.parseInt(hash.slice(0, 2), 16) % LOOKUPS_PER_ADDRESS;
  return credentials().lookups.run(`${lane} ${block}`, async () => {
    await requireLimit('failed_credential', block);
    try {
      return await lookUp({ credential, hash });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'UNAUTHENTICATED')
        await countFailure('failed_credential', block);
      throw thrown;
    }
  });
}

function credentialOf({ authorization, apiKey }: CredentialHeaders): string | null {
  if (authorization) {
    const bearer = /^bearer +(\S+)\s*$/i.exec(authorization)?.[1];
    if (bearer) return bearer;
    if (!apiKey) throw refused('The Authorization header is not of the form "Bearer <key or token>".');
  }
  if (!apiKey) return null;
  const key = apiKey.trim();
  if (!isApiKeyForm(key)) throw refused();
  return key;
}

interface SentCredential {
  credential: string;
  /** Its SHA-256. */
  hash: string;
}

async function lookUp({ credential, hash }: SentCredential): Promise<AgentCaller> {
  const { cache } = credentials();
  const { generation } = cache;
  const caller = await resolve({ credential, hash }).catch((thrown: unknown) => {
    // A credential that no longer works is limited like any other.
    if (thrown instanceof AppError && thrown.code === 'UNAUTHENTICATED') cache.delete(hash);
    throw thrown;
  });
  const nowMs = now().getTime();
  const endsMs = caller.expiresAtS === null ? Number.POSITIVE_INFINITY : caller.expiresAtS * 1000;
  // A change that arrived meanwhile may be newer than what was read.
  if (cache.generation === generation) {
    const recheckMs = caller.audience === null ? RECHECK_MS : RECHECK_APP_MS;
    cache.put(hash, { holder: caller, freshUntilMs: Math.min(endsMs, nowMs + recheckMs) });
  }
  return caller;
}

async function resolve({ credential, hash }: SentCredential): Promise<AgentCaller> {
  if (isApiKeyForm(credential)) return callerOfKey(await findKeyByHash(hash));
  if (isOauthSecretForm('access', credential)) return callerOfApp(await findAppByTokenHash(hash));
  const claims = await readToken(credential);
  if (!claims) throw refused();
  return callerOfToken(claims, await findKeyById(claims.apiKeyId));
}

function callerOfKey(key: KeyRow | null): AgentCaller {
  if (!key || hasEnded(key)) throw refused();
  return {
    kind: 'agent',
    agentId: key.agent_id,
    ownerId: key.owner_id,
    displayName: key.display_name,
    isAdmin: speaksForAdmin(key),
    isHuman: false,
    scopes: new Set(key.scopes.filter(isScope)),
    controls: controlsOf(key),
    credentialId: `key:${key.id}`,
    apiKeyId: key.id,
    audience: null,
    expiresAtS: key.expires_at ? Math.floor(key.expires_at.getTime() / 1000) : null,
  };
}

/** A suspended agent is stopped like one that its owner has stopped: every place that refuses the one refuses the other. */
export function controlsOf(
  row: Pick<KeyRow, 'is_stopped' | 'admission' | 'restrictions' | 'has_daily_cap' | 'tools_to_approve'>,
): AgentControls {
  const restrictions = toRestrictions(row.restrictions);
  return {
    isStopped: row.is_stopped || row.admission !== null || restrictions.suspension !== null,
    ...(row.admission === null ? {} : { admission: row.admission === 'refused' ? 'refused' : 'waiting' }),
    restrictions,
    hasDailyCap: row.has_daily_cap,
    toolsToApprove: new Set(row.tools_to_approve),
  };
}

/**
 * A token of an app acts as the agent, with the scopes that its owner agreed to, and never with an administrator's rights:
 * no scope says them. An MCP session is bound to the app, because its tokens change every hour.
 */
function callerOfApp(app: AppTokenRow | null): AgentCaller {
  const holder = callerOfKey(app);
  if (!app || app.token_expires_at <= now()) throw refused();
  const scopes = new Set(
    app.token_scopes.filter((scope): scope is Scope => isScope(scope) && holder.scopes.has(scope)),
  );
  const endsAtS = Math.floor(app.token_expires_at.getTime() / 1000);
  return {
    ...holder,
    isAdmin: false,
    scopes,
    credentialId: `app:${app.id}`,
    audience: app.audience,
    expiresAtS: Math.min(endsAtS, holder.expiresAtS ?? Number.POSITIVE_INFINITY),
  };
}

/** An administrator who claims an agent gives no rights to the holder of an earlier key. */
function speaksForAdmin(key: KeyRow): boolean {
  if (key.owner_email === null || key.made_before_claim) return false;
  if (withholdsRole(key.owner_has_second_factor === true)) return false;
  const { owner_email: email, owner_email_verified: emailVerified, owner_is_admin: isAdmin } = key;
  return isAdminOwner({ email, email_verified: emailVerified, is_admin: isAdmin === true });
}

/** A token speaks for its key: it ends with it and never carries more scopes than it. */
function callerOfToken(claims: TokenClaims, key: KeyRow | null): AgentCaller {
  const holder = callerOfKey(key);
  if (holder.agentId !== claims.agentId) throw refused();
  const scopes = new Set(claims.scopes.filter((scope): scope is Scope => isScope(scope) && holder.scopes.has(scope)));
  const expiresAtS = Math.min(claims.expiresAtS, holder.expiresAtS ?? Number.POSITIVE_INFINITY);
  return { ...holder, scopes, credentialId: `jwt:${claims.tokenId}`, expiresAtS };
}

function hasEnded(key: KeyRow): boolean {
  return key.expires_at !== null && key.expires_at.getTime() <= now().getTime();
}

/** One answer for unknown, revoked, expired and malformed: a guesser learns nothing. */
function refused(message = 'The credential is not valid: unknown, revoked or expired.'): AppError {
  return new AppError('UNAUTHENTICATED', message);
}

/** Runs the statement of an API key that is not cached once, so that a connection has it prepared. */
export async function prepareAuthentication(client: Queryable): Promise<void> {
  await findKeyByHash('', client);
}
