import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { broadcastHint, onBroadcast } from '@/lib/events';
import type { SiteStatus } from './status.schema';

/** A status is measured at most this often, however many ask. */
const CACHE_MS = 10_000;

const TOPIC = 'status_changes';

const cache = () =>
  once('status.cache', () => {
    const store: { kept: { atMs: number; status: Promise<SiteStatus> } | null } = { kept: null };
    onBroadcast(TOPIC, () => {
      store.kept = null;
    });
    return store;
  });

/** The status that was made in the last ten seconds, or a new one. `make` never rejects. */
export function keepStatus(make: () => Promise<SiteStatus>): Promise<SiteStatus> {
  const atMs = now().getTime();
  const { kept } = cache();
  if (kept && atMs - kept.atMs < CACHE_MS) return kept.status;
  const status = make();
  cache().kept = { atMs, status };
  return status;
}

/** Makes the next reader of every process measure again: visitors see what an administrator has written. */
export async function forgetStatus(): Promise<void> {
  await broadcastHint(TOPIC, {});
}
