import { AppError, toAppError } from './errors';
import { log } from './log';
import { type Span, tracing } from './tracing';

/** Seconds after which a caller should look again. */
const RETRY_AFTER_S = 2;

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  /** From its place in the queue to its result; only while the process traces. */
  span?: Span | undefined;
}

export interface BatchOptions<Item, Result> {
  /** Items with the same key never share a batch: the later one waits for the next. Unset: any items may. */
  keyOf?(item: Item): string;
  /** Sends a batch; returns one result per item, in the same order. */
  send(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether it does no harm that an item takes effect twice. Unset: a batch whose outcome is unknown is not sent again. */
  isRepeatHarmless?: true;
  /** Maximum number of items per batch. */
  maxItems: number;
  /** Maximum number of batches sent at the same time. */
  maxInFlight: number;
}

/**
 * Collects items into batches: under load many items share one round trip and one disk flush; a single item is sent
 * immediately. A batch that was refused is sent again item by item, so that one bad item fails only its own caller. When
 * the answer was lost, all fail, with an error that says that the outcome is unknown.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>;
  #queue: Entry<Item, Result>[] = [];
  #inFlight = 0;
  #idleWaiters: (() => void)[] = [];

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options;
  }

  /** Queues an item; resolves with its result. @throws what `send` throws for this item alone; SERVICE_UNAVAILABLE */
  add(item: Item): Promise<Result> {
    const span = tracing()?.startSpan('batch', { kind: 'internal' });
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject, span });
      if (this.#queue.length === 1) queueMicrotask(() => this.#drain());
    });
  }

  /** Resolves when no item is queued or being sent. */
  async idle(): Promise<void> {
    if (this.#queue.length === 0 && this.#inFlight === 0) return;
    await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  #drain(): void {
    while (this.#queue.length > 0 && this.#inFlight < this.#options.maxInFlight) {
      this.#inFlight++;
      void this.#send(this.#takeBatch()).finally(() => {
        this.#inFlight--;
        this.#drain();
      });
    }
    if (this.#queue.length === 0 && this.#inFlight === 0) for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }

  #takeBatch(): Entry<Item, Result>[] {
    const { keyOf, maxItems } = this.#options;
    if (!keyOf) return this.#queue.splice(0, maxItems);
    const batch = new Map<string, Entry<Item, Result>>();
    const rest: Entry<Item, Result>[] = [];
    for (const entry of this.#queue) {
      const key = keyOf(entry.item);
      if (batch.size < maxItems && !batch.has(key)) batch.set(key, entry);
      else rest.push(entry);
    }
    this.#queue = rest;
    return [...batch.values()];
  }

  async #send(batch: Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await sendTraced(batch, () => this.#options.send(batch.map(({ item }) => item)));
      for (const [index, { resolve, span }] of batch.entries()) {
        span?.end();
        resolve(results[index] as Result);
      }
    } catch (error) {
      const [only] = batch;
      if (!this.#options.isRepeatHarmless && isOutcomeUnknown(error)) {
        for (const { reject, span } of batch) {
          span?.end('SERVICE_UNAVAILABLE');
          reject(outcomeUnknown(error));
        }
        return;
      }
      if (batch.length === 1) {
        only?.span?.end(toAppError(error).code);
        return only?.reject(error);
      }
      log.warn({ err: error, items: batch.length }, 'a batch failed; sending its items one by one');
      for (const entry of batch) await this.#send([entry]);
    }
  }
}

/**
 * Sends a batch in the span of its first item, whose trace has the statements; the spans of the others name it. The caller of
 * this function may be an earlier batch, whose trace this is not.
 */
function sendTraced<Sent>(batch: readonly { span?: Span | undefined }[], send: () => Promise<Sent>): Promise<Sent> {
  const [first, ...others] = batch;
  if (!first?.span) return send();
  first.span.setAttribute('botplay.batch.items', batch.length);
  for (const { span } of others) span?.addLink(first.span.context);
  return first.span.run(send);
}

/** Whether the connection was lost, rather than that the batch was refused and nothing of it took effect. */
const isOutcomeUnknown = (error: unknown): boolean => toAppError(error).code === 'SERVICE_UNAVAILABLE';

function outcomeUnknown(cause: unknown): AppError {
  const text =
    'The answer of the database was lost, so it is not known whether this took effect. Look at the state before you repeat it; with the same idempotency key it can be repeated.';
  return new AppError('SERVICE_UNAVAILABLE', text, { cause, internal: String(cause), retryAfterS: RETRY_AFTER_S });
}
