import { LRUCache } from 'lru-cache';
import { type CredentialChange, onCredentialChange } from '@/lib/domain/accounts';
import { onReconnect } from '@/lib/events/index';

const CAPACITY = 10_000;

interface Entry<Holder> {
  holder: Holder;
  /** Unix milliseconds after which the database is asked again. */
  freshUntilMs: number;
}

/**
 * Who may act, by a text that finds them: callers by the hash of their credential, so that no credential is in memory after its
 * call, and agents by their id. Only those that may are cached, so guesses cannot fill it.
 */
export class CredentialCache<Holder extends object> {
  readonly #entries: LRUCache<string, Entry<Holder>>;
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

  /** The holder, while the database need not be asked. */
  get(key: string, nowMs: number): Holder | null {
    const entry = this.#entries.get(key);
    return entry && entry.freshUntilMs > nowMs ? entry.holder : null;
  }

  /** Whether the holder might act when it was last checked, also if it must be checked again. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  put(key: string, entry: Entry<Holder>): void {
    this.#entries.set(key, entry);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Evicts every credential of a key (its tokens too) or of an agent. */
  evict(matches: (holder: Holder) => boolean): void {
    this.#generation++;
    const stale = [...this.#entries.entries()].filter(([, { holder }]) => matches(holder));
    for (const [key] of stale) this.#entries.delete(key);
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
  }
}

/** A cache that forgets a holder when a change concerns it, and all of them when the bus has missed changes. */
export function cacheUntilChanges<Holder extends object>(
  concerns: (change: CredentialChange, holder: Holder) => boolean,
): CredentialCache<Holder> {
  const cache = new CredentialCache<Holder>(CAPACITY);
  onCredentialChange((change) => cache.evict((holder) => concerns(change, holder)));
  onReconnect(() => cache.clear());
  return cache;
}
