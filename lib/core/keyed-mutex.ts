import { AppError } from './errors';

/** Work that may wait for one key. More means that callers come faster than the work ends. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 1;

/** One lock per key, granted in the order of the calls. Different keys run in parallel. */
export class KeyedMutex {
  readonly #maxWaiting: number;
  /** For each key with running work: what starts the waiting work, in the order of the calls. */
  readonly #lines = new Map<string, Set<() => void>>();

  /** @param options `maxWaiting`: work that may wait for one key, beside what runs; default 1,000 */
  constructor({ maxWaiting = MAX_WAITING }: { maxWaiting?: number } = {}) {
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs `work` while no other work on `key` runs. Without a predecessor it starts synchronously.
   * @param signal ends the wait: `work` then never starts. Work that runs is not stopped.
   * @throws what `work` throws · the reason of `signal` · SERVICE_UNAVAILABLE: too much work waits for the key
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const line = this.#lines.get(key);
    if (line) await this.#wait(line, signal);
    else this.#lines.set(key, new Set());
    try {
      return await work();
    } finally {
      this.#startNext(key);
    }
  }

  #wait(line: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    if (line.size >= this.#maxWaiting) {
      const text = 'Too many calls wait for the same object, so this call did nothing. Try again in a second.';
      throw new AppError('SERVICE_UNAVAILABLE', text, { retryAfterS: RETRY_AFTER_S });
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        line.delete(start);
        reject(signal?.reason);
      };
      line.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #startNext(key: string): void {
    const line = this.#lines.get(key);
    const [start] = line ?? [];
    if (!line || !start) {
      this.#lines.delete(key);
      return;
    }
    line.delete(start);
    start();
  }
}
