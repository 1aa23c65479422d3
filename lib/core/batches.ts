import { log } from './log';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions<Item, Result> {
  /** Two items of one name never travel together: the later one waits for the next batch. */
  nameOf(item: Item): string;
  /** Sends a batch; answers in the order of its items. */
  send(items: readonly Item[]): Promise<readonly Result[]>;
  /** Items in a batch, at most. */
  most: number;
  /** Batches on their way at the same time; meanwhile the next one gathers. */
  inFlight: number;
}

/**
 * Lets what waits to be sent travel together: under load many items share a round trip and a disk flush, and one that
 * is alone goes at once. A batch that fails is sent again item by item, so that one fault is one caller's.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #onTheWay = 0;

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options;
  }

  /** What became of the item. @throws what `send` throws for it alone */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1) queueMicrotask(() => this.#drain());
    });
  }

  #drain(): void {
    while (this.#waiting.length > 0 && this.#onTheWay < this.#options.inFlight) {
      this.#onTheWay++;
      void this.#send(this.#take()).finally(() => {
        this.#onTheWay--;
        this.#drain();
      });
    }
  }

  #take(): Waiting<Item, Result>[] {
    const taken = new Map<string, Waiting<Item, Result>>();
    const left: Waiting<Item, Result>[] = [];
    for (const entry of this.#waiting) {
      const name = this.#options.nameOf(entry.item);
      if (taken.size < this.#options.most && !taken.has(name)) taken.set(name, entry);
      else left.push(entry);
    }
    this.#waiting = left;
    return [...taken.values()];
  }

  async #send(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) return only?.reject(error);
      log.warn({ err: error, items: batch.length }, 'a batch failed; its items are sent one by one');
      for (const entry of batch) await this.#send([entry]);
    }
  }
}
