import { AppError } from '@/lib/core/errors';
import type { DeliverEvents, Source, StreamSnapshot, WatchedEvent } from '@/lib/domain/streams';
import { broadcast } from './broadcast';
import type { Spectator } from './spectator';
import { untilTaken } from './unread';

/** Newest events that a room keeps for sockets that join; older ones are read from the source. */
const MAX_RECENT = 256;

/** What a room is of. */
export interface WatchedRoom {
  name: string;
  stream: string;
  follow: (deliver: DeliverEvents) => Source;
}

/** A socket that wants to join a room. */
interface Admission {
  spectator: Spectator;
  /** Event id to continue from. */
  after: string | undefined;
  acknowledge: (opening: StreamSnapshot) => void;
  countPage: () => Promise<void>;
}

/**
 * All sockets of this process that watch one stream in one view. The source is followed once and each event is emitted
 * once. A socket that joins gets a snapshot first, then every event after it; events that arrive meanwhile are kept here.
 */
export class Room {
  readonly name: string;
  readonly stream: string;
  readonly #namespace: string;
  readonly #source: Source;
  readonly #members = new Set<Spectator>();
  /** Members that have everything that was delivered so far. */
  readonly #joined = new Set<Spectator>();
  /** Sockets whose snapshot may be newer than the last delivered event, with the cursor of the snapshot. */
  readonly #ahead = new Map<Spectator, string>();
  #recent: WatchedEvent[] = [];
  /** Id of the newest event that was dropped from `#recent`. */
  #lastDropped = '';
  #opening: Promise<StreamSnapshot> | null = null;

  /** @throws NOT_FOUND when there is no such stream to watch */
  constructor(opened: WatchedRoom, namespace: string) {
    this.name = opened.name;
    this.stream = opened.stream;
    this.#namespace = namespace;
    this.#source = opened.follow((events) => this.#deliver(events));
  }

  get size(): number {
    return this.#members.size;
  }

  #deliver(events: WatchedEvent[]): void {
    const first = events[0]?.id ?? '';
    const last = events.at(-1)?.id ?? '';
    for (const [spectator, cursor] of this.#ahead) if (cursor < first) this.#join(spectator);
    broadcast(this.#joined, { namespace: this.#namespace, name: 'event', payloads: events });
    for (const [spectator, cursor] of this.#ahead) {
      if (cursor > last) continue;
      for (const event of events) if (event.id > cursor) spectator.socket.emit('event', event);
      this.#join(spectator);
    }
    this.#keepRecent(events);
  }

  /** From now on the socket gets what the room gets. */
  #join(spectator: Spectator): void {
    this.#ahead.delete(spectator);
    this.#joined.add(spectator);
  }

  #keepRecent(events: WatchedEvent[]): void {
    this.#recent.push(...events);
    const surplus = this.#recent.length - MAX_RECENT;
    if (surplus > 0) this.#lastDropped = this.#recent.splice(0, surplus).at(-1)?.id ?? this.#lastDropped;
  }

  /** One read for all sockets that join at the same time; events that it lacks are in `#recent`. */
  #open(): Promise<StreamSnapshot> {
    this.#opening ??= this.#source.open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /**
   * Admits a socket: snapshot and cursor by `acknowledge`, then every event after the cursor, each once and in order.
   * With `after` the cursor is `after`, unless those events are not stored. Stored events are read and sent page by page,
   * each when the socket has taken the one before.
   * @param countPage is called before a page is read; what it throws ends the admission
   * @throws NOT_FOUND when there is nothing to watch, INVALID_STATE when the socket unsubscribed meanwhile
   */
  async admit({ spectator, after, acknowledge, countPage }: Admission): Promise<void> {
    this.#members.add(spectator);
    const readPage = async (from: string) => {
      await countPage();
      return this.#source.readAfter(from);
    };
    await this.#source.ready;
    const { snapshot, cursor: present } = await this.#open();
    let page = after === undefined ? null : await readPage(after);
    const cursor = after !== undefined && page ? after : present;
    this.#requireMember(spectator);
    acknowledge({ snapshot, cursor });
    let lastId = cursor;
    const send = (events: readonly WatchedEvent[]) => {
      for (const event of events) {
        if (event.id <= lastId) continue;
        spectator.socket.emit('event', event);
        lastId = event.id;
      }
    };
    send(page ?? []);
    while (lastId < present || lastId < this.#lastDropped) {
      await untilTaken(spectator);
      page = await readPage(lastId);
      this.#requireMember(spectator);
      if (!page || page.length === 0) break;
      send(page);
    }
    // From here to the join nothing else runs.
    send(this.#recent);
    // The database is ahead of the tail by a moment: what the snapshot already shows may still be on its way here.
    const delivered = this.#recent.at(-1)?.id ?? '';
    if (delivered >= lastId) this.#join(spectator);
    else this.#ahead.set(spectator, lastId);
  }

  #requireMember(spectator: Spectator): void {
    if (this.#members.has(spectator)) return;
    throw new AppError('INVALID_STATE', 'Unsubscribed before the subscription began.');
  }

  /** Removes a socket. Returns whether the room is empty now. */
  leave(spectator: Spectator): boolean {
    this.#members.delete(spectator);
    this.#ahead.delete(spectator);
    this.#joined.delete(spectator);
    return this.#members.size === 0;
  }

  close(): void {
    this.#source.stop();
  }
}
