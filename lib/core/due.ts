import { now } from './clock';
import { once } from './globals';
import { log } from './log';
import { observeGauge } from './metrics';

/** Recurring work: the ticker calls it at its due times. */
export interface DueEntry {
  name: string;
  /** The next due time; null when unknown. */
  next?(): Promise<Date | null>;
  /** Does the work that is due, if any. Starts no more work once `stopping` aborts. */
  fire(stopping: AbortSignal): Promise<unknown>;
  /** The longest time between two calls of `fire`: a process that died may not have announced a due time. */
  maxSleepMs: number;
  /** Time from the start of the process to the first call: work that can wait must not delay the first calls. */
  firstAfterMs?: number;
  /** Whether each process that answers does it, beside those that do what falls due. */
  isOfEveryProcess?: boolean;
  /** Announces each due time that this process sets. */
  signal?: DueSignal;
  /** Resolves when the work that `fire` has started, and does not wait for, has ended. */
  finished?(): Promise<unknown>;
}

type DueListener = (due: Date) => void;

/** Notifies the ticker of this process of due times that the process has just stored. */
export class DueSignal {
  readonly #name: string;

  /** @param name unique in the process */
  constructor(name: string) {
    this.#name = `due_signal:${name}`;
  }

  get #listeners(): Set<DueListener> {
    return once(this.#name, () => new Set<DueListener>());
  }

  /** Notifies of a due time. */
  announce(due: Date): void {
    for (const listener of this.#listeners) listener(due);
  }

  /** Calls the listener with every announced due time. Returns a function that unsubscribes. */
  subscribe(listener: DueListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** Beyond it the row that failed longest ago is tried again, so that memory is bounded. */
const MAX_FAILING = 1_000;

interface Failure {
  count: number;
  /** Unix time in milliseconds. */
  retryAtMs: number;
}

const failingByName = () =>
  once('due_rows', () => {
    const byName = new Map<string, Map<string, Failure>>();
    observeGauge(
      'botplay_due_rows_failing',
      'Rows whose due work failed in this process and is tried again later.',
      () => [...byName.values()].reduce((sum, failing) => sum + failing.size, 0),
    );
    return byName;
  });

/**
 * Due work on rows, each of which may fail alone: a row that fails is tried again later and later, up to every ten minutes,
 * and meanwhile the others go on. Its first failure is logged as an error, its recovery as information.
 */
export class DueRows {
  readonly #name: string;

  /** @param name what is done, for logs: `matches.close` */
  constructor(name: string) {
    this.#name = name;
  }

  get #failing(): Map<string, Failure> {
    const byName = failingByName();
    const failing = byName.get(this.#name) ?? new Map<string, Failure>();
    byName.set(this.#name, failing);
    return failing;
  }

  /** Ids of rows that failed and are not tried yet: a query for due rows leaves them out. */
  postponed(): string[] {
    const atMs = now().getTime();
    return [...this.#failing].flatMap(([id, { retryAtMs }]) => (retryAtMs > atMs ? [id] : []));
  }

  /** When the next row that is postponed is tried again; null when none is. A query finds those that are due again. */
  nextRetry(): Date | null {
    const atMs = now().getTime();
    // Where another process did the work meanwhile, the row does not come again.
    for (const [id, { retryAtMs }] of this.#failing) if (retryAtMs < atMs - MAX_PAUSE_MS) this.#failing.delete(id);
    const times = [...this.#failing.values()].map(({ retryAtMs }) => retryAtMs).filter((retryMs) => retryMs > atMs);
    return times.length > 0 ? new Date(Math.min(...times)) : null;
  }

  /** When a row that failed is tried again; null for another row. */
  retryAt(id: string): Date | null {
    const failure = this.#failing.get(id);
    return failure ? new Date(failure.retryAtMs) : null;
  }

  /** Runs the work of one row, unless the row is postponed. Never throws. Returns undefined when it did not succeed. */
  async attempt<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    const before = this.#failing.get(id);
    if (before && before.retryAtMs > now().getTime()) return undefined;
    try {
      const result = await work();
      if (this.#failing.delete(id)) log.info({ work: this.#name, id }, 'due work succeeded after failures');
      return result;
    } catch (error) {
      this.#postpone(id, (before?.count ?? 0) + 1, error);
      return undefined;
    }
  }

  /** Runs the work of each row, one after the other, until `stopping` aborts. Returns how many succeeded. */
  async attemptEach(
    ids: readonly string[],
    work: (id: string) => Promise<unknown>,
    stopping?: AbortSignal,
  ): Promise<number> {
    let succeeded = 0;
    for (const id of ids) {
      if (stopping?.aborted) break;
      const outcome = await this.attempt(id, async () => {
        await work(id);
        return true;
      });
      if (outcome) succeeded++;
    }
    return succeeded;
  }

  #postpone(id: string, count: number, error: unknown): void {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS);
    this.#failing.delete(id);
    this.#failing.set(id, { count, retryAtMs: now().getTime() + pauseMs });
    const [oldest] = this.#failing.keys();
    if (this.#failing.size > MAX_FAILING && oldest !== undefined) this.#failing.delete(oldest);
    const fields = { err: error, work: this.#name, id, failures: count, retry_ms: pauseMs };
    if (count === 1) log.error(fields, 'due work on a row failed and will be tried again');
    else log.debug(fields, 'due work on a row failed again');
  }
}
