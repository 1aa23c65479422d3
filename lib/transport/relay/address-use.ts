import { LRUCache } from 'lru-cache';
import { env } from '@/lib/core/env';
import { type FairQueue, fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { TokenBucket } from '@/lib/core/token-bucket';

/** Of one address: a class of students behind one router stays below. */
const MAX_CONNECTIONS = 100;
const MAX_FRAMES = { perSecond: 150, burst: 4_000 };
const MAX_ADDRESSES = 10_000;

/** What the connections of one address use together in this process. Without limits in the embedded set-up. */
class AddressUse {
  readonly #frames = new TokenBucket(MAX_FRAMES, performance.now());

  /** Counts a frame. False when it is one too many. */
  takeFrame(): boolean {
    return !env().production || this.#frames.take(performance.now());
  }
}

/** Connections of this process; the key is the address. */
export const relayPlaces = (): FairQueue =>
  fairQueue({
    name: 'relay_connections',
    what: 'connections',
    maxRunning: 50_000,
    maxRunningPerKey: env().production ? MAX_CONNECTIONS : 50_000,
  });

const uses = () => once('relay.addresses', () => new LRUCache<string, AddressUse>({ max: MAX_ADDRESSES }));

/** What an address uses now. */
export function useOfAddress(address: string): AddressUse {
  const use = uses().get(address) ?? new AddressUse();
  uses().set(address, use);
  return use;
}
