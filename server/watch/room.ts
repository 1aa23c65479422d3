import type { Namespace, Socket } from 'socket.io';
import { AppError } from '@/lib/core/errors';
import type { Opening, Source, SourceMaker } from './source';
import { noSuchStream, roomName, type WatchedView, type WireEvent } from './wire';

/** Events that a room remembers for those who are just coming in; who needs older ones reads them from the source. */
const RECENT = 256;

/**
 * Everybody who watches one stream in one way, in this process. The source is followed once, an event is emitted once.
 * Who comes in gets a snapshot first, then every event after it: those that came in between are remembered here.
 */
export class Room {
  readonly name: string;
  readonly #view: WatchedView;
  readonly #namespace: Namespace;
  readonly #source: Source;
  readonly #members = new Set<Socket>();
  /** Who has a snapshot that may be ahead of what was delivered here, and its cursor. */
  readonly #ahead = new Map<Socket, string>();
  #recent: WireEvent[] = [];
  /** Id of the newest event that is no longer remembered. */
  #forgotten = '';
  #opening: Promise<Opening> | null = null;

  constructor(view: WatchedView, namespace: Namespace, make: SourceMaker) {
    this.name = roomName(view);
    this.#view = view;
    this.#namespace = namespace;
    const source = make(view, (events) => this.#deliver(events));
    if (!source) throw noSuchStream(view.stream);
    this.#source = source;
  }

  get size(): number {
    return this.#members.size;
  }

  #deliver(events: WireEvent[]): void {
    const first = events[0]?.id ?? '';
    const last = events.at(-1)?.id ?? '';
    for (const [socket, cursor] of this.#ahead) if (cursor < first) this.#join(socket);
    for (const event of events) this.#namespace.to(this.name).emit('event', event);
    for (const [socket, cursor] of this.#ahead) {
      if (cursor > last) continue;
      for (const event of events) if (event.id > cursor) socket.emit('event', event);
      this.#join(socket);
    }
    this.#remember(events);
  }

  /** From now on the socket gets what everybody here gets. */
  #join(socket: Socket): void {
    this.#ahead.delete(socket);
    void socket.join(this.name);
  }

  #remember(events: WireEvent[]): void {
    this.#recent.push(...events);
    const surplus = this.#recent.length - RECENT;
    if (surplus > 0) this.#forgotten = this.#recent.splice(0, surplus).at(-1)?.id ?? this.#forgotten;
  }

  /** One read for all who come in at the same time; events that it lacks are remembered since before it began. */
  #open(): Promise<Opening> {
    this.#opening ??= this.#source.open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /**
   * Lets a socket in: snapshot and cursor by `acknowledge`, then every event after the cursor, each once and in order.
   * With `after` the cursor is `after`, unless those events are no longer kept.
   * @throws NOT_FOUND when there is nothing to watch, INVALID_STATE when the socket left while it came in.
   */
  async admit(socket: Socket, after: string | undefined, acknowledge: (opening: Opening) => void): Promise<void> {
    this.#members.add(socket);
    await this.#source.ready;
    const { snapshot, cursor: present } = await this.#open();
    const missed = after === undefined ? null : await this.#source.readAfter(after);
    const cursor = after !== undefined && missed ? after : present;
    const stored = await this.#reachRecent(missed ?? [], cursor);
    if (!this.#members.has(socket)) throw new AppError('INVALID_STATE', 'You unsubscribed before it began.');
    // From here to the join nothing else runs.
    acknowledge({ snapshot, cursor });
    let lastId = cursor;
    for (const event of [...stored, ...this.#recent]) {
      if (event.id <= lastId) continue;
      socket.emit('event', event);
      lastId = event.id;
    }
    // The database is ahead of the tail by a moment: what the snapshot already shows may still be on its way here.
    const delivered = this.#recent.at(-1)?.id ?? '';
    if (delivered >= lastId) this.#join(socket);
    else this.#ahead.set(socket, lastId);
  }

  /** Adds stored events until they meet the remembered ones. */
  async #reachRecent(stored: WireEvent[], cursor: string): Promise<WireEvent[]> {
    const reached = [...stored];
    for (;;) {
      const last = reached.at(-1)?.id ?? cursor;
      if (this.#forgotten <= last) return reached;
      const more = await this.#source.readAfter(last);
      if (!more || more.length === 0) return reached;
      reached.push(...more);
    }
  }

  /** Lets a socket go; true when nobody is left. */
  leave(socket: Socket): boolean {
    this.#members.delete(socket);
    this.#ahead.delete(socket);
    void socket.leave(this.name);
    return this.#members.size === 0;
  }

  get stream(): string {
    return this.#view.stream;
  }

  close(): void {
    this.#source.stop();
  }
}
