import { LRUCache } from 'lru-cache';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { FrameLimit } from './frame-limit';

/** Of one address: a class of students behind one router stays below. */
const MAX_CONNECTIONS = 100;
const MAX_FRAMES = { perSecond: 150, burst: 4_000 };
const MAX_ADDRESSES = 10_000;

/** What the connections of one address use together in this process. Without limits in the embedded set-up. */
class AddressUse {
  #connections = 0;
  readonly #frames = new FrameLimit(MAX_FRAMES, performance.now());

  get mayConnect(): boolean {
    return !env().production || this.#connections < MAX_CONNECTIONS;
  }

  open(): void {
    this.#connections++;
  }

  close(): void {
    this.#connections--;
  }

  /** Counts a frame. False when it is one too many. */
  takeFrame(): boolean {
    return !env().production || this.#frames.take(performance.now());
  }
}

const uses = () => once('relay.addresses', () => new LRUCache<string, AddressUse>({ max: MAX_ADDRESSES }));

/** What an address uses now. */
export function useOfAddress(address: string): AddressUse {
  const use = uses().get(address) ?? new AddressUse();
  uses().set(address, use);
  return use;
}
