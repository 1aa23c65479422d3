import { AsyncResource } from 'node:async_hooks';

/** What commits changed, for the other processes. */
export interface Change {
  /** Names of streams with new events. */
  streams: readonly string[];
  /** Messages as they are sent. */
  texts: readonly string[];
}

/** One process sends at most one wake-up in this time; what is added meanwhile shares the next one. */
const INTERVAL_MS = 10;
/**
 * After a wake-up of this many changes the process is busy: each wake-up costs the database and all other processes the same,
 * whatever it contains, so it waits longer.
 */
const BUSY_CHANGES = 4;
const BUSY_INTERVAL_MS = 20;

/** The timer of the process: a test that stops the clock for one part does not stop the wake-ups of the others. */
const startTimer = globalThis.setTimeout;

interface Waiter {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Collects what changed and sends it together: the first change in the turn in which it is added, later ones after the
 * interval, which is longer while the process is busy. Equal changes are sent once. Only one wake-up is on its way at a time.
 */
export class WakeUps {
  readonly #send: (change: Change) => Promise<void>;
  /** Wake-ups belong to no caller: their statements run outside of the context of the change that came first. */
  readonly #scope = new AsyncResource('WakeUps');
  #streams = new Set<string>();
  #texts = new Set<string>();
  #waiters: Waiter[] = [];
  #isSending = false;
  #isScheduled = false;
  /** When the next wake-up may be sent. */
  #dueAtMs = Number.NEGATIVE_INFINITY;
  #idleWaiters: (() => void)[] = [];

  /** @param send sends one wake-up; rejects when it may not have been sent */
  constructor(send: (change: Change) => Promise<void>) {
    this.#send = send;
  }

  /** Queues a change; resolves when it has been sent. @throws what `send` throws */
  add({ streams, texts }: Change): Promise<void> {
    for (const stream of streams) this.#streams.add(stream);
    for (const text of texts) this.#texts.add(text);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when nothing is queued or being sent. */
  async idle(): Promise<void> {
    if (this.#waiters.length === 0 && !this.#isSending) return;
    await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isSending) return;
    this.#isScheduled = true;
    // In the same turn, but after what this turn still adds.
    if (this.#restMs <= 0) queueMicrotask(() => this.#flushWhenDue());
    else startTimer(() => this.#flushWhenDue(), this.#restMs);
  }

  /** Until the next wake-up may be sent. */
  get #restMs(): number {
    return this.#dueAtMs - performance.now();
  }

  #flushWhenDue(): void {
    // A timer may fire a millisecond early.
    if (this.#restMs > 0) startTimer(() => this.#flushWhenDue(), 1);
    else this.#scope.runInAsyncScope(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    const change = { streams: [...this.#streams], texts: [...this.#texts] };
    const waiters = this.#waiters;
    this.#streams = new Set();
    this.#texts = new Set();
    this.#waiters = [];
    this.#isScheduled = false;
    this.#isSending = true;
    this.#dueAtMs = performance.now() + (waiters.length < BUSY_CHANGES ? INTERVAL_MS : BUSY_INTERVAL_MS);
    try {
      await this.#send(change);
      for (const { resolve } of waiters) resolve();
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
    this.#isSending = false;
    if (this.#waiters.length > 0) this.#schedule();
    else for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
