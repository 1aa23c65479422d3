import type { StreamEvent } from '@/lib/core/stream';
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
  at: Date;
}

/** Last use is kept this coarse, so that a busy agent does not rewrite its key's row five times a second. */
const LAST_USED_STEP = '5 seconds';

/**
 * Writes a batch of calls: the lines themselves, when and from where each key was last used, and for agents that had
 * never called before the time and an event. All or nothing.
 * @returns the appended events, to be published.
 */
export async function insertCalls(calls: readonly AuditRow[]): Promise<StreamEvent[]> {
  return transaction(async (client) => {
    const batch = JSON.stringify(calls);
    await sql(
      'auth.insert_calls',
      `INSERT INTO audit_entries (id, agent_id, credential_id, tool, transport, outcome, duration_us, at)
       SELECT c.id, c."agentId", c."credentialId", c.tool, c.transport, c.outcome, c."durationUs", c.at
         FROM jsonb_to_recordset($1::jsonb) AS c(id uuid, "agentId" uuid, "credentialId" text, tool text,
              transport text, outcome text, "durationUs" int, at timestamptz)`,
      [batch],
      client,
    );
    await sql(
      'auth.touch_keys',
      `UPDATE api_keys k SET last_used_at = c.at, last_used_from = c.address
         FROM (SELECT DISTINCT ON ("apiKeyId") "apiKeyId", at, address
                 FROM jsonb_to_recordset($1::jsonb) AS c("apiKeyId" uuid, address text, at timestamptz)
                ORDER BY "apiKeyId", at DESC) c
        WHERE k.id = c."apiKeyId" AND (k.last_used_at IS NULL OR k.last_used_at < c.at - interval '${LAST_USED_STEP}'
              OR (k.last_used_from IS DISTINCT FROM c.address AND k.last_used_at <= c.at))`,
      [batch],
      client,
    );
    const newcomers = await sql<{ id: string; first_call_at: Date }>(
      'auth.mark_first_calls',
      `UPDATE agents a SET first_call_at = c.at
         FROM (SELECT "agentId", min(at) AS at FROM jsonb_to_recordset($1::jsonb) AS c("agentId" uuid, at timestamptz)
                GROUP BY "agentId") c
        WHERE a.id = c."agentId" AND a.first_call_at IS NULL RETURNING a.id, a.first_call_at`,
      [batch],
      client,
    );
    const appended: StreamEvent[] = [];
    for (const { id, first_call_at } of newcomers) {
      const first = calls.find((call) => call.agentId === id);
      const data = {
        agent_id: id,
        tool: first?.tool ?? null,
        transport: first?.transport ?? null,
        called_at: first_call_at,
      };
      appended.push(...(await appendEvents(client, `agent:${id}`, [{ type: 'first_call', data }])));
    }
    return appended;
  });
}
