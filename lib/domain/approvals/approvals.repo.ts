import { uuidAt } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';

export { type Queryable, transaction } from '@/lib/data/database';

export const APPROVAL_STATUSES = ['pending', 'approved', 'declined', 'used', 'expired'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** The call that an approval is for. */
export interface CallKey {
  agentId: string;
  tool: string;
  argumentsHash: string;
}

/** An approval as its owner sees it. */
export type ApprovalRow = Row<
  'Approval',
  | 'id'
  | 'agent_id'
  | 'tool'
  | 'arguments'
  | 'argument_shape'
  | 'status'
  | 'requested_at'
  | 'decided_at'
  | 'used_at'
  | 'expires_at',
  { status: ApprovalStatus }
> & {
  agent_name: string;
  /** The end of long arguments, of which `arguments` is the beginning; else null. */
  arguments_end: string | null;
  arguments_length: number | null;
};

/** Uses an approval of the call up. Of racing calls one gets its id, the others null. */
export async function useApproval(key: CallKey, at: Date): Promise<string | null> {
  const rows = await sql<{ id: string }>(
    'approvals.use_approval',
    `UPDATE approvals SET status = 'used', used_at = $4
      WHERE id = (
        SELECT id FROM approvals WHERE agent_id = $1 AND tool = $2 AND arguments_hash = $3
           AND status = 'approved' AND expires_at > $4
         ORDER BY decided_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [key.agentId, key.tool, key.argumentsHash, at],
  );
  return rows[0]?.id ?? null;
}

/** Lets an approval count again whose call was not made. */
export async function giveApprovalBack(id: string): Promise<void> {
  await sql(
    'approvals.give_approval_back',
    "UPDATE approvals SET status = 'approved', used_at = NULL WHERE id = $1 AND status = 'used'",
    [id],
  );
}

/** The pending request of a call: the one that exists, else a new one. Requests that nobody decided in time expire here. */
export async function requestApproval(
  client: Queryable,
  wanted: CallKey & { id: string; arguments: string; argumentShape: string | null; at: Date; expiresAt: Date },
): Promise<{ id: string; expiresAt: Date; isNew: boolean }> {
  await sql(
    'approvals.expire_approval',
    `UPDATE approvals SET status = 'expired', arguments = NULL
      WHERE agent_id = $1 AND tool = $2 AND arguments_hash = $3 AND status = 'pending' AND expires_at <= $4`,
    [wanted.agentId, wanted.tool, wanted.argumentsHash, wanted.at],
    client,
  );
  const rows = await sql<{ id: string; expires_at: Date }>(
    'approvals.request_approval',
    `INSERT INTO approvals AS p (id, agent_id, tool, arguments_hash, arguments, argument_shape, status, requested_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7, $8)
     ON CONFLICT (agent_id, tool, arguments_hash) WHERE status = 'pending' DO UPDATE SET tool = p.tool
     RETURNING id, expires_at`,
    [
      wanted.id,
      wanted.agentId,
      wanted.tool,
      wanted.argumentsHash,
      wanted.arguments,
      wanted.argumentShape,
      wanted.at,
      wanted.expiresAt,
    ],
    client,
  );
  const row = rows[0] as { id: string; expires_at: Date };
  return { id: row.id, expiresAt: row.expires_at, isNew: row.id === wanted.id };
}

/** The agent of $3 for each of its requests that waits, but one: for its quota. @param $4 the time @param $5 that one */
export const OTHER_PENDING =
  "SELECT agent_id FROM approvals WHERE agent_id = $3 AND status = 'pending' AND expires_at > $4 AND id <> $5";

/** The status of an approval. */
export async function findStatus(id: string): Promise<ApprovalStatus | null> {
  const rows = await sql<{ status: ApprovalStatus }>(
    'approvals.approval_status',
    'SELECT status FROM approvals WHERE id = $1',
    [id],
  );
  return rows[0]?.status ?? null;
}

/** The statuses of some of the approvals of an owner's agents, by id; those that expired are `expired`. */
export async function findStatuses(of: {
  ownerId: string;
  ids: readonly string[];
  at: Date;
}): Promise<{ id: string; status: ApprovalStatus }[]> {
  return sql(
    'approvals.statuses',
    `SELECT p.id, CASE WHEN p.status IN ('pending', 'approved') AND p.expires_at <= $3 THEN 'expired' ELSE p.status END AS status
       FROM approvals p JOIN agents a ON a.id = p.agent_id WHERE a.owner_id = $1 AND p.id = ANY ($2::uuid[])`,
    [of.ownerId, of.ids, of.at],
  );
}

/** Decides a pending request of an owner's agent that has not expired. Returns its agent, or null. */
export async function decide(
  client: Queryable,
  of: { id: string; ownerId: string; status: 'approved' | 'declined'; at: Date; expiresAt: Date },
): Promise<{ agent_id: string; tool: string } | null> {
  const rows = await sql<{ agent_id: string; tool: string }>(
    'approvals.decide',
    `UPDATE approvals p SET status = $3, decided_at = $4, expires_at = $5, arguments = NULL
       FROM agents a
      WHERE p.id = $1 AND a.id = p.agent_id AND a.owner_id = $2 AND p.status = 'pending' AND p.expires_at > $4
     RETURNING p.agent_id, p.tool`,
    [of.id, of.ownerId, of.status, of.at, of.expiresAt],
    client,
  );
  return rows[0] ?? null;
}

/** Arguments that are longer are listed by their beginning and their end. */
const MAX_LISTED_CHARACTERS = 8_000;
const HALF = MAX_LISTED_CHARACTERS / 2;

const IS_LONG = `length(p.arguments) > ${MAX_LISTED_CHARACTERS}`;

/** @param whole whether the arguments are wanted at any length */
const selectApprovals = (whole: boolean) => `
  SELECT p.id, p.agent_id, a.display_name AS agent_name, p.tool, p.argument_shape, length(p.arguments) AS arguments_length,
         ${whole ? 'p.arguments' : `CASE WHEN ${IS_LONG} THEN left(p.arguments, ${HALF}) ELSE p.arguments END AS arguments`},
         ${whole ? 'NULL' : `CASE WHEN ${IS_LONG} THEN right(p.arguments, ${HALF}) END`} AS arguments_end,
         CASE WHEN p.status IN ('pending', 'approved') AND p.expires_at <= $2 THEN 'expired' ELSE p.status END AS status,
         p.requested_at, p.decided_at, p.used_at, p.expires_at
    FROM approvals p JOIN agents a ON a.id = p.agent_id WHERE a.owner_id = $1`;

/** An approval of an owner's agent with its whole arguments, or null. */
export async function findApproval(of: { id: string; ownerId: string; at: Date }): Promise<ApprovalRow | null> {
  const rows = await sql<ApprovalRow>('approvals.approval', `${selectApprovals(true)} AND p.id = $3`, [
    of.ownerId,
    of.at,
    of.id,
  ]);
  return rows[0] ?? null;
}

/** The requests of an owner's agents, newest first. */
export async function findApprovals(of: { ownerId: string; at: Date; limit: number }): Promise<ApprovalRow[]> {
  return sql<ApprovalRow>('approvals.approvals', `${selectApprovals(false)} ORDER BY p.requested_at DESC LIMIT $3`, [
    of.ownerId,
    of.at,
    of.limit,
  ]);
}

/** Removes the arguments of up to `limit` requests that expired. Returns how many. */
export async function expireApprovals(at: Date, limit: number): Promise<number> {
  const rows = await sql(
    'approvals.expire_approvals',
    `UPDATE approvals SET status = 'expired', arguments = NULL WHERE id IN (
       SELECT id FROM approvals WHERE status = 'pending' AND expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [at, limit],
  );
  return rows.length;
}

/** Deletes up to `limit` requests from before a time, the oldest first by their ids. Returns how many. */
export async function deleteApprovalsBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'approvals.delete_approvals',
    `DELETE FROM approvals WHERE id IN (
       SELECT id FROM approvals WHERE id < $1 AND requested_at < $2 ORDER BY id LIMIT $3) RETURNING 1`,
    [uuidAt(before.getTime()), before, limit],
  );
  return rows.length;
}

registerDeletion('approvals', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM approvals WHERE agent_id = $1', [agentId]);
  },
});

registerExport('approvals', {
  'agents/approvals': {
    about: 'Calls about which the owner was asked, and the decisions.',
    rows: `SELECT id, agent_id, tool, argument_shape, status, requested_at, decided_at, used_at, expires_at
      FROM approvals
      WHERE agent_id = ANY ($2)`,
  },
});
