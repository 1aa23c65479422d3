import { quotaExceeded } from '@/lib/core/errors';
import type { Queryable } from '@/lib/data/database';
import { limitOfShare, QUOTA_SHARES, type QuotaName, type QuotaShare, quotaOf } from '@/lib/domain/limits';
import { countOpen, lockHolder } from './quotas.repo';

/**
 * Requires, in the transaction that adds one, that an agent and its owner may have one more of what a quota counts. The
 * calls of one owner wait for each other, so that racing ones never pass the quota together. Two statements.
 * @param of.open SQL that selects the `agent_id` of each open thing; its own parameters, `values`, begin at $3
 * @param of.next what helps
 * @throws QUOTA_EXCEEDED with the share that is used up and its limit
 */
export async function requireQuota(
  client: Queryable,
  of: { name: QuotaName; agentId: string; open: string; values?: readonly unknown[]; next: string },
): Promise<void> {
  if (QUOTA_SHARES.every((share) => limitOfShare(of.name, share) === null)) return;
  const holder = await lockHolder(client, of.name, of.agentId);
  if (!holder) return;
  const used = await countOpen(client, { ...of, holder: holder.holder });
  refuseAbove(of, 'agent', used.ofAgent);
  if (holder.share !== 'agent') refuseAbove(of, holder.share, used.ofHolder);
}

const WHOSE: Record<QuotaShare, string> = {
  agent: 'You have',
  owner: 'The agents of your owner have',
  address: 'The agents without an owner that were registered from your address have',
};

function refuseAbove(of: { name: QuotaName; next: string }, share: QuotaShare, used: number): void {
  const limit = limitOfShare(of.name, share);
  if (limit === null || used < limit) return;
  const message = `${WHOSE[share]} ${limit} ${quotaOf(of.name).what}, the most at a time.`;
  throw quotaExceeded(message, { name: of.name, limit, per: share, next: of.next });
}
