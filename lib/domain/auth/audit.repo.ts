import { agentStream, type StreamEvent } from '@/lib/core/stream';
import { sql, transaction } from '@/lib/data/database';
import { appendEvents } from '@/lib/events';

export interface AuditRow {
  id: string;
  agentId: string;
  apiKeyId: string;
  credentialId: string;
  tool: string;
  transport: string;
  outcome: string;
  durationUs: number;
  address: string | null;
  /** HTTP status. */
  status: number;
  message: string | null;
  /** Shape of the arguments, without values. */
  arguments: string | null;
  sessionId: string | null;
  experienceId: string | null;
  at: Date;
}

/** Last use is kept this coarse, so that a busy agent does not rewrite its key's row five times a second. */
const LAST_USED_STEP = '5 seconds';

const INSERT_CALLS = `
  WITH calls AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS c(id uuid, "agentId" uuid, "apiKeyId" uuid, "credentialId" text,
           tool text, transport text, outcome text, "durationUs" int, address text, status int, message text,
           arguments text, "sessionId" uuid, "experienceId" uuid, at timestamptz)),
  added AS (
    INSERT INTO audit_entries (id, agent_id, credential_id, api_key_id, address, tool, transport, outcome, status, message,
                               arguments, session_id, experience_id, duration_us, at)
    SELECT id, "agentId", "credentialId", "apiKeyId", address, tool, transport, outcome, status, message,
           arguments, "sessionId", "experienceId", "durationUs", at FROM calls),
  touched AS (
    UPDATE api_keys k SET last_used_at = c.at, last_used_from = c.address
      FROM (SELECT DISTINCT ON ("apiKeyId") * FROM calls ORDER BY "apiKeyId", at DESC) c
     WHERE k.id = c."apiKeyId" AND (k.last_used_at IS NULL OR k.last_used_at < c.at - interval '${LAST_USED_STEP}'
           OR (k.last_used_from IS DISTINCT FROM c.address AND k.last_used_at <= c.at)))
  UPDATE agents a SET first_call_at = c.at
    FROM (SELECT DISTINCT ON ("agentId") * FROM calls ORDER BY "agentId", at, id) c
   WHERE a.id = c."agentId" AND a.first_call_at IS NULL
  RETURNING a.id, c.tool, c.transport, c.at`;

/**
 * Writes a batch of calls in one statement: the lines themselves, when and from where each key was last used, and for
 * agents that had never called before the time; these get an event in the same transaction.
 * @returns the appended events, to be published.
 */
export async function insertCalls(calls: readonly AuditRow[]): Promise<StreamEvent[]> {
  return transaction(async (client) => {
    const newcomers = await sql<{ id: string; tool: string; transport: string; at: Date }>(
      'auth.insert_calls',
      INSERT_CALLS,
      [JSON.stringify(calls)],
      client,
    );
    const appended: StreamEvent[] = [];
    for (const { id, tool, transport, at } of newcomers) {
      const data = { agent_id: id, tool, transport, called_at: at };
      appended.push(...(await appendEvents(client, agentStream(id), [{ type: 'first_call', data }])));
    }
    return appended;
  });
}

/** Deletes up to `limit` lines from before a time. Returns how many. */
export async function deleteCallsBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'auth.delete_calls_before',
    `WITH gone AS (DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE at < $1 LIMIT $2) RETURNING 1)
     SELECT count(*) AS n FROM gone`,
    [before, limit],
  );
  return rows[0]?.n ?? 0;
}
