import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { type MatchRow, readMatchSince } from '@/lib/domain/matches';
import { subscribeToNewStream, subscribeToStream } from '@/lib/events';

/** Follows one match of the runtime, whichever process moves it. */
export class MatchFollower {
  readonly #matchId: string;
  readonly #stop: () => void;
  readonly #waiters = new Set<() => void>();
  #lastEventId: string | null = null;
  #version = 0;
  /** The match when it is over: it no longer changes. */
  #ended: MatchRow | null = null;

  /**
   * Call `stop` when the match is followed no longer.
   * @param of.isNew the match will be started with this id: it is followed from its first event, without a query
   */
  constructor(of: { matchId: string; isNew: boolean }) {
    this.#matchId = of.matchId;
    const stream = matchStream(of.matchId);
    const listener = (events: StreamEvent[]) => {
      // A commit of this process publishes its events just before it caches the match; a reader that wakes earlier would
      // evict the cached row and ask the database.
      setImmediate(() => {
        this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
        this.#wake();
      });
    };
    if (of.isNew) {
      this.#stop = subscribeToNewStream(stream, listener);
      return;
    }
    const subscription = subscribeToStream(stream, listener);
    this.#stop = subscription.stop;
    // What was committed while the stream was being opened is not delivered.
    void subscription.opened.then(() => this.#wake());
  }

  stop(): void {
    this.#stop();
  }

  /** The match as it is now. @throws Error when it does not exist */
  async read(): Promise<MatchRow> {
    if (this.#ended) return this.#ended;
    const match = await readMatchSince(this.#matchId, this.#lastEventId);
    if (!match) throw new Error(`the match ${this.#matchId} of a fixture is gone`);
    if (match.status !== 'active') this.#ended = match;
    return match;
  }

  /** Waits until the match satisfies a condition. @returns null when `signal` aborts */
  async until(condition: (match: MatchRow) => boolean, signal: AbortSignal): Promise<MatchRow | null> {
    while (!signal.aborted) {
      const version = this.#version;
      const match = await this.read();
      if (condition(match)) return match;
      if (version === this.#version) await this.#changed(signal);
    }
    return null;
  }

  /** Resolves with the next event, or when `signal` aborts. */
  #changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      // It may have aborted during the read before.
      if (signal.aborted) return resolve();
      const done = () => {
        this.#waiters.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiters.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  #wake(): void {
    this.#version++;
    for (const waiter of [...this.#waiters]) waiter();
  }
}
