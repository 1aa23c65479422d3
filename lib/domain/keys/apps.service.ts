import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { type ApiKeyId, newId, type OwnerId } from '@/lib/core/ids';
import { hashSecret, isOauthSecretForm, newOauthSecret } from '@/lib/core/secrets';
import type { Queryable } from '@/lib/data/database';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { takeLimit } from '@/lib/domain/limits';
import * as repo from './apps.repo';

/** Seconds that an access token works. */
export const ACCESS_TOKEN_S = 3_600;
/** An app that has not asked for a new token for this long has to be connected again. */
const REFRESH_TOKEN_S = 30 * 86_400;
/** More than the quota of apps, so that a list is whole. */
const MAX_LISTED = 500;

/** The tokens of an app, at the one moment when their text is known. */
export interface AppTokens {
  accessToken: string;
  /** Null for a client that takes none. */
  refreshToken: string | null;
  scopes: string[];
}

/** An app as the owner of its agent sees it. */
export const appSchema = z.strictObject({
  app_id: z.uuid().describe('The app'),
  client_name: z.string().describe('As the app calls itself; nothing proves it'),
  client_id: z.string().describe('Its OAuth client id; an address when it has a metadata document'),
  client_host: z.string().describe('The host that its tokens were sent to; localhost is a program on a computer'),
  agent_id: z.uuid().describe('The agent that it acts as'),
  agent_name: z.string().describe('Name of the agent'),
  scopes: z.array(z.string()).describe('What it may do'),
  connected_at: z.iso.datetime().describe('When it was connected first'),
  expires_at: z.iso.datetime().describe('When it ends unless it asks for a new token before'),
  last_used_at: z.iso.datetime().nullable().describe('When it was used last; null before'),
  last_used_from: z.string().nullable().describe('Address of the last call; null before'),
});
export type App = z.infer<typeof appSchema>;

/** Tokens with the time at which they end. */
function newTokens(): Record<'access' | 'refresh', { secret: string; row: repo.NewTokenRow }> {
  const make = (kind: 'access' | 'refresh', seconds: number) => {
    const { secret, hash } = newOauthSecret(kind);
    return { secret, row: { hash, expiresAt: new Date(now().getTime() + seconds * 1000) } };
  };
  return { access: make('access', ACCESS_TOKEN_S), refresh: make('refresh', REFRESH_TOKEN_S) };
}

/**
 * Connects an app to an agent and makes its first tokens, in the transaction of the caller, who has checked that the owner
 * of the agent agreed.
 */
export async function connectApp(
  client: Queryable,
  order: repo.AppGrant & { audience: string; refreshes: boolean },
): Promise<AppTokens & { appId: ApiKeyId }> {
  const { audience, refreshes, ...grant } = order;
  const { access, refresh } = newTokens();
  const last = refreshes ? refresh : access;
  const appId = await repo.upsertApp(client, { ...grant, id: newId<ApiKeyId>(), expiresAt: last.row.expiresAt });
  const rows = { access: access.row, refresh: refreshes ? refresh.row : null };
  await repo.insertTokens(client, { keyId: appId, scopes: grant.scopes, audience, ...rows });
  return {
    appId,
    accessToken: access.secret,
    refreshToken: refreshes ? refresh.secret : null,
    scopes: [...grant.scopes],
  };
}

/** Announces what `connectApp` changed, after the commit: an app that was connected before may have other scopes. */
export async function announceApp(appId: ApiKeyId): Promise<void> {
  await announceCredentialChange({ apiKeyId: appId, ended: false });
}

/** Why a refresh token gives no new tokens. `reused`: it was exchanged before, so the app was ended. */
export type RefreshFault = 'unknown' | 'reused' | 'other_client' | 'other_audience' | 'more_scopes';

/**
 * Exchanges a refresh token for new tokens. One that was exchanged before has been copied, by whom is not known: the app
 * ends with all its tokens (OAuth 2.1, 4.3.1).
 * @throws RATE_LIMITED by app
 * @param request.scopes fewer than those of the token; null for the same
 */
export async function refreshApp(
  refreshToken: string,
  request: { clientId: string; scopes: readonly string[] | null; isAudience: (audience: string) => boolean },
): Promise<AppTokens | RefreshFault> {
  if (!isOauthSecretForm('refresh', refreshToken)) return 'unknown';
  const at = now();
  const hash = hashSecret(refreshToken);
  const token = await repo.findToken(hash, at);
  if (token?.kind !== 'refresh') return 'unknown';
  if (token.client_id !== request.clientId) return 'other_client';
  if (token.used_at !== null) return endReused(token.key_id);
  if (!token.is_working || token.expires_at <= at) return 'unknown';
  if (!request.isAudience(token.audience)) return 'other_audience';
  const scopes = request.scopes ?? token.scopes;
  if (!scopes.every((scope) => token.scopes.includes(scope))) return 'more_scopes';
  await takeLimit('app_refresh', token.key_id);
  const { access, refresh } = newTokens();
  const isFirst = await repo.rotateTokens({ hash, scopes, access: access.row, refresh: refresh.row, at });
  if (!isFirst) return endReused(token.key_id);
  return { accessToken: access.secret, refreshToken: refresh.secret, scopes: [...scopes] };
}

async function endReused(appId: ApiKeyId): Promise<'reused'> {
  await endApp(appId);
  return 'reused';
}

/** Ends an app with all its tokens and open connections, in every process. */
export async function endApp(appId: string): Promise<void> {
  if (await repo.revokeApp({ appId, at: now() })) await announceCredentialChange({ apiKeyId: appId, ended: true });
}

/** Ends the app of an access or refresh token of this client; an unknown token is none of its business (RFC 7009, 2.2). */
export async function endAppOfToken(token: string, { clientId }: { clientId: string }): Promise<void> {
  if (!isOauthSecretForm('access', token) && !isOauthSecretForm('refresh', token)) return;
  const found = await repo.findToken(hashSecret(token), now());
  if (found?.client_id === clientId) await endApp(found.key_id);
}

/** The working apps of an owner's agents, the newest first. */
export async function listApps({ ownerId }: { ownerId: OwnerId }): Promise<App[]> {
  const rows = await repo.findAppsOfOwner({ ownerId, at: now(), limit: MAX_LISTED });
  return rows.map((row) => ({
    app_id: row.id,
    client_name: row.name,
    client_id: row.client_id,
    client_host: row.client_host,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    scopes: row.scopes,
    connected_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
    last_used_at: row.last_used_at && iso(row.last_used_at),
    last_used_from: row.last_used_from,
  }));
}

/** Disconnects an app of one of the owner's agents, on every open connection; one that has ended stays ended. @throws NOT_FOUND */
export async function disconnectApp({ appId, ownerId }: { appId: string; ownerId: OwnerId }): Promise<void> {
  if (!(await repo.ownsApp({ appId, ownerId }))) throw new AppError('NOT_FOUND', 'Unknown app: check the app_id.');
  await endApp(appId);
}
