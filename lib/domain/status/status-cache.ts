import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import type { SiteStatus } from './status.schema';

/** A status is measured at most this often, however many ask. */
const CACHE_MS = 10_000;

const cache = () =>
  once('status.cache', (): { kept: { atMs: number; status: Promise<SiteStatus> } | null } => ({ kept: null }));

/** The status that was made in the last ten seconds, or a new one. `make` never rejects. */
export function keepStatus(make: () => Promise<SiteStatus>): Promise<SiteStatus> {
  const atMs = now().getTime();
  const { kept } = cache();
  if (kept && atMs - kept.atMs < CACHE_MS) return kept.status;
  const status = make();
  cache().kept = { atMs, status };
  return status;
}

/** Makes the next reader in this process measure again: an administrator sees what they have written. */
export function forgetStatus(): void {
  cache().kept = null;
}
