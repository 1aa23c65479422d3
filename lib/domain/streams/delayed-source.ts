import { now } from '@/lib/core/clock';
import { ulidAt, ulidTime } from '@/lib/core/ids';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { findLastEvent, readEvents, subscribeToStream } from '@/lib/events';
import type { DeliverEvents, Source, StreamSnapshot, WatchedEvent } from './source';

/** Events of one read. */
const PAGE_SIZE = 200;

/**
 * Every event of a match for those who see everything, each when it is as old as the delay of the match. The end of the
 * match delivers all that were withheld; after it nothing is. decisions.md, Fairness.
 */
export function delayedSource(delayed: {
  stream: StreamName;
  deliver: DeliverEvents;
  present(events: StreamEvent[]): WatchedEvent[];
  /** Reads the state that is as old as the delay. */
  open(): Promise<StreamSnapshot>;
  /** Reads the delay of the match; 0 without one and after its end. */
  readDelayMs(): Promise<number>;
}): Source {
  const { stream, deliver, present, open, readDelayMs } = delayed;
  const withheld = new WithheldEvents((events) => deliver(present(events)));
  const subscription = subscribeToStream(stream, (events) => withheld.add(events));
  const begin = async () => {
    await subscription.ready;
    const delayMs = await readDelayMs();
    withheld.begin(delayMs, delayMs === 0 ? [] : await readSince(stream, lastShownId(delayMs)));
  };
  const ready = begin();
  return {
    ready,
    open,
    readAfter: async (after) => {
      await ready;
      const lastShown = lastShownId(withheld.delayMs);
      // The reader knows more of another view; what it sees here begins earlier.
      if (withheld.delayMs > 0 && after > lastShown) return null;
      const events = await readEvents({ stream, after, audiences: 'all', limit: PAGE_SIZE });
      return present(withheld.delayMs > 0 ? events.filter(({ id }) => id <= lastShown) : events);
    },
    stop: () => {
      subscription.stop();
      withheld.stop();
    },
  };
}

/** Sorts after the id of every event that is older than the delay, and before the others. */
const lastShownId = (delayMs: number): string => ulidAt(now().getTime() - delayMs);

/** The stored events after the last one up to the id `upTo`. */
async function readSince(stream: StreamName, upTo: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  let after = (await findLastEvent({ stream, upTo, audiences: 'all' }))?.id ?? '';
  for (;;) {
    const page = await readEvents({ stream, after, audiences: 'all', limit: PAGE_SIZE });
    events.push(...page);
    if (page.length < PAGE_SIZE) return events;
    after = page.at(-1)?.id ?? after;
  }
}

const endsMatch = ({ type, audience }: StreamEvent): boolean =>
  audience === 'public' && (type === 'match_ended' || type === 'match_cancelled');

/** Events in the order of their ids, until they are old enough. */
class WithheldEvents {
  readonly #release: (events: StreamEvent[]) => void;
  #events: StreamEvent[] = [];
  /** Until it is known, nothing is released. */
  #delayMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(release: (events: StreamEvent[]) => void) {
    this.#release = release;
  }

  get delayMs(): number {
    return this.#delayMs;
  }

  /** Sets the delay, and adds the stored events, which may be the same as the newest ones that were added. */
  begin(delayMs: number, stored: readonly StreamEvent[]): void {
    if (this.#isStopped) return;
    const lastStored = stored.at(-1)?.id ?? '';
    this.#events = [...stored, ...this.#events.filter(({ id }) => id > lastStored)];
    this.#delayMs = delayMs;
    this.#releaseDue();
  }

  add(events: readonly StreamEvent[]): void {
    this.#events.push(...events);
    if (this.#delayMs !== Number.POSITIVE_INFINITY) this.#releaseDue();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#events = [];
  }

  #releaseDue(): void {
    clearTimeout(this.#timer);
    if (this.#events.some(endsMatch)) this.#delayMs = 0;
    const lastShown = lastShownId(this.#delayMs);
    const first = this.#delayMs === 0 ? -1 : this.#events.findIndex(({ id }) => id > lastShown);
    const due = this.#events.splice(0, first === -1 ? this.#events.length : first);
    const next = this.#events[0];
    if (next) {
      const dueInMs = ulidTime(next.id) + this.#delayMs - now().getTime() + 1;
      this.#timer = setTimeout(() => this.#releaseDue(), Math.max(1, dueInMs)).unref();
    }
    if (due.length > 0) this.#release(due);
  }
}
