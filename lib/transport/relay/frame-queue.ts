import { setTimeout as wait } from 'node:timers/promises';
import { TokenBucket } from '@/lib/core/token-bucket';

const LIMIT = { perSecond: 200, burst: 400 };
/** From here on no more is read of a socket that can pause, until few frames wait. */
const MANY = 64;
const FEW = 16;
/** A socket that cannot pause is refused what is above. One that can has read at most one more chunk. */
const MAX_WAITING = { pausing: 2_000, other: 256 };

/** What the queue asks of a socket that can stop reading. */
interface Pausable {
  pause(): void;
  resume(): void;
}

/**
 * The frames of one connection: one after the other, so that a request may rest on the one before it without waiting for
 * its answer, and at most so many a second. A faster sender is slowed down.
 */
export class FrameQueue<Item> {
  readonly #take: (item: Item) => Promise<void>;
  readonly #socket: Pausable | null;
  readonly #limit = new TokenBucket(LIMIT, performance.now());
  #items: Item[] = [];
  #isRunning = false;
  #isPaused = false;

  /** @param take resolves when the next frame may be taken; it never rejects */
  constructor(take: (item: Item) => Promise<void>, socket: Pausable | null) {
    this.#take = take;
    this.#socket = socket;
  }

  /** Adds a frame. False when too many wait. */
  push(item: Item): boolean {
    if (this.#items.length >= (this.#socket ? MAX_WAITING.pausing : MAX_WAITING.other)) return false;
    this.#items.push(item);
    if (this.#items.length > MANY && this.#socket && !this.#isPaused) {
      this.#isPaused = true;
      this.#socket.pause();
    }
    if (!this.#isRunning) void this.#run();
    return true;
  }

  /** Forgets what waits. */
  clear(): void {
    this.#items = [];
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) {
      const waitMs = this.#limit.msUntil(performance.now(), 1);
      if (waitMs > 0) await wait(waitMs, undefined, { ref: false });
      this.#limit.take(performance.now());
      await this.#take(item);
      if (this.#isPaused && this.#items.length <= FEW) {
        this.#isPaused = false;
        this.#socket?.resume();
      }
    }
    this.#isRunning = false;
  }
}
