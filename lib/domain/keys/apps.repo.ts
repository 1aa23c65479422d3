import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import type { AgentId, ApiKeyId, OwnerId } from '@/lib/core/ids';
import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** What a person agreed to for an app. */
export interface AppGrant {
  agentId: AgentId;
  clientId: string;
  /** As the client calls itself. */
  clientName: string;
  clientHost: string;
  scopes: readonly string[];
}

/**
 * Adds the app of a client to an agent, or gives the working one what was agreed to now: an agent has one app of a client,
 * however often it is connected.
 */
export async function upsertApp(
  client: Queryable,
  { id, expiresAt, ...grant }: AppGrant & { id: ApiKeyId; expiresAt: Date },
): Promise<ApiKeyId> {
  const rows = await sql<{ id: ApiKeyId }>(
    'keys.upsert_app',
    `INSERT INTO api_keys AS k (id, agent_id, name, hash, prefix, scopes, expires_at, client_id, client_host)
     VALUES ($1::uuid, $2, $3, 'app:' || $1::text, '', $4, $5, $6, $7)
     ON CONFLICT (agent_id, client_id) WHERE client_id IS NOT NULL AND revoked_at IS NULL
     DO UPDATE SET name = EXCLUDED.name, scopes = EXCLUDED.scopes, client_host = EXCLUDED.client_host,
                   expires_at = GREATEST(k.expires_at, EXCLUDED.expires_at)
     RETURNING k.id`,
    [id, grant.agentId, grant.clientName, grant.scopes, expiresAt, grant.clientId, grant.clientHost],
    client,
  );
  return rows[0]?.id ?? id;
}

/** A token that is stored by its hash. */
export interface NewTokenRow {
  hash: string;
  expiresAt: Date;
}

interface NewTokenPair {
  access: NewTokenRow;
  /** Null for a client that takes none. */
  refresh: NewTokenRow | null;
}

/** Adds the first tokens of an authorization. */
export async function insertTokens(
  client: Queryable,
  of: { keyId: ApiKeyId; scopes: readonly string[]; audience: string } & NewTokenPair,
): Promise<void> {
  const { access, refresh } = of;
  await sql(
    'keys.insert_app_tokens',
    `INSERT INTO app_tokens (hash, key_id, kind, scopes, audience, expires_at)
     SELECT hash, $1::uuid, kind, $2::text[], $3, expires_at
       FROM (VALUES ($4::text, 'access', $5::timestamptz), ($6::text, 'refresh', $7::timestamptz)) t(hash, kind, expires_at)
      WHERE hash IS NOT NULL`,
    [
      of.keyId,
      of.scopes,
      of.audience,
      access.hash,
      access.expiresAt,
      refresh?.hash ?? null,
      refresh?.expiresAt ?? null,
    ],
    client,
  );
}

/** A refresh or access token with the state of its app. */
export type StoredTokenRow = Row<
  'AppToken',
  'kind' | 'key_id' | 'scopes' | 'audience' | 'used_at' | 'expires_at',
  { key_id: ApiKeyId }
> & { client_id: string; is_working: boolean };

/** The token with this hash, used or not; `is_working` says whether its app is neither revoked nor ended. */
export async function findToken(hash: string, at: Date): Promise<StoredTokenRow | null> {
  const rows = await sql<StoredTokenRow>(
    'keys.app_token',
    `SELECT t.kind, t.key_id, t.scopes, t.audience, t.used_at, t.expires_at, k.client_id,
            k.revoked_at IS NULL AND k.expires_at > $2 AS is_working
       FROM app_tokens t JOIN api_keys k ON k.id = t.key_id WHERE t.hash = $1`,
    [hash, at],
  );
  return rows[0] ?? null;
}

/**
 * Exchanges a refresh token for new tokens, in one statement: of two concurrent exchanges the second changes nothing.
 * @param of.scopes of the access token; the refresh token keeps its own (RFC 6749, 6)
 * @returns whether this exchange was the first, and the app works
 */
export async function rotateTokens(of: {
  hash: string;
  scopes: readonly string[];
  access: NewTokenRow;
  refresh: NewTokenRow;
  at: Date;
}): Promise<boolean> {
  const rows = await sql(
    'keys.rotate_app_tokens',
    `WITH used AS (
       UPDATE app_tokens t SET used_at = $2
         FROM api_keys k
        WHERE t.hash = $1 AND t.kind = 'refresh' AND t.used_at IS NULL AND t.expires_at > $2
          AND k.id = t.key_id AND k.revoked_at IS NULL AND k.expires_at > $2
       RETURNING t.key_id, t.audience, t.scopes),
     kept AS (
       UPDATE api_keys k SET expires_at = GREATEST(k.expires_at, $7::timestamptz) FROM used WHERE k.id = used.key_id)
     INSERT INTO app_tokens (hash, key_id, kind, scopes, audience, expires_at)
     SELECT t.hash, used.key_id, t.kind, CASE t.kind WHEN 'access' THEN $3::text[] ELSE used.scopes END, used.audience, t.expires_at
       FROM used, (VALUES ($4::text, 'access', $5::timestamptz), ($6::text, 'refresh', $7::timestamptz)) t(hash, kind, expires_at)
     RETURNING hash`,
    [of.hash, of.at, of.scopes, of.access.hash, of.access.expiresAt, of.refresh.hash, of.refresh.expiresAt],
  );
  return rows.length > 0;
}

/** Ends an app with all its tokens. False when it has ended before. */
export async function revokeApp(app: { appId: string; at: Date }): Promise<boolean> {
  const rows = await sql(
    'keys.revoke_app',
    `UPDATE api_keys SET revoked_at = $2
      WHERE id = $1 AND client_id IS NOT NULL AND revoked_at IS NULL RETURNING id`,
    [app.appId, app.at],
  );
  return rows.length > 0;
}

/** Whether the owner's agents have an app, also an ended one. */
export async function ownsApp(app: { appId: string; ownerId: OwnerId }): Promise<boolean> {
  const rows = await sql(
    'keys.owns_app',
    `SELECT 1 FROM api_keys k JOIN agents a ON a.id = k.agent_id
      WHERE k.id = $1 AND k.client_id IS NOT NULL AND a.owner_id = $2`,
    [app.appId, app.ownerId],
  );
  return rows.length > 0;
}

/** A working app with its agent. */
export type AppRow = Row<
  'ApiKey',
  | 'id'
  | 'name'
  | 'client_id'
  | 'client_host'
  | 'scopes'
  | 'created_at'
  | 'expires_at'
  | 'last_used_at'
  | 'last_used_from',
  { id: ApiKeyId; client_id: string; client_host: string; expires_at: Date }
> & { agent_id: AgentId; agent_name: string };

/** The working apps of an owner's agents, the newest first. */
export async function findAppsOfOwner(of: { ownerId: OwnerId; at: Date; limit: number }): Promise<AppRow[]> {
  return sql<AppRow>(
    'keys.apps_of_owner',
    `SELECT k.id, k.name, k.client_id, k.client_host, k.scopes, k.created_at, k.expires_at, k.last_used_at,
            k.last_used_from, a.id AS agent_id, a.display_name AS agent_name
       FROM agents a JOIN api_keys k ON k.agent_id = a.id
      WHERE a.owner_id = $1 AND k.client_id IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at > $2
      ORDER BY k.created_at DESC, k.id DESC LIMIT $3`,
    [of.ownerId, of.at, of.limit],
  );
}

const DAY_MS = 86_400_000;
/** The activity of an agent names its apps this long after they ended. */
const ENDED_APP_KEPT_DAYS = 90;

registerCleanup({
  name: 'app_tokens',
  // A used refresh token stays until it would have ended, so that a second use is recognised.
  async removeBatch(limit) {
    const { rowCount } = await pool().query(
      `DELETE FROM app_tokens WHERE hash IN (
         SELECT hash FROM app_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
      [now(), limit],
    );
    return rowCount ?? 0;
  },
});

registerCleanup({
  name: 'api_keys of ended apps',
  async removeBatch(limit) {
    const before = new Date(now().getTime() - ENDED_APP_KEPT_DAYS * DAY_MS);
    const { rowCount } = await pool().query(
      `DELETE FROM api_keys WHERE id IN (
         SELECT id FROM api_keys WHERE client_id IS NOT NULL AND LEAST(revoked_at, expires_at) < $1
          ORDER BY LEAST(revoked_at, expires_at) LIMIT $2)`,
      [before, limit],
    );
    return rowCount ?? 0;
  },
});
