import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import type { AuthMethod } from './client-metadata';

export type ClientRow = Row<
  'OauthClient',
  'id' | 'name' | 'redirect_uris' | 'auth_method' | 'secret_hash' | 'refreshes' | 'created_at',
  { auth_method: AuthMethod }
>;

export async function insertClient(row: ClientRow): Promise<void> {
  await sql(
    'oauth.insert_client',
    `INSERT INTO oauth_clients (id, name, redirect_uris, auth_method, secret_hash, refreshes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.name, row.redirect_uris, row.auth_method, row.secret_hash, row.refreshes, row.created_at],
  );
}

export async function findClient(id: string): Promise<ClientRow | null> {
  const rows = await sql<ClientRow>(
    'oauth.client',
    `SELECT id, name, redirect_uris, auth_method, secret_hash, refreshes, created_at FROM oauth_clients WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Notes that a person agreed to a client; nothing happens for one with a metadata document. */
export async function markAgreed(client: Queryable, id: string, at: Date): Promise<void> {
  await sql('oauth.mark_agreed', 'UPDATE oauth_clients SET agreed_at = $2 WHERE id = $1', [id, at], client);
}

const DAY_MS = 86_400_000;
/** Anybody may register a client: one to which nobody agrees is gone soon. */
const UNUSED_KEPT_DAYS = 2;
const AGREED_KEPT_DAYS = 180;

registerCleanup({
  name: 'oauth_clients',
  async removeBatch(limit) {
    const ago = (days: number) => new Date(now().getTime() - days * DAY_MS);
    const { rowCount } = await pool().query(
      `DELETE FROM oauth_clients WHERE id IN (
         SELECT c.id FROM oauth_clients c
          WHERE c.created_at < $1 AND (c.agreed_at IS NULL OR (c.agreed_at < $2 AND NOT EXISTS (
                  SELECT 1 FROM api_keys k WHERE k.client_id = c.id AND k.revoked_at IS NULL AND k.expires_at > $3)))
          ORDER BY c.created_at LIMIT $4)`,
      [ago(UNUSED_KEPT_DAYS), ago(AGREED_KEPT_DAYS), now(), limit],
    );
    return rowCount ?? 0;
  },
});
