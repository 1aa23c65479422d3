import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';

const MAX_ENTRIES = 200;
/** A value is read again after this time, although no change was announced: rows may be written by other programs. */
const MAX_AGE_MS = 10_000;
const MAX_AGE_WITHOUT_BUS_MS = 1_000;
/** A value about this many experiences is renewed after the answer; others are always current. */
const LARGE_CATALOG = 5_000;

/** A value, and when it was read. */
interface Entry<Value> {
  value: Value;
  version: number;
  madeAtMs: number;
  renewal: Promise<Value> | null;
}

export type Entries<Value> = LRUCache<string, Entry<Value> | Promise<Value>>;

/** Empty entries, bounded by their number and by the sum of their sizes. */
export function makeEntries<Value>(bounds: { maxSize: number; sizeOf: (value: Value) => number }): Entries<Value> {
  return new LRUCache({
    max: MAX_ENTRIES,
    maxSize: bounds.maxSize,
    sizeCalculation: (entry) => (entry instanceof Promise ? 1 : Math.max(1, bounds.sizeOf(entry.value))),
  });
}

/**
 * What was computed over the catalog, by set of filters, until the catalog changes. One for each name and process. What is
 * large is computed again at most every `minRenewalMs`.
 */
export function catalogCache<Value extends { total: number }>(
  name: string,
  options: { makeEntries: () => Entries<Value>; minRenewalMs: number },
): CatalogCache<Value> {
  return once(name, () => new CatalogCache(options.makeEntries(), options.minRenewalMs));
}

/** `total` of a value is how many experiences it is about. */
class CatalogCache<Value extends { total: number }> {
  readonly #entries: Entries<Value>;
  readonly #minRenewalMs: number;
  /** Raised by every change of the catalog. */
  #version = 0;

  constructor(entries: Entries<Value>, minRenewalMs: number) {
    this.#entries = entries;
    this.#minRenewalMs = minRenewalMs;
    const change = () => {
      this.#version++;
    };
    onBroadcast('catalog', change);
    onReconnect(change);
  }

  /** The value of a key, read when there is none that is current. */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#entries.get(key);
    if (cached instanceof Promise) return cached;
    const nowMs = Date.now();
    if (cached && this.#isCurrent(cached, nowMs)) return cached.value;
    if (cached && cached.value.total >= LARGE_CATALOG) {
      this.#renewLater(key, read, cached, nowMs);
      return cached.value;
    }
    const making = this.#renew(key, read);
    this.#entries.set(key, making);
    making.catch(() => this.#entries.peek(key) === making && this.#entries.delete(key));
    return making;
  }

  #isCurrent({ version, madeAtMs }: Entry<Value>, nowMs: number): boolean {
    const maxAgeMs = busHealthy() ? MAX_AGE_MS : MAX_AGE_WITHOUT_BUS_MS;
    return version === this.#version && nowMs - madeAtMs < maxAgeMs;
  }

  async #renew(key: string, read: () => Promise<Value>): Promise<Value> {
    const version = this.#version;
    const value = await read();
    this.#entries.set(key, { value, version, madeAtMs: Date.now(), renewal: null });
    return value;
  }

  #renewLater(key: string, read: () => Promise<Value>, stale: Entry<Value>, nowMs: number): void {
    if (stale.renewal || nowMs - stale.madeAtMs < this.#minRenewalMs) return;
    stale.renewal = this.#renew(key, read);
    stale.renewal.catch((error: unknown) => {
      stale.renewal = null;
      log.warn({ err: error, key }, 'could not renew what is cached of the catalog');
    });
  }
}
