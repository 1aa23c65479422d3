import { limitOfShare, QUOTA_NAMES, QUOTA_SHARES, type QuotaShare, quotaOf } from '@/lib/domain/limits';

/** A quota as the page of the limits shows it; null where a share has no limit here. */
interface QuotaLine extends Record<QuotaShare, number | null> {
  name: string;
  what: string;
  /** The window in seconds; null: what there is at a time. */
  windowS: number | null;
  above: string;
}

/** Every quota with the numbers that hold on this server. */
export function describeQuotas(): QuotaLine[] {
  return QUOTA_NAMES.map((name) => {
    const { what, windowS, above } = quotaOf(name);
    const [agent = null, owner = null, address = null] = QUOTA_SHARES.map((share) => limitOfShare(name, share));
    return { name, what, windowS, above, agent, owner, address };
  });
}
