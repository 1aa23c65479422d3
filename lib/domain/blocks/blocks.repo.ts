import { pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';

export type BlockRow = Row<'Block', 'blocked_agent_id' | 'created_at'> & { display_name: string };

/** Agents and people that an owner may block at the most. */
const MAX_BLOCKS = 1_000;

/**
 * Blocks the owner of an agent or a person, or the agent itself where it has none. `unknown`: no such agent. `own`: of the owner.
 * `full`: the owner has blocked as many as one may.
 */
export async function insertBlock(of: {
  ownerId: string;
  agentId: string;
  at: Date;
}): Promise<'blocked' | 'unknown' | 'own' | 'full'> {
  const rows = await sql<{ found: boolean; own: boolean; added: boolean; repeated: boolean }>(
    'blocks.insert',
    `WITH other AS (SELECT id, owner_id, COALESCE(owner_id, id) AS subject_id FROM agents WHERE id = $2 AND deleted_at IS NULL),
          added AS (
            INSERT INTO blocks (owner_id, subject_id, blocked_agent_id, created_at)
            SELECT $1, subject_id, id, $3 FROM other
             WHERE owner_id IS DISTINCT FROM $1 AND (SELECT count(*) FROM blocks WHERE owner_id = $1) < ${MAX_BLOCKS}
            ON CONFLICT (owner_id, subject_id) DO NOTHING RETURNING 1)
     SELECT EXISTS (SELECT 1 FROM other) AS found, EXISTS (SELECT 1 FROM other WHERE owner_id = $1) AS own,
            EXISTS (SELECT 1 FROM added) AS added,
            EXISTS (SELECT 1 FROM blocks b JOIN other o ON b.subject_id = o.subject_id WHERE b.owner_id = $1) AS repeated`,
    [of.ownerId, of.agentId, of.at],
  );
  const { found, own, added, repeated } = rows[0] as (typeof rows)[number];
  if (!found) return 'unknown';
  if (own) return 'own';
  return added || repeated ? 'blocked' : 'full';
}

/** Ends the block of the owner of an agent, or of the agent. False when there is none. */
export async function deleteBlock(of: { ownerId: string; agentId: string }): Promise<boolean> {
  const rows = await sql(
    'blocks.delete',
    `DELETE FROM blocks b USING agents a
     WHERE b.owner_id = $1 AND a.id = $2 AND b.subject_id IN (a.id, a.owner_id) RETURNING 1`,
    [of.ownerId, of.agentId],
  );
  return rows.length > 0;
}

/** Whom an owner has blocked, the newest first. */
export async function findBlocks(ownerId: string): Promise<BlockRow[]> {
  return sql<BlockRow>(
    'blocks.of_owner',
    `SELECT b.blocked_agent_id, b.created_at, a.display_name FROM blocks b JOIN agents a ON a.id = b.blocked_agent_id
     WHERE b.owner_id = $1 ORDER BY b.created_at DESC, b.subject_id LIMIT ${MAX_BLOCKS}`,
    [ownerId],
  );
}

/** Whether an agent and one of the others have blocked each other, in either direction. */
export async function isBlocked(
  of: { agentId: string; others: readonly string[] },
  on: Queryable = pool(),
): Promise<boolean> {
  const rows = await sql(
    'blocks.between',
    `SELECT 1 FROM agents me JOIN agents other ON other.id = ANY ($2::uuid[])
     JOIN blocks b ON (b.owner_id = me.owner_id AND b.subject_id IN (other.id, other.owner_id))
                   OR (b.owner_id = other.owner_id AND b.subject_id IN (me.id, me.owner_id))
     WHERE me.id = $1 LIMIT 1`,
    [of.agentId, of.others],
    on,
  );
  return rows.length > 0;
}

registerDeletion('blocks', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM blocks WHERE subject_id = $1', [agentId]);
  },
  async deleteForOwner(client, ownerId) {
    await client.query('DELETE FROM blocks WHERE owner_id = $1', [ownerId]);
    await client.query('DELETE FROM blocks WHERE subject_id = $1', [ownerId]);
  },
});

registerExport('blocks', {
  'account/blocks': {
    about: 'Agents whose owners the owner has blocked.',
    rows: `SELECT blocked_agent_id, created_at FROM blocks WHERE owner_id = $1`,
  },
});
