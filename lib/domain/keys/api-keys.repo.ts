import type { AgentId, ApiKeyId, OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Fields, Row } from '@/lib/data/row';

export { type Queryable, transaction } from '@/lib/data/database';

export type NewKeyRow = Fields<
  'ApiKey',
  'id' | 'agentId' | 'name' | 'hash' | 'prefix' | 'scopes' | 'expiresAt',
  { id: ApiKeyId; agentId: AgentId; scopes: readonly string[] }
>;

/** A key as a rotation returns it. */
export type OwnedKeyRow = Row<
  'ApiKey',
  'id' | 'agent_id' | 'name' | 'scopes' | 'expires_at',
  { id: ApiKeyId; agent_id: AgentId }
>;

const OWNED_KEY = 'k.id, k.agent_id, k.name, k.scopes, k.expires_at';

/** Adds a key. Its time is the database's, as that of claims is, because the two are compared. */
export async function insertKey(key: NewKeyRow, on?: Queryable): Promise<void> {
  await sql(
    'keys.insert_key',
    `INSERT INTO api_keys (id, agent_id, name, hash, prefix, scopes, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [key.id, key.agentId, key.name, key.hash, key.prefix, key.scopes, key.expiresAt],
    on,
  );
}

/**
 * Replaces a working key of the owner's by a successor with the same name, scopes and expiry, in one statement: of two
 * concurrent rotations the second finds nothing.
 * @returns the successor, or null when the owner has no such key or it has been replaced, revoked or has expired.
 */
export async function replaceOwnedKey(key: {
  keyId: string;
  ownerId: OwnerId;
  successor: Pick<NewKeyRow, 'id' | 'hash' | 'prefix'>;
  at: Date;
  /** When the old key stops working; it is revoked immediately when that is `at`. */
  endsAt: Date;
}): Promise<OwnedKeyRow | null> {
  const rows = await sql<OwnedKeyRow>(
    'keys.replace_owned_key',
    `WITH old AS (
       SELECT ${OWNED_KEY} FROM api_keys k JOIN agents a ON a.id = k.agent_id
        WHERE k.id = $1 AND a.owner_id = $2 AND k.client_id IS NULL AND k.revoked_at IS NULL
          AND k.replaced_by_id IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > $6::timestamptz)
          FOR UPDATE OF k),
     ended AS (
       UPDATE api_keys k SET replaced_by_id = $3::uuid, expires_at = LEAST(k.expires_at, $7::timestamptz),
              revoked_at = CASE WHEN $7::timestamptz <= $6::timestamptz THEN $6::timestamptz END
         FROM old WHERE k.id = old.id)
     INSERT INTO api_keys AS k (id, agent_id, name, hash, prefix, scopes, expires_at)
     SELECT $3::uuid, agent_id, name, $4, $5, scopes, expires_at FROM old
     RETURNING ${OWNED_KEY}`,
    [key.keyId, key.ownerId, key.successor.id, key.successor.hash, key.successor.prefix, key.at, key.endsAt],
  );
  return rows[0] ?? null;
}

/** Revokes a key of one of the owner's agents; a revoked key keeps its time. False when there is no such key. */
export async function revokeOwnedKey(key: { keyId: string; ownerId: OwnerId; at: Date }): Promise<boolean> {
  const rows = await sql(
    'keys.revoke_owned_key',
    `UPDATE api_keys k SET revoked_at = COALESCE(k.revoked_at, $3)
       FROM agents a WHERE k.id = $1 AND k.client_id IS NULL AND a.id = k.agent_id AND a.owner_id = $2 RETURNING k.id`,
    [key.keyId, key.ownerId, key.at],
  );
  return rows.length > 0;
}

/** Whether the key exists and belongs to one of the owner's agents. */
export async function ownsKey(key: { keyId: string; ownerId: OwnerId }): Promise<boolean> {
  const rows = await sql(
    'keys.owns_key',
    'SELECT 1 FROM api_keys k JOIN agents a ON a.id = k.agent_id WHERE k.id = $1 AND k.client_id IS NULL AND a.owner_id = $2',
    [key.keyId, key.ownerId],
  );
  return rows.length > 0;
}

/** A key as its owner sees it. */
export type KeySummaryRow = Fields<
  'ApiKey',
  | 'id'
  | 'name'
  | 'prefix'
  | 'scopes'
  | 'createdAt'
  | 'lastUsedAt'
  | 'lastUsedFrom'
  | 'expiresAt'
  | 'revokedAt'
  | 'replacedById'
>;

/** The agent of each key that works: what `requireQuota` counts. Its parameter is the time. */
export const WORKING_BY_AGENT = `SELECT k.agent_id FROM api_keys k
   WHERE k.client_id IS NULL AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $3)`;

/** More than an agent may have that work. */
const MAX_LISTED = 200;

/** The keys of an agent, those that work first, then the newest, without their hashes. Apps are not keys. */
export async function findKeysOfAgent(agentId: AgentId, at: Date): Promise<KeySummaryRow[]> {
  return sql<KeySummaryRow>(
    'keys.of_agent',
    `SELECT id, name, prefix, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt",
            last_used_from AS "lastUsedFrom", expires_at AS "expiresAt", revoked_at AS "revokedAt",
            replaced_by_id AS "replacedById"
       FROM api_keys WHERE agent_id = $1 AND client_id IS NULL
      ORDER BY (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)) DESC, created_at DESC, id DESC
      LIMIT ${MAX_LISTED}`,
    [agentId, at],
  );
}

registerDeletion('keys', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM api_keys WHERE agent_id = $1', [agentId]);
  },
});

registerExport('keys', {
  'agents/keys': {
    about: 'Keys and connected apps, without the keys.',
    rows: `SELECT id, agent_id, name, prefix, scopes, client_id, client_host, expires_at, revoked_at, last_used_at,
      last_used_from, created_at
      FROM api_keys
      WHERE agent_id = ANY ($2)`,
  },
});
