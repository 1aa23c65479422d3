import { Deferred, type MaybeDeferred } from '@/lib/core/deferred';
import { once } from '@/lib/core/globals';

interface Draining {
  begun: boolean;
  listeners: Set<() => void>;
}

const draining = () => once<Draining>('transport.draining', () => ({ begun: false, listeners: new Set() }));

/** A caller that may go away. */
export interface Leaving {
  /**
   * Calls the listener when the caller goes away before the answer is complete. Returns the way to stop listening. Costs
   * less than a signal.
   */
  onGone(listener: () => void): () => void;
}

/** A signal for work that may wait. */
export interface LinkedSignal {
  signal: AbortSignal;
  abort(): void;
  /** Call it when the work is over: until then the sources keep the signal alive. */
  release(): void;
}

/**
 * A signal that aborts with one of the sources, or when this process begins to drain: waiting calls then answer with
 * what they have and streams end cleanly. Not `AbortSignal.any`, which leaves an entry for each call on a source that
 * lives as long as the process (60 bytes a call with Node 20).
 */
export function abortOnDrain(...sources: readonly (AbortSignal | Leaving)[]): LinkedSignal {
  const { begun, listeners } = draining();
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (begun) abort();
  listeners.add(abort);
  const stops = sources.map((source) => ('onGone' in source ? source.onGone(abort) : onAbort(source, abort)));
  return {
    signal: controller.signal,
    abort,
    release() {
      listeners.delete(abort);
      for (const stop of stops) stop();
    },
  };
}

/**
 * The life of one call that may wait: it ends when its caller goes away, when this process begins to drain, and by `end`. What the call
 * defers ends with it. Costs nothing until the call waits.
 */
export class WaitingLife {
  readonly #client: Leaving;
  #linked: LinkedSignal | null = null;
  #deferred: Deferred<unknown> | null = null;
  #stopListening: (() => void) | null = null;
  #hasEnded = false;

  constructor(client: Leaving) {
    this.#client = client;
  }

  /** Aborts at the end, for work that is not deferred. Made on first use. */
  get signal(): AbortSignal {
    this.#linked ??= abortOnDrain(this.#client);
    if (this.#hasEnded) this.#linked.abort();
    return this.#linked.signal;
  }

  /** Runs the work of the call. */
  async during<T>(work: () => Promise<MaybeDeferred<T>>): Promise<MaybeDeferred<T>> {
    try {
      const value = await work();
      if (value instanceof Deferred) return this.#endWithLife(value);
      this.release();
      return value;
    } catch (thrown) {
      this.release();
      throw thrown;
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.#linked?.abort();
    this.#deferred?.end();
  }

  #endWithLife<T>(deferred: Deferred<T>): Deferred<T> {
    this.#deferred = deferred;
    const { begun, listeners } = draining();
    const end = () => this.end();
    listeners.add(end);
    const stop = this.#client.onGone(end);
    this.#stopListening = () => {
      listeners.delete(end);
      stop();
    };
    if (begun || this.#hasEnded) this.end();
    return deferred.finally(() => this.release());
  }

  /** Leaves nothing of the call behind. */
  protected release(): void {
    this.#linked?.release();
    this.#stopListening?.();
  }
}

/** Calls the listener when the signal aborts, or immediately. Returns the way to stop listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** Begins the drain, which cannot be undone. */
export function startDrain(): void {
  const self = draining();
  self.begun = true;
  for (const listener of self.listeners) listener();
}

/** Signals that wait for the drain: for tests of what is released. */
export function waitingForDrain(): number {
  return draining().listeners.size;
}
