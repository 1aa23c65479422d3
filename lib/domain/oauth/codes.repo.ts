import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import type { AgentId, ApiKeyId, OwnerId } from '@/lib/core/ids';
import { pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import type { Row } from '@/lib/data/row';

export { transaction } from '@/lib/data/database';

type CodeIds = { owner_id: OwnerId; agent_id: AgentId; key_id: ApiKeyId | null };
export type CodeRow = Row<
  'OauthCode',
  | 'hash'
  | 'client_id'
  | 'client_name'
  | 'client_host'
  | 'refreshes'
  | 'redirect_uri'
  | 'code_challenge'
  | 'audience'
  | 'scopes'
  | 'owner_id'
  | 'agent_id'
  | 'expires_at'
  | 'used_at'
  | 'key_id',
  CodeIds
>;

export async function insertCode(client: Queryable, code: Omit<CodeRow, 'used_at' | 'key_id'>): Promise<void> {
  await sql(
    'oauth.insert_code',
    `INSERT INTO oauth_codes (hash, client_id, client_name, client_host, refreshes, redirect_uri, code_challenge, audience,
                              scopes, owner_id, agent_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      code.hash,
      code.client_id,
      code.client_name,
      code.client_host,
      code.refreshes,
      code.redirect_uri,
      code.code_challenge,
      code.audience,
      code.scopes,
      code.owner_id,
      code.agent_id,
      code.expires_at,
    ],
    client,
  );
}

/** Takes a code that was not used and has not ended: of two concurrent exchanges the second waits and finds nothing. */
export async function takeCode(client: Queryable, hash: string, at: Date): Promise<CodeRow | null> {
  const rows = await sql<CodeRow>(
    'oauth.take_code',
    'UPDATE oauth_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING *',
    [hash, at],
    client,
  );
  return rows[0] ?? null;
}

/** Notes the app that a code became, so that a second exchange can end it. */
export async function noteApp(client: Queryable, hash: string, appId: ApiKeyId): Promise<void> {
  await sql('oauth.note_app', 'UPDATE oauth_codes SET key_id = $2 WHERE hash = $1', [hash, appId], client);
}

/** The app that a used code became; null for an unused or unknown code, or that of another client. */
export async function findAppOfCode(hash: string, clientId: string): Promise<ApiKeyId | null> {
  const rows = await sql<{ key_id: ApiKeyId | null }>(
    'oauth.app_of_code',
    'SELECT key_id FROM oauth_codes WHERE hash = $1 AND client_id = $2 AND used_at IS NOT NULL',
    [hash, clientId],
  );
  return rows[0]?.key_id ?? null;
}

/** The agent of every other working app: what `requireQuota` counts. Its parameters are the agent, the client and the time. */
export const OTHER_APPS_BY_AGENT = `
  SELECT k.agent_id FROM api_keys k
   WHERE k.client_id IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at > $5
     AND NOT (k.agent_id = $3 AND k.client_id = $4)`;

const HOUR_MS = 3_600_000;

registerCleanup({
  name: 'oauth_codes',
  // A used code stays for an hour, so that a second exchange is recognised.
  async removeBatch(limit) {
    const { rowCount } = await pool().query(
      `DELETE FROM oauth_codes WHERE hash IN (
         SELECT hash FROM oauth_codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
      [new Date(now().getTime() - HOUR_MS), limit],
    );
    return rowCount ?? 0;
  },
});

registerDeletion('oauth', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM oauth_codes WHERE agent_id = $1', [agentId]);
  },
  async deleteForOwner(client, ownerId) {
    await client.query('DELETE FROM oauth_codes WHERE owner_id = $1', [ownerId]);
  },
});
