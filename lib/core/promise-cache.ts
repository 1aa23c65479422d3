import { LRUCache } from 'lru-cache';

/** Caches what an asynchronous function makes for a key. Concurrent calls share one promise; a rejected one is evicted. */
export class PromiseCache<Value> {
  readonly #promises: LRUCache<string, Promise<Value>>;

  /** @param max number of keys to keep; the least recently used one is evicted */
  constructor(max: number) {
    this.#promises = new LRUCache({ max });
  }

  /** Returns the cached value of `key`, or makes it. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const cached = this.#promises.get(key);
    if (cached) return cached;
    const promise = make();
    this.#promises.set(key, promise);
    promise.catch(() => {
      if (this.#promises.peek(key) === promise) this.#promises.delete(key);
    });
    return promise;
  }
}
