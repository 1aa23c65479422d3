import { agentStream, type StreamEvent } from '@/lib/core/stream';
import { sql, transaction } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Fields } from '@/lib/data/row';
import { rowsOf } from '@/lib/data/rows';
import { markKeysUsedSql } from '@/lib/domain/keys';
import { markFirstCallsSql } from '@/lib/domain/people';
import { appendEvents } from '@/lib/events/index';

export type AuditRow = Fields<
  'AuditEntry',
  | 'id'
  | 'agentId'
  | 'apiKeyId'
  | 'credentialId'
  | 'tool'
  | 'transport'
  | 'outcome'
  | 'durationUs'
  | 'address'
  | 'status'
  | 'message'
  | 'arguments'
  | 'sessionId'
  | 'experienceId'
  | 'at',
  { apiKeyId: string; status: number }
>;

const LINES = rowsOf<AuditRow>('line', {
  id: ['uuid', ({ id }) => id],
  agent_id: ['uuid', ({ agentId }) => agentId],
  // That of a call with the key itself is the id of the key, which the line has.
  credential_id: ['text', ({ credentialId, apiKeyId }) => (credentialId === `key:${apiKeyId}` ? '' : credentialId)],
  api_key_id: ['uuid', ({ apiKeyId }) => apiKeyId],
  address: ['text', ({ address }) => address],
  tool: ['text', ({ tool }) => tool],
  transport: ['text', ({ transport }) => transport],
  outcome: ['text', ({ outcome }) => outcome],
  status: ['int', ({ status }) => status],
  message: ['text', ({ message }) => message],
  arguments: ['text', ({ arguments: shape }) => shape],
  session_id: ['uuid', ({ sessionId }) => sessionId],
  experience_id: ['uuid', ({ experienceId }) => experienceId],
  duration_us: ['int', ({ durationUs }) => durationUs],
  at: ['timestamptz', ({ at }) => at],
});

/** The last call of each key. */
const USES = rowsOf<AuditRow>('use', {
  api_key_id: ['uuid', ({ apiKeyId }) => apiKeyId],
  address: ['text', ({ address }) => address],
  at: ['timestamptz', ({ at }) => at],
});

/** The first call of each agent. */
const FIRSTS = rowsOf<AuditRow>('first', {
  agent_id: ['uuid', ({ agentId }) => agentId],
  tool: ['text', ({ tool }) => tool],
  transport: ['text', ({ transport }) => transport],
  at: ['timestamptz', ({ at }) => at],
});

const INSERT_CALLS = `
  WITH added AS (
    INSERT INTO audit_entries (id, agent_id, credential_id, api_key_id, address, tool, transport, outcome, status, message,
                               arguments, session_id, experience_id, duration_us, at)
    SELECT line.* FROM ${LINES.from(1)}),
  touched AS (
    ${markKeysUsedSql(USES.from(1 + LINES.width))})
  ${markFirstCallsSql(FIRSTS.from(1 + LINES.width + USES.width))}`;

/**
 * Writes a batch of calls in one statement: the lines themselves, when and from where each key was last used, and for
 * agents that had never called before the time; these get an event in the same transaction.
 * @param calls in the order of their time
 * @returns the appended events, to be published.
 */
export async function insertCalls(calls: readonly AuditRow[]): Promise<StreamEvent[]> {
  const uses = new Map(calls.map((call) => [call.apiKeyId, call]));
  const firsts = new Map(calls.toReversed().map((call) => [call.agentId, call]));
  const parameters = [
    ...LINES.values(calls),
    ...USES.values([...uses.values()]),
    ...FIRSTS.values([...firsts.values()]),
  ];
  return transaction(async (client) => {
    const newcomers = await sql<{ id: string; tool: string; transport: string; at: Date }>(
      'activity.insert_calls',
      INSERT_CALLS,
      parameters,
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

/** Writes a line about what an owner did. */
export async function insertOwnerAct(act: {
  id: string;
  agentId: string;
  ownerId: string;
  act: string;
  message: string;
  experienceId: string;
  at: Date;
}): Promise<void> {
  await sql(
    'activity.insert_owner_act',
    `INSERT INTO audit_entries (id, agent_id, credential_id, tool, transport, outcome, status, message, experience_id, duration_us, at)
     VALUES ($1, $2, $3, $4, 'rest', 'ok', 200, $5, $6, 0, $7)`,
    [act.id, act.agentId, act.ownerId, act.act, act.message, act.experienceId, act.at],
  );
}

/** Deletes up to `limit` lines from before a time. Returns how many. */
export async function deleteCallsBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'activity.delete_calls_before',
    `WITH gone AS (DELETE FROM audit_entries WHERE at < $1 AND (agent_id, at, id) IN (
       SELECT agent_id, at, id FROM audit_entries WHERE at < $1 LIMIT $2) RETURNING 1)
     SELECT count(*) AS n FROM gone`,
    [before, limit],
  );
  return rows[0]?.n ?? 0;
}

registerDeletion('activity', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM audit_entries WHERE agent_id = $1', [agentId]);
  },
});

registerExport('activity', {
  'activity/calls': {
    about: 'Calls of agents; `arguments` has the names and kinds of arguments, no values.',
    rows: `SELECT id, agent_id, api_key_id, address, tool, transport, outcome, status, message, arguments, session_id,
      experience_id, duration_us, at
      FROM audit_entries
      WHERE agent_id = ANY ($2)`,
  },
});
