import type { OwnerId } from '@/lib/core/ids';
import { nextUlid } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { followCalls } from '@/lib/domain/activity';
import { followNews, readNews } from '@/lib/domain/notifications';
import type { DeliverEvents, Source } from './source';
import { requirePersonal, type StreamKind } from './stream-kind';

/** Calls come in bursts; pages read their list once for all of a burst. */
const CALLS_EVERY_MS = 500;

/**
 * `owner`: what is new for the owner who is signed in. Events: `notices_changed { unread, newest_id }`, which the snapshot
 * has too, and `calls_changed`, after which a page reads its list of calls again.
 */
export const ownerKind: StreamKind = {
  name: 'owner',
  async personal(_id, person) {
    const signedIn = await person();
    if (signedIn?.kind !== 'owner') throw requirePersonal('Sign in to follow what is new for you.');
    const { ownerId } = signedIn.owner;
    return { key: ownerId, ownerId, players: [], source: (deliver) => new OwnerSource(ownerId, deliver) };
  },
};

/** Its events are made here and not stored: a reader that missed some takes a new snapshot. */
class OwnerSource implements Source {
  readonly ready = Promise.resolve();
  readonly #ownerId: OwnerId;
  readonly #deliver: DeliverEvents;
  readonly #stopCalls: () => void;
  readonly #stopNews: () => void;
  #lastId = nextUlid(null);
  #seq = 0;
  #callsTimer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(ownerId: OwnerId, deliver: DeliverEvents) {
    this.#ownerId = ownerId;
    this.#deliver = deliver;
    this.#stopCalls = followCalls(ownerId, () => this.#announceCalls());
    this.#stopNews = followNews(ownerId, () => void this.#announceNews());
  }

  async open() {
    const cursor = this.#lastId;
    return { snapshot: await readNews(this.#ownerId), cursor };
  }

  async readAfter(): Promise<null> {
    return null;
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#callsTimer) clearTimeout(this.#callsTimer);
    this.#stopCalls();
    this.#stopNews();
  }

  #announceCalls(): void {
    this.#callsTimer ??= setTimeout(() => {
      this.#callsTimer = null;
      this.#publish('calls_changed', {});
    }, CALLS_EVERY_MS).unref();
  }

  async #announceNews(): Promise<void> {
    try {
      this.#publish('notices_changed', { ...(await readNews(this.#ownerId)) });
    } catch (error) {
      log.warn({ err: error }, 'could not read what is new for an owner');
    }
  }

  #publish(type: string, data: Record<string, unknown>): void {
    if (this.#isStopped) return;
    this.#lastId = nextUlid(this.#lastId);
    this.#seq++;
    this.#deliver([{ stream: 'owner', id: this.#lastId, seq: this.#seq, type, at: new Date().toISOString(), data }]);
  }
}
