import type { AgentCaller } from '@/lib/core/caller';

interface Entry {
  caller: AgentCaller;
  /** Unix milliseconds after which the database is asked again. */
  freshUntilMs: number;
}

/**
 * Callers by raw credential, least recently used out first. It never answers for a credential that it does not hold:
 * refusals are not kept, so guesses cannot fill it.
 */
export class CredentialCache {
  readonly #entries = new Map<string, Entry>();
  readonly #capacity: number;
  #generation = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Raised by every drop: a look-up that began before a drop must not be kept after it. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(credential: string, nowMs: number): AgentCaller | null {
    const entry = this.#entries.get(credential);
    if (!entry) return null;
    if (entry.freshUntilMs <= nowMs) {
      this.#entries.delete(credential);
      return null;
    }
    this.#entries.delete(credential);
    this.#entries.set(credential, entry);
    return entry.caller;
  }

  put(credential: string, entry: Entry): void {
    this.#entries.delete(credential);
    this.#entries.set(credential, entry);
    if (this.#entries.size <= this.#capacity) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  /** Forgets every credential of a key (its tokens too) or of an agent. */
  drop(matches: (caller: AgentCaller) => boolean): void {
    this.#generation++;
    for (const [credential, { caller }] of this.#entries) if (matches(caller)) this.#entries.delete(credential);
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
  }
}
