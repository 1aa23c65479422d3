import { LRUCache } from 'lru-cache';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { boundedClient } from './bounded-client';
import type { ExperienceClient } from './experience-client';
import { allowedPrivateHosts, checkUrl, GuardError, refusedAddress } from './guard';
import { type ExperienceTarget, remoteKind } from './kinds';
import { type HttpExchange, ObservedOutbound } from './observed-outbound';
import { OUTBOUND_LIMITS, Outbound, type OutboundLimits } from './outbound';

const MAX_CLIENTS = 1_000;
/** A client that nothing called for this long is closed. Longer than any call may take. */
const MAX_IDLE_MS = 10 * 60_000;
const PURGE_INTERVAL_MS = 60_000;

interface CachedClient {
  address: string;
  client: ExperienceClient;
}

function clients(): LRUCache<string, CachedClient> {
  return once('gateway.clients', () => {
    const cache = new LRUCache<string, CachedClient>({
      max: MAX_CLIENTS,
      ttl: MAX_IDLE_MS,
      updateAgeOnGet: true,
      ttlResolution: 1_000,
      dispose: ({ client }, experienceId) => void closeReplaced(experienceId, client),
    });
    setInterval(() => cache.purgeStale(), PURGE_INTERVAL_MS).unref();
    return cache;
  });
}

/** Calls under way may end: the client is not used any more, but the process continues. */
async function closeReplaced(experienceId: string, client: ExperienceClient): Promise<void> {
  try {
    await client.close(OUTBOUND_LIMITS.timeoutMs);
  } catch (error) {
    log.warn({ err: error, experience: experienceId }, 'could not close a gateway client');
  }
}

/**
 * A client of a remote experience for one user, who closes it. `observe` gets every HTTP request with its answer.
 * @throws EXPERIENCE_UNREACHABLE when the address may not be called.
 */
export function remoteClient(
  target: ExperienceTarget,
  limits: OutboundLimits = { ...OUTBOUND_LIMITS, timeoutMs: env().EXPERIENCE_TIMEOUT_MS },
  observe?: (exchange: HttpExchange) => void,
): ExperienceClient {
  const allowed = allowedPrivateHosts();
  try {
    const url = checkUrl(target.url, { allowed });
    const outbound = observe ? new ObservedOutbound(allowed, limits, observe) : new Outbound(allowed, limits);
    return boundedClient(remoteKind(target.kind).makeClient(outbound, url), limits);
  } catch (thrown) {
    throw thrown instanceof GuardError ? refusedAddress(thrown) : thrown;
  }
}

/**
 * The client of a remote experience, one for each experience and process: every caller shares its connections
 * and has a share of its places. A changed kind or address makes a new client.
 * @throws EXPERIENCE_UNREACHABLE when the address may not be called.
 */
export function sharedRemoteClient(target: ExperienceTarget): ExperienceClient {
  const address = `${target.kind} ${target.url}`;
  const cached = clients().get(target.id);
  if (cached?.address === address) return cached.client;
  const client = remoteClient(target);
  clients().set(target.id, { address, client });
  return client;
}

/** Closes the client of an experience that was deleted. */
export function closeExperienceClient(experienceId: string): void {
  clients().delete(experienceId);
}

/** Closes every client; for a clean stop. */
export async function closeExperienceClients(): Promise<void> {
  const cache = clients();
  const all = [...cache.values()];
  await Promise.allSettled(all.map(({ client }) => client.close()));
  cache.clear();
}
