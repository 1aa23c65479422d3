import { toJsonb } from '@/lib/core/json';
import { sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import { holderSql } from '@/lib/domain/quotas';

export type McpSessionRow = Row<
  'McpSession',
  | 'id'
  | 'credential_id'
  | 'agent_id'
  | 'protocol_version'
  | 'client_info'
  | 'capabilities'
  | 'toolsets'
  | 'underscore_names'
  | 'subscriptions',
  { client_info: Record<string, unknown>; capabilities: Record<string, unknown> }
>;

const COLUMNS =
  'id, credential_id, agent_id, protocol_version, client_info, capabilities, toolsets, underscore_names, subscriptions';

/** Inserts many sessions in one statement: sessions that open together cost one round trip. */
export async function insertAll(rows: readonly McpSessionRow[]): Promise<void> {
  await sql(
    'mcp_sessions.insert_all',
    `INSERT INTO mcp_sessions (${COLUMNS})
     SELECT ${COLUMNS} FROM jsonb_to_recordset($1::jsonb) AS row(
       id text, credential_id text, agent_id uuid, protocol_version text, client_info jsonb, capabilities jsonb,
       toolsets text[], underscore_names boolean, subscriptions text[])`,
    [toJsonb(rows)],
  );
}

/**
 * Ends the least recently used sessions of these agents, of their owners and of the addresses that registered them, above
 * a number for each; null: as many as they like. Returns their ids.
 */
export async function deleteAboveQuota(
  agentIds: readonly string[],
  most: { agent: number | null; owner: number | null; address: number | null },
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'mcp_sessions.delete_above_quota',
    `WITH opened AS (
       SELECT DISTINCT a.id, ${holderSql('a')} AS holder, CASE WHEN a.owner_id IS NOT NULL THEN $3::int ELSE $4::int END AS most
       FROM agents a WHERE a.id = ANY ($1::uuid[])),
     surplus AS (
       SELECT s.id FROM opened CROSS JOIN LATERAL (
         SELECT m.id FROM mcp_sessions m WHERE m.agent_id = opened.id
         ORDER BY m.last_seen_at DESC, m.created_at DESC OFFSET COALESCE($2::int, 2147483647)) s
       UNION
       SELECT s.id FROM (SELECT DISTINCT holder, most FROM opened WHERE most IS NOT NULL) h CROSS JOIN LATERAL (
         SELECT m.id FROM agents a JOIN mcp_sessions m ON m.agent_id = a.id WHERE ${holderSql('a')} = h.holder
         ORDER BY m.last_seen_at DESC, m.created_at DESC OFFSET h.most) s)
     DELETE FROM mcp_sessions WHERE id IN (SELECT id FROM surplus) RETURNING id`,
    [agentIds, most.agent, most.owner, most.address],
  );
  return rows.map(({ id }) => id);
}

export async function findById(id: string): Promise<McpSessionRow | null> {
  const rows = await sql<McpSessionRow>('mcp_sessions.find', `SELECT ${COLUMNS} FROM mcp_sessions WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Deletes a session of this credential. Returns whether there was one. */
export async function deleteOwned(id: string, credentialId: string): Promise<boolean> {
  const rows = await sql(
    'mcp_sessions.delete',
    'DELETE FROM mcp_sessions WHERE id = $1 AND credential_id = $2 RETURNING id',
    [id, credentialId],
  );
  return rows.length > 0;
}

/** Adds a subscription unless the session has it, or `limit` others, already. Returns the list, or null when it is full. */
export async function addSubscription(id: string, entry: string, limit: number): Promise<string[] | null> {
  const rows = await sql<{ subscriptions: string[] }>(
    'mcp_sessions.subscribe',
    `UPDATE mcp_sessions SET subscriptions = CASE
       WHEN EXISTS (SELECT 1 FROM unnest(subscriptions) AS entry WHERE split_part(entry, ' ', 1) = split_part($2, ' ', 1))
       THEN subscriptions ELSE subscriptions || $2 END
     WHERE id = $1 AND (cardinality(subscriptions) < $3
       OR EXISTS (SELECT 1 FROM unnest(subscriptions) AS entry WHERE split_part(entry, ' ', 1) = split_part($2, ' ', 1)))
     RETURNING subscriptions`,
    [id, entry, limit],
  );
  return rows[0]?.subscriptions ?? null;
}

/** Removes the subscription to a URI. Returns what remains. */
export async function removeSubscription(id: string, uri: string): Promise<string[]> {
  const rows = await sql<{ subscriptions: string[] }>(
    'mcp_sessions.unsubscribe',
    `UPDATE mcp_sessions SET subscriptions =
       ARRAY(SELECT entry FROM unnest(subscriptions) WITH ORDINALITY AS s(entry, n) WHERE split_part(entry, ' ', 1) <> $2 ORDER BY n)
     WHERE id = $1 RETURNING subscriptions`,
    [id, uri],
  );
  return rows[0]?.subscriptions ?? [];
}

/** Notes that these sessions were used now. */
export async function updateLastSeen(ids: readonly string[]): Promise<void> {
  await sql('mcp_sessions.touch', 'UPDATE mcp_sessions SET last_seen_at = now() WHERE id = ANY ($1)', [ids]);
}

/** Deletes up to `limit` sessions that were not used for `idleS` seconds. Returns how many. */
export async function deleteIdle(idleS: number, limit: number): Promise<number> {
  const rows = await sql(
    'mcp_sessions.delete_idle',
    `DELETE FROM mcp_sessions WHERE id IN (
       SELECT id FROM mcp_sessions WHERE last_seen_at < now() - make_interval(secs => $1) LIMIT $2) RETURNING 1`,
    [idleS, limit],
  );
  return rows.length;
}

registerDeletion('mcp-sessions', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM mcp_sessions WHERE agent_id = $1', [agentId]);
  },
});

registerExport('mcp-sessions', {
  'sessions/mcp_sessions': {
    about: 'Connections by MCP: the client, without the id that opens them.',
    rows: `SELECT agent_id, protocol_version, client_info, capabilities, toolsets, created_at, last_seen_at
      FROM mcp_sessions
      WHERE agent_id = ANY ($2)`,
  },
});
