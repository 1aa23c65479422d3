import { nextUlid } from '@/lib/core/ids';
import { onBroadcast, type Topic } from '@/lib/events';
import type { Opening, Source } from './source';
import type { WireEvent } from './wire';

/** A stream that only says that something changed, and of what. */
export interface NewsStream {
  stream: string;
  topic: Exclude<Topic, 'streams'>;
  /** Type of its events. */
  type: string;
  /** What who comes in is shown. */
  snapshot: () => Promise<unknown>;
}

/** Passes on what the processes tell each other. The events are not kept: who has missed some looks again at all. */
export class NewsSource implements Source {
  readonly ready = Promise.resolve();
  readonly stop: () => void;
  readonly #snapshot: () => Promise<unknown>;
  #lastId = nextUlid(null);
  #seq = 0;

  constructor({ stream, topic, type, snapshot }: NewsStream, deliver: (events: WireEvent[]) => void) {
    this.#snapshot = snapshot;
    this.stop = onBroadcast(topic, (payload) => {
      this.#lastId = nextUlid(this.#lastId);
      this.#seq++;
      const event = { stream, id: this.#lastId, seq: this.#seq, at: new Date().toISOString() };
      deliver([{ ...event, type, data: { ...(payload as Record<string, unknown>) } }]);
    });
  }

  async open(): Promise<Opening> {
    const cursor = this.#lastId;
    return { snapshot: await this.#snapshot(), cursor };
  }

  async readAfter(): Promise<null> {
    return null;
  }
}
