import { Counter, Gauge, Histogram } from 'prom-client';
import { AppError } from './errors';
import { once } from './globals';
import { metrics } from './metrics';
import { TokenBuckets } from './token-bucket';

export interface FairQueueOptions {
  /** Unique in the process; the label of its metrics. */
  name: string;
  /** What runs, in words, for errors: `exports`. */
  what: string;
  /** Running work: in all, of a key, and of a second key (absent: no bound). */
  maxRunning: number;
  maxRunningPerKey: number;
  maxRunningPerSecondKey?: number;
  /**
   * Instead of `maxRunningPerKey` while others have work in this process, in whichever queue, and for a second after it.
   * Default: the same.
   */
  maxRunningPerKeyShared?: number;
  /**
   * While others have work, a key waits after its work for so many times as long as it took; others have its place meanwhile.
   * Default 0.
   */
  restShared?: number;
  /**
   * So much work of a key has no rests, so that only who works on and on is slowed down. It comes back with time, as slowly as the
   * rests would let the key work. Default 0.
   */
  freeWorkMs?: number;
  /** A key rests only while this is true, such as while the event loop is busy. Default: always. */
  restsWhile?: () => boolean;
  /** Places of `maxRunning` that only work with `isReserved` takes. Default none. */
  reserved?: number;
  /** Waiting work of a key; more is refused. Default 0: nothing waits. */
  maxWaitingPerKey?: number;
  /** Work that waits longer is refused. Default: it waits until it runs or is cancelled. */
  maxWaitMs?: number;
  /** Time limit of a piece of work; then its signal aborts, and its place is free when it has ended or 5 s later. Default none. */
  timeoutMs?: number;
  /** Instead of those 5 s. */
  graceMs?: number;
}

/** Who the work is for. */
export interface Place {
  /** Work of a key shares the places of this key: `owner:…`, `address:…`. */
  key: string;
  /** A second bound that the work counts under, for example its host. */
  secondKey?: string | null | undefined;
  /** May use the reserved places, and starts before other work. */
  isReserved?: boolean | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** Frees a place; a second call does nothing. */
export type Release = () => void;

interface Waiting {
  place: Place;
  sinceMs: number;
  start: (release: Release) => void;
}

/** Waiting work of a key, in the order of its calls. */
type Line = Set<Waiting>;

const RETRY_AFTER_S = 1;
const GRACE_MS = 5_000;
/** Another key counts as present for this long after it took a place. */
const SHARED_MS = 1_000;
const MAX_REST_MS = 1_000;
const WAIT_BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Bounded work of many callers: each key has a share of the places, and keys with waiting work take turns, so that one key
 * with much work delays another only by the work that already runs. Rows that wait in the database ask `tryEnter`, and are
 * left where they are when it refuses.
 */
export class FairQueue {
  readonly options: Readonly<FairQueueOptions>;
  readonly #running = new Map<string, number>();
  readonly #runningOfSecond = new Map<string, number>();
  /** Keys with waiting work; the first has its turn. */
  readonly #reservedLines = new Map<string, Line>();
  readonly #lines = new Map<string, Line>();
  /** The work in ms that keys may still do without a rest; null where none rests. */
  readonly #freeWork: TokenBuckets | null;
  #aloneTimer: NodeJS.Timeout | null = null;
  #total = 0;
  #ordinary = 0;

  constructor(options: FairQueueOptions) {
    const { restShared = 0, freeWorkMs = 0 } = options;
    this.options = options;
    const size = { perSecond: 1_000 / (1 + restShared), burst: freeWorkMs, maxDebt: MAX_REST_MS };
    this.#freeWork = restShared > 0 ? new TokenBuckets(size) : null;
    instances().add(this);
  }

  /** Leaves the queue out of the metrics: for one that is replaced. */
  forget(): void {
    instances().delete(this);
  }

  /** Whether the key has as much running work as it may. */
  isShareFull(key: string): boolean {
    return (this.#running.get(key) ?? 0) >= this.#maxOfKey();
  }

  #maxOfKey(): number {
    const { maxRunningPerKey, maxRunningPerKeyShared = maxRunningPerKey } = this.options;
    return maxRunningPerKeyShared !== maxRunningPerKey && isShared() ? maxRunningPerKeyShared : maxRunningPerKey;
  }

  get running(): number {
    return this.#total;
  }

  get waiting(): number {
    const count = (lines: Map<string, Line>) => [...lines.values()].reduce((sum, line) => sum + line.size, 0);
    return count(this.#reservedLines) + count(this.#lines);
  }

  /** Keys with running work, and keys and second keys without a free place: a query for waiting rows leaves those out. */
  usage(): { running: string[]; full: string[]; fullSecond: string[] } {
    const { maxRunningPerSecondKey = Number.POSITIVE_INFINITY } = this.options;
    const maxRunningPerKey = this.#maxOfKey();
    const atLeast = (counts: Map<string, number>, max: number) =>
      [...counts].flatMap(([key, count]) => (count >= max ? [key] : []));
    return {
      running: [...this.#running.keys()],
      full: atLeast(this.#running, maxRunningPerKey),
      fullSecond: atLeast(this.#runningOfSecond, maxRunningPerSecondKey),
    };
  }

  /** Whether no place is free for any caller; with `isReserved`, for reserved work. */
  isFull({ isReserved = false }: { isReserved?: boolean } = {}): boolean {
    const { maxRunning, reserved = 0 } = this.options;
    return this.#total >= maxRunning || (!isReserved && this.#ordinary >= maxRunning - reserved);
  }

  /** Takes a place now; null when there is none. */
  tryEnter(place: Place): Release | null {
    noticeWork(place.key);
    if (this.#isBlocked(place)) return null;
    return this.#take(place);
  }

  /**
   * Waits for a place. The caller frees it.
   * @throws RATE_LIMITED when the key has too much work, and SERVICE_UNAVAILABLE when others have: because too much waits, or after
   * `maxWaitMs` · the reason of `signal`
   */
  async enter(place: Place): Promise<Release> {
    place.signal?.throwIfAborted();
    const release = this.tryEnter(place);
    if (release) {
      numbers().waited.observe({ queue: this.options.name }, 0);
      return release;
    }
    return this.#wait(place);
  }

  /**
   * Runs `work` in a place. Its signal aborts with the caller's and at the time limit.
   * @throws what `enter` and `work` throw · SERVICE_UNAVAILABLE when the work goes on after the time limit
   */
  async run<T>(place: Place, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    const release = await this.enter(place);
    try {
      const { timeoutMs } = this.options;
      return timeoutMs === undefined ? await work(place.signal) : await this.#withTimeLimit(timeoutMs, place, work);
    } finally {
      release();
    }
  }

  #isBlocked(place: Place): boolean {
    const { maxRunningPerSecondKey = Number.POSITIVE_INFINITY } = this.options;
    const { key, secondKey, isReserved } = place;
    if (this.isFull({ isReserved: isReserved ?? false })) return true;
    if (this.isShareFull(key)) return true;
    return secondKey != null && (this.#runningOfSecond.get(secondKey) ?? 0) >= maxRunningPerSecondKey;
  }

  #take(place: Place): Release {
    this.#changeTotal(place, 1);
    this.#changeKeys(place, 1);
    const { restShared = 0 } = this.options;
    const startedMs = restShared > 0 ? performance.now() : 0;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#changeTotal(place, -1);
      const restMs = restShared * this.#countWork(place.key, startedMs);
      if (restMs === 0 || !this.#needsRests()) this.#changeKeys(place, -1);
      else setTimeout(() => this.#endRest(place), Math.min(MAX_REST_MS, restMs)).unref();
      this.#startNext();
    };
  }

  #needsRests(): boolean {
    return isShared() && (this.options.restsWhile?.() ?? true);
  }

  #endRest(place: Place): void {
    this.#changeKeys(place, -1);
    this.#startNext();
  }

  #changeTotal({ isReserved }: Place, by: 1 | -1): void {
    this.#total += by;
    if (!isReserved) this.#ordinary += by;
  }

  #changeKeys({ key, secondKey }: Place, by: 1 | -1): void {
    count(this.#running, key, by);
    if (secondKey != null) count(this.#runningOfSecond, secondKey, by);
  }

  /** The part of a piece of work that is beyond what its key may do without a rest, in ms. */
  #countWork(key: string, startedMs: number): number {
    const nowMs = performance.now();
    return this.#freeWork?.of(key).charge(nowMs, nowMs - startedMs) ?? 0;
  }

  #wait(place: Place): Promise<Release> {
    const { maxWaitingPerKey = 0, maxWaitMs } = this.options;
    const lines = place.isReserved ? this.#reservedLines : this.#lines;
    const line = lines.get(place.key) ?? new Set();
    if (line.size >= maxWaitingPerKey) throw this.#refuse(place);
    lines.set(place.key, line);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        place.signal?.removeEventListener('abort', leave);
        line.delete(waiting);
        if (line.size === 0 && lines.get(place.key) === line) lines.delete(place.key);
      };
      const waiting: Waiting = {
        place,
        sinceMs: performance.now(),
        start: (release) => {
          end();
          numbers().waited.observe({ queue: this.options.name }, (performance.now() - waiting.sinceMs) / 1000);
          resolve(release);
        },
      };
      const leave = () => {
        end();
        reject(place.signal?.reason);
      };
      const refuse = () => {
        end();
        reject(this.#refuse(place));
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(refuse, maxWaitMs);
      place.signal?.addEventListener('abort', leave, { once: true });
      line.add(waiting);
      this.#startWhenAlone(Math.max(1, sharedLeftMs()));
    });
  }

  /**
   * A key may have more again when the others are gone: no release of a place says so, the time does.
   * @param leftMs as it was before places were given, because time passes between two looks at the clock
   */
  #startWhenAlone(leftMs: number): void {
    if (this.options.maxRunningPerKeyShared === undefined || this.#aloneTimer !== null) return;
    if (leftMs <= 0 || this.waiting === 0) return;
    this.#aloneTimer = setTimeout(() => {
      this.#aloneTimer = null;
      const leftNowMs = sharedLeftMs();
      this.#startNext();
      this.#startWhenAlone(leftNowMs);
    }, leftMs + 1);
    this.#aloneTimer.unref();
  }

  /** Starts waiting work while there are places: reserved work first, then one piece of each key in turn. */
  #startNext(): void {
    while (this.#startOneOf(this.#reservedLines) || this.#startOneOf(this.#lines));
  }

  #startOneOf(lines: Map<string, Line>): boolean {
    for (const [key, line] of lines) {
      const next = [...line].find(({ place }) => !this.#isBlocked(place));
      if (!next) {
        if (this.isFull({ isReserved: lines === this.#reservedLines })) return false;
        continue;
      }
      lines.delete(key);
      lines.set(key, line);
      next.start(this.#take(next.place));
      return true;
    }
    return false;
  }

  async #withTimeLimit<T>(
    timeoutMs: number,
    place: Place,
    work: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController();
    const signal = place.signal ? AbortSignal.any([place.signal, limit.signal]) : limit.signal;
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const text = `This took longer than ${Math.ceil(timeoutMs / 1000)} s and was stopped.`;
        const error = new AppError('SERVICE_UNAVAILABLE', text, { retryAfterS: RETRY_AFTER_S });
        limit.abort(error);
        timer = setTimeout(reject, this.options.graceMs ?? GRACE_MS, error);
      }, timeoutMs);
    });
    try {
      return await Promise.race([work(signal), timedOut]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** RATE_LIMITED where the key's own work is in the way, else SERVICE_UNAVAILABLE. */
  #refuse({ key }: Place): AppError {
    const { name, what } = this.options;
    const maxRunningPerKey = this.#maxOfKey();
    numbers().refused.inc({ queue: name });
    if (!this.isShareFull(key)) {
      const text = `All places for ${what} are taken. Try again in a moment.`;
      return new AppError('SERVICE_UNAVAILABLE', text, { retryAfterS: RETRY_AFTER_S });
    }
    return new AppError('RATE_LIMITED', `At most ${maxRunningPerKey} ${what} at a time. Wait until one has ended.`, {
      retryAfterS: RETRY_AFTER_S,
      details: { name, limit: maxRunningPerKey, remaining: 0, reset_s: RETRY_AFTER_S },
    });
  }
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}

/** Keys of callers, as `shareOf` makes them; other keys are of the platform's own work. */
const CALLER = /^(owner|agent|address):/;

/** Whose work the process has: two callers that alternate share it. */
const presence = once('fair_queues.presence', () => ({
  lastKey: null as string | null,
  sharedUntilMs: Number.NEGATIVE_INFINITY,
}));

function noticeWork(key: string): void {
  if (key === presence.lastKey || !CALLER.test(key)) return;
  if (presence.lastKey !== null) presence.sharedUntilMs = performance.now() + SHARED_MS;
  presence.lastKey = key;
}

const sharedLeftMs = (): number => presence.sharedUntilMs - performance.now();
const isShared = (): boolean => sharedLeftMs() > 0;

const queues = () => once('fair_queues', () => new Map<string, FairQueue>());
const instances = () => once('fair_queues.instances', () => new Set<FairQueue>());

/** The queue of this process with the name, made at the first call. */
export function fairQueue(options: FairQueueOptions): FairQueue {
  const existing = queues().get(options.name);
  if (existing) return existing;
  numbers();
  const queue = new FairQueue(options);
  queues().set(options.name, queue);
  return queue;
}

/** What the queues show in the metrics, by queue and never by key. */
const numbers = () =>
  once('fair_queues.numbers', () => {
    const { registers } = metrics();
    const labelNames = ['queue'] as const;
    const gauge = (name: string, help: string, read: (queue: FairQueue) => number) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const queue of instances()) this.inc({ queue: queue.options.name }, read(queue));
        },
      });
    gauge('botplay_queue_running', 'Work that runs, by queue.', ({ running }) => running);
    gauge('botplay_queue_waiting', 'Work that waits for a place, by queue.', ({ waiting }) => waiting);
    return {
      refused: new Counter({
        name: 'botplay_queue_refused_total',
        help: 'Work that was refused because its key had too much or it waited too long, by queue.',
        labelNames,
        registers,
      }),
      waited: new Histogram({
        name: 'botplay_queue_wait_seconds',
        help: 'Time that work waited for its place, by queue.',
        labelNames,
        buckets: WAIT_BUCKETS,
        registers,
      }),
    };
  });
