import { LRUCache } from 'lru-cache';

interface BucketSize {
  /** Tokens that come back each second, until there are `burst`. */
  perSecond: number;
  /** Tokens of a full bucket, which it is at first. */
  burst: number;
  /** How far `charge` goes below zero. Default 0. */
  maxDebt?: number;
}

/** What one caller may still use up, in this process. Times are those of `performance.now`, in ms. */
export class TokenBucket {
  readonly #size: BucketSize;
  #tokens: number;
  #atMs: number;

  constructor(size: BucketSize, nowMs: number) {
    this.#size = size;
    this.#tokens = size.burst;
    this.#atMs = nowMs;
  }

  /** Uses tokens up. False when there are too few, and then none is used. */
  take(nowMs: number, cost = 1): boolean {
    this.#refill(nowMs);
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  /** Uses tokens up for what has happened already. Returns how many of them there were not. */
  charge(nowMs: number, cost: number): number {
    this.#refill(nowMs);
    const missing = Math.min(cost, Math.max(0, cost - this.#tokens));
    this.#tokens = Math.max(-(this.#size.maxDebt ?? 0), this.#tokens - cost);
    return missing;
  }

  /** How long until there are `tokens`, in whole milliseconds. Uses none. */
  msUntil(nowMs: number, tokens: number): number {
    this.#refill(nowMs);
    const missing = tokens - this.#tokens;
    return missing <= 0 ? 0 : Math.ceil((missing / this.#size.perSecond) * 1000);
  }

  #refill(nowMs: number): void {
    const gained = ((nowMs - this.#atMs) / 1000) * this.#size.perSecond;
    this.#tokens = Math.min(this.#size.burst, this.#tokens + gained);
    this.#atMs = nowMs;
  }
}

/** Keys whose buckets are remembered; a forgotten one is full again. */
const MAX_KEYS = 10_000;

/** A bucket of one size for each key. */
export class TokenBuckets {
  readonly #size: BucketSize;
  readonly #byKey = new LRUCache<string, TokenBucket>({ max: MAX_KEYS });

  constructor(size: BucketSize) {
    this.#size = size;
  }

  of(key: string): TokenBucket {
    let bucket = this.#byKey.get(key);
    if (!bucket) {
      bucket = new TokenBucket(this.#size, performance.now());
      this.#byKey.set(key, bucket);
    }
    return bucket;
  }
}
