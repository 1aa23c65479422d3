import { LRUCache } from 'lru-cache';
import type { AgentCaller } from '@/lib/core/caller';

interface Entry {
  caller: AgentCaller;
  /** Unix milliseconds after which the database is asked again. */
  freshUntilMs: number;
}

/** Callers by raw credential. Only working credentials are cached, so guesses cannot fill it. */
export class CredentialCache {
  readonly #entries: LRUCache<string, Entry>;
  #generation = 0;

  constructor(capacity: number) {
    this.#entries = new LRUCache({ max: capacity });
  }

  /** Raised by every eviction: a look-up that began before one must not be cached after it. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(credential: string, nowMs: number): AgentCaller | null {
    const entry = this.#entries.get(credential);
    if (!entry) return null;
    if (entry.freshUntilMs > nowMs) return entry.caller;
    this.#entries.delete(credential);
    return null;
  }

  put(credential: string, entry: Entry): void {
    this.#entries.set(credential, entry);
  }

  /** Evicts every credential of a key (its tokens too) or of an agent. */
  evict(matches: (caller: AgentCaller) => boolean): void {
    this.#generation++;
    const stale = [...this.#entries.entries()].filter(([, { caller }]) => matches(caller));
    for (const [credential] of stale) this.#entries.delete(credential);
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
  }
}
