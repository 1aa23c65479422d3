import { nextUlid } from '@/lib/core/ids';
import { listExperiences } from '@/lib/domain/catalog/catalog.service';
import { onBroadcast } from '@/lib/events';
import type { Opening, Source } from './source';
import type { WireEvent } from './wire';

const FIRST_PAGE = { page: 1, limit: 50, listed: true } as const;

/** The catalog: its first page, then which experiences changed. The events are not kept: a new snapshot tells all. */
export class CatalogSource implements Source {
  readonly ready = Promise.resolve();
  readonly stop: () => void;
  #lastId = nextUlid(null);
  #seq = 0;

  constructor(deliver: (events: WireEvent[]) => void) {
    this.stop = onBroadcast('catalog', (payload) => {
      this.#lastId = nextUlid(this.#lastId);
      this.#seq++;
      const event = { stream: 'catalog', id: this.#lastId, seq: this.#seq, at: new Date().toISOString() };
      deliver([{ ...event, type: 'experience_changed', data: { ...(payload as Record<string, unknown>) } }]);
    });
  }

  async open(): Promise<Opening> {
    const cursor = this.#lastId;
    return { snapshot: await listExperiences(FIRST_PAGE), cursor };
  }

  async readAfter(): Promise<null> {
    return null;
  }
}
