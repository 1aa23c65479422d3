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
  /** Every event of a match that is followed from before its start, else null. */
  readonly #events: StreamEvent[] | null;

  private constructor(matchId: string, isNew: boolean) {
    this.#matchId = matchId;
    this.#events = isNew ? [] : null;
    const listener = (events: StreamEvent[]) => {
      this.#events?.push(...events);
      // A commit of this process publishes its events just before it caches the match; a reader that wakes earlier would
      // evict the cached row and ask the database.
      setImmediate(() => {
        this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
        this.#wake();
      });
    };
    if (isNew) {
      this.#stop = subscribeToNewStream(matchStream(matchId), listener);
      return;
    }
    const subscription = subscribeToStream(matchStream(matchId), listener);
    this.#stop = subscription.stop;
    // What was committed while the stream was being opened is not delivered.
    void subscription.opened.then(() => this.#wake());
  }

  static follow(matchId: string): MatchFollower {
    return new MatchFollower(matchId, false);
  }

  /** Follows a match that will have this new id. */
  static followNew(matchId: string): MatchFollower {
    return new MatchFollower(matchId, true);
  }

  /** The public events of the match up to its end; null when this process has not followed it from before its start. */
  history(match: MatchRow): StreamEvent[] | null {
    const isWhole = this.#events?.at(-1)?.id === match.head.lastId;
    return this.#events && isWhole ? this.#events.filter(({ audience }) => audience === 'public') : null;
  }

  stop(): void {
    this.#stop();
    this.#wake();
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
