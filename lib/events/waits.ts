import { Deferred, type MaybeDeferred } from '@/lib/core/deferred';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { type Audiences, readEvents } from './store';
import { mayRead, recallEvents, type Subscription, subscribeToStream } from './tail';

/** Events of one answer to a reader that waits. */
const MAX_EVENTS = 1_000;

/** The first events that a reader may read and has not got from the database already; the array itself when it is all. */
function selectNew(
  events: StreamEvent[],
  { after, audiences, limit }: { after: string; audiences: Audiences; limit: number },
): StreamEvent[] {
  const isNew = (event: StreamEvent) => event.id > after && mayRead(audiences, event);
  return events.length <= limit && events.every(isNew) ? events : events.filter(isNew).slice(0, limit);
}

interface Wanted {
  stream: StreamName;
  after: string | null;
  audiences: Audiences;
  timeoutMs: number;
  limit?: number;
  /**
   * Whether what follows the events is synchronous: then it runs in the turn in which they are committed. Else the readers of one
   * commit follow each other, so that the first one does not wait for the work of all.
   */
  isAnsweredInTurn?: boolean;
}

/** One reader that waits for the next events of a stream; [] at its timeout and when it is ended. */
class EventWait extends Deferred<StreamEvent[]> {
  readonly #wanted: Wanted;
  readonly #subscription: Subscription;
  readonly #timer: NodeJS.Timeout;
  /** Whether all events before those that are delivered were read. */
  #isCaughtUp: boolean;
  /** The first events that were delivered before that. */
  #early: StreamEvent[] | null = null;
  #isOver = false;

  constructor(wanted: Wanted, isCaughtUp: boolean) {
    super();
    this.#wanted = wanted;
    this.#isCaughtUp = isCaughtUp;
    this.#subscription = subscribeToStream(wanted.stream, (events) => this.#take(events));
    this.#timer = setTimeout(giveUpWait, wanted.timeoutMs, this);
  }

  /** Resolves when what is stored may be read: then nothing between it and what is delivered is missed. */
  get ready(): Promise<void> {
    return this.#subscription.ready;
  }

  /** What was stored after the last event of the reader has been read: it is the answer unless it is empty. */
  catchUp(stored: StreamEvent[]): MaybeDeferred<StreamEvent[]> {
    this.#isCaughtUp = true;
    const events = stored.length > 0 ? stored : this.#early;
    if (events === null) return this;
    this.stop();
    return events;
  }

  /** Delivers nothing more. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#subscription.stop();
  }

  override giveUp(): void {
    if (this.#isOver) return;
    this.stop();
    this.resolve([]);
  }

  #take(events: StreamEvent[]): void {
    const { after, audiences, limit = MAX_EVENTS, isAnsweredInTurn } = this.#wanted;
    if (this.#isOver) return;
    const fresh = selectNew(events, { after: after ?? '', audiences, limit });
    if (fresh.length === 0) return;
    if (!this.#isCaughtUp) {
      this.#early ??= fresh;
      return;
    }
    this.stop();
    if (isAnsweredInTurn) this.resolve(fresh);
    else setImmediate(() => this.resolve(fresh));
  }
}

const giveUpWait = (wait: EventWait): void => wait.end();

/**
 * The events after `after`: now when there are any, else deferred, the next ones that are committed; [] at the timeout or when
 * the wait is ended. All readers that wait on a stream share one read of each event; one that comes back with the cursor of a
 * recent event costs no query. Events of other audiences do not answer it. Readers that may read all events of a commit get one
 * and the same array.
 */
export async function deferEvents(wanted: Wanted): Promise<MaybeDeferred<StreamEvent[]>> {
  const { stream, audiences, timeoutMs, limit = MAX_EVENTS } = wanted;
  // A single look must also find what another process has just committed.
  if (timeoutMs <= 0) return readEvents({ ...wanted, limit });
  const recalled = recallEvents(stream, wanted.after ?? '', audiences);
  if (recalled && recalled.length > 0) return recalled.slice(0, limit);
  const wait = new EventWait(wanted, recalled !== null);
  if (recalled) return wait;
  // What was committed before the tail was ready is only in the database.
  try {
    await wait.ready;
    return wait.catchUp(await readEvents({ ...wanted, limit }));
  } catch (thrown) {
    wait.stop();
    throw thrown;
  }
}

/** `deferEvents` as a promise; [] also when the signal aborts. */
export async function waitForEvents({
  signal,
  ...wanted
}: Wanted & { signal?: AbortSignal | undefined }): Promise<StreamEvent[]> {
  const found = await deferEvents(wanted);
  if (!(found instanceof Deferred)) return found;
  const end = () => found.end();
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    return await found.toPromise();
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
