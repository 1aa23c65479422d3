import { nextUlid } from '@/lib/core/ids';
import type { StreamName } from '@/lib/core/stream';
import { type BusMessage, onBroadcast } from '@/lib/events';
import type { DeliverEvents, Source, StreamSnapshot } from './source';

/** A list that spectators follow: its events only say that something changed. */
export interface ChangingList {
  stream: StreamName;
  topic: BusMessage['topic'];
  /** Type of its events. */
  type: string;
  snapshot(): Promise<unknown>;
}

/** Forwards what processes broadcast on a topic. The events are not stored: a reader that missed some takes a new snapshot. */
export class ChangeSource implements Source {
  readonly ready = Promise.resolve();
  readonly stop: () => void;
  readonly #snapshot: () => Promise<unknown>;
  #lastId = nextUlid(null);
  #seq = 0;

  constructor({ stream, topic, type, snapshot }: ChangingList, deliver: DeliverEvents) {
    this.#snapshot = snapshot;
    this.stop = onBroadcast(topic, (payload) => {
      this.#lastId = nextUlid(this.#lastId);
      this.#seq++;
      const event = { stream, id: this.#lastId, seq: this.#seq, at: new Date().toISOString() };
      deliver([{ ...event, type, data: { ...(payload as Record<string, unknown>) } }]);
    });
  }

  async open(): Promise<StreamSnapshot> {
    const cursor = this.#lastId;
    return { snapshot: await this.#snapshot(), cursor };
  }

  async readAfter(): Promise<null> {
    return null;
  }
}
