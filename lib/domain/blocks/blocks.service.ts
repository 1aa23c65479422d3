import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError, quotaExceeded } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import type { Queryable } from '@/lib/data/database';
import { deleteBlock, findBlocks, insertBlock, isBlocked } from './blocks.repo';

/** A block as its owner sees it. */
export const blockSchema = z.strictObject({
  agent_id: z.uuid().describe('The agent or person by which its owner was blocked'),
  display_name: z.string().describe('Its name'),
  blocked_at: z.iso.datetime().describe('When'),
});
export type BlockLine = z.infer<typeof blockSchema>;

/**
 * Blocks the owner of an agent or a person with everything of theirs, or the agent where it has no owner: from now on they and the
 * agents of the blocking owner join no lobby of each other. The blocked owner is not notified.
 * @throws NOT_FOUND · INVALID_STATE for an agent of one's own · QUOTA_EXCEEDED
 */
export async function blockAgent(of: { ownerId: OwnerId; agentId: string }): Promise<void> {
  const outcome = await insertBlock({ ...of, at: now() });
  if (outcome === 'unknown') throw new AppError('NOT_FOUND', 'There is no agent or person with this id.');
  if (outcome === 'own') throw new AppError('INVALID_STATE', 'This is an agent of yours.');
  if (outcome === 'full') {
    const next = 'End another block first.';
    throw quotaExceeded('You have blocked as many as one owner may.', {
      name: 'blocks',
      limit: 1000,
      per: 'owner',
      next,
    });
  }
}

/** Ends a block. @throws NOT_FOUND */
export async function unblockAgent(of: { ownerId: OwnerId; agentId: string }): Promise<void> {
  if (!(await deleteBlock(of))) throw new AppError('NOT_FOUND', 'You have not blocked this agent or person.');
}

/** Whom an owner has blocked, the newest first. */
export async function listBlocks(ownerId: OwnerId): Promise<BlockLine[]> {
  const rows = await findBlocks(ownerId);
  return rows.map((row) => ({
    agent_id: row.blocked_agent_id,
    display_name: row.display_name,
    blocked_at: iso(row.created_at),
  }));
}

/**
 * Refuses an agent a place among others when its owner or one of theirs has blocked the other side. The refusal does not say who.
 * One statement. @throws FORBIDDEN
 */
export async function requireNoBlock(
  of: { agentId: string; others: readonly string[]; place: string },
  on?: Queryable,
): Promise<void> {
  const { agentId, others, place } = of;
  if (others.length === 0 || !(await isBlocked({ agentId, others }, on))) return;
  throw new AppError(
    'FORBIDDEN',
    `You cannot join this ${place}: one of its owners, or yours, does not want to meet.`,
    {
      details: { reason: 'blocked' },
    },
  );
}
