import { LRUCache } from 'lru-cache';
import type { AgentCaller } from '@/lib/core/caller';

interface Entry {
  caller: AgentCaller;
  /** Unix milliseconds after which the database is asked again. */
  freshUntilMs: number;
}

/**
 * Callers by the hash of their credential, so that no credential is in memory after its call. Only working credentials are
 * cached, so guesses cannot fill it.
 */
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

  /** The caller, while the database need not be asked. */
  get(hash: string, nowMs: number): AgentCaller | null {
    const entry = this.#entries.get(hash);
    return entry && entry.freshUntilMs > nowMs ? entry.caller : null;
  }

  /** Whether the credential worked when it was last checked, also if it must be checked again. */
  has(hash: string): boolean {
    return this.#entries.has(hash);
  }

  put(hash: string, entry: Entry): void {
    this.#entries.set(hash, entry);
  }

  delete(hash: string): void {
    this.#entries.delete(hash);
  }

  /** Evicts every credential of a key (its tokens too) or of an agent. */
  evict(matches: (caller: AgentCaller) => boolean): void {
    this.#generation++;
    const stale = [...this.#entries.entries()].filter(([, { caller }]) => matches(caller));
    for (const [hash] of stale) this.#entries.delete(hash);
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
  }
}
