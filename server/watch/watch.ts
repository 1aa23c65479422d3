import type { IncomingHttpHeaders } from 'node:http';
import type { Namespace, Server, Socket } from 'socket.io';
import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError, toAppError, validationError } from '@/lib/core/errors';
import { isUlid } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { observeGauge } from '@/lib/core/metrics';
import { shareOf, streamPlaces, takeLimit } from '@/lib/domain/limits';
import { followForSpectators, type SpectatorView } from '@/lib/domain/streams';
import { addressOfUpgrade } from '@/lib/transport/message-budget';
import { broadcast } from './broadcast';
import { Grants } from './grants';
import { Presence } from './presence';
import { readSpectatorView, requireOmniscience, requirePersonalStream } from './rights';
import { Room, type WatchedRoom } from './room';
import { type Spectator, toSpectator } from './spectator';
import { closeSlowReaders } from './unread';

/** Streams that one socket may watch at a time: more than the largest page shows. */
const MAX_SUBSCRIPTIONS = 40;

/** Slow readers are looked for this often. */
const SWEEP_INTERVAL_MS = 1_000;

/** One socket's view of a stream, and how to give its right back. Who follows a personal stream is counted nowhere. */
interface Subscription {
  room: Room;
  revoke: () => void;
  isPersonal: boolean;
}

/** What a subscription follows, the view of it, and how to give its right back. */
interface Granted extends Omit<Subscription, 'room'> {
  watched: WatchedRoom;
  view: SpectatorView | 'personal';
}

/** The subscriptions of one socket: at most one view of a stream. */
type Subscriptions = Map<string, Subscription>;

/**
 * The namespace `/watch`: spectators subscribe to streams, get a snapshot and then every event. Nothing that a socket
 * sends changes a game. interface.md, Sockets.
 */
export class Watch {
  readonly #namespace: Namespace;
  readonly #rooms = new Map<string, Room>();
  /** Every socket. */
  readonly #connected = new Set<Spectator>();
  /** All who watch a stream, in any view. */
  readonly #spectators = new Map<string, Set<Spectator>>();
  readonly #presence: Presence;
  readonly #grants = new Grants();
  readonly #sweeper: NodeJS.Timeout;

  constructor(io: Server) {
    this.#namespace = io.of('/watch');
    this.#namespace.use((socket, next) => {
      const release = streamPlaces().tryEnter({ key: shareOf(null, addressOfUpgrade(socket.request)) });
      if (!release) return next(new Error('Too many open streams from this address. Close some, and connect again.'));
      socket.conn.once('close', release);
      next();
    });
    this.#presence = new Presence((stream, spectators) => this.#sendPresence(stream, spectators));
    this.#namespace.on('connection', (socket) => this.#connect(socket));
    this.#sweeper = setInterval(() => this.#closeSlowReaders(), SWEEP_INTERVAL_MS).unref();
    observeGauge('botplay_watch_sockets', 'Sockets of spectators in this process.', () => this.#namespace.sockets.size);
    observeGauge('botplay_watch_rooms', 'Streams that are being watched in this process.', () => this.#rooms.size);
  }

  /** Notifies every spectator that this process stops, so that they reconnect to another one. */
  announceDrain(): void {
    this.#namespace.emit('draining');
  }

  /** Closes every room; for a clean stop and for tests. */
  close(): void {
    clearInterval(this.#sweeper);
    this.#presence.stop();
    this.#grants.close();
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
  }

  #closeSlowReaders(): void {
    const closed = closeSlowReaders(this.#connected);
    if (closed > 0) log.info({ sockets: closed }, 'closed sockets of spectators that had too much unread');
  }

  #connect(socket: Socket): void {
    const subscriptions: Subscriptions = new Map();
    const spectator = toSpectator(socket);
    this.#connected.add(spectator);
    // One message at a time: two subscriptions of one socket to one stream must not run together.
    let turn: Promise<void> = Promise.resolve();
    const on = (name: string, work: (input: unknown, acknowledge: Acknowledge) => Promise<void>) => {
      socket.on(name, (input: unknown, answer: unknown) => {
        const acknowledge: Acknowledge = typeof answer === 'function' ? (answer as Acknowledge) : () => {};
        const refuse = (thrown: unknown) => acknowledge({ error: wireError(thrown) });
        takeLimit('watch_message', socket.id).then(() => {
          turn = turn.then(() => work(input, acknowledge)).catch(refuse);
        }, refuse);
      });
    };
    on('subscribe', (input, acknowledge) => this.#subscribe(spectator, subscriptions, input, acknowledge));
    on('unsubscribe', (input, acknowledge) => this.#unsubscribe(spectator, subscriptions, input, acknowledge));
    socket.on('disconnect', () => {
      for (const subscription of subscriptions.values()) this.#leave(spectator, subscription);
      subscriptions.clear();
      this.#connected.delete(spectator);
    });
  }

  async #subscribe(spectator: Spectator, subscriptions: Subscriptions, input: unknown, acknowledge: Acknowledge) {
    const parsed = subscribeInput.safeParse(input);
    if (!parsed.success) throw validationError(parsed.error.issues);
    const { stream, after } = parsed.data;
    const { socket } = spectator;
    const { headers } = socket.handshake;
    const refuse = (error: unknown) => this.#refuse(spectator, subscriptions, stream, error);
    const { watched, view, isPersonal, revoke } = await this.#grant(headers, parsed.data, refuse);
    if (!socket.connected) return revoke();
    const before = subscriptions.get(stream);
    if (before) this.#drop(spectator, subscriptions, before, watched.name);
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
      revoke();
      throw new AppError('QUOTA_EXCEEDED', `A connection watches at most ${MAX_SUBSCRIPTIONS} streams.`);
    }
    const room = this.#roomOf(watched);
    const subscription = { room, revoke, isPersonal };
    subscriptions.set(stream, subscription);
    if (!isPersonal) this.#presence.change(stream, 1);
    let isAcknowledged = false;
    try {
      await room.admit({
        spectator,
        after,
        acknowledge: (opening) => {
          isAcknowledged = true;
          acknowledge({ ...opening, view, server_time: iso(now()) });
        },
        countPage: () => this.#countPage(socket),
      });
    } catch (error) {
      if (subscriptions.get(stream) !== subscription) throw error;
      if (isAcknowledged) return refuse(error);
      this.#drop(spectator, subscriptions, subscription);
      throw error;
    }
    if (isPersonal || subscriptions.get(stream) !== subscription) return;
    this.#spectators.set(stream, (this.#spectators.get(stream) ?? new Set()).add(spectator));
    socket.emit('presence', { stream, spectators: this.#presence.count(stream) });
  }

  /** What a subscription follows, and how to give its right back. @throws NOT_FOUND, FORBIDDEN, UNAUTHENTICATED */
  async #grant(
    headers: IncomingHttpHeaders,
    { stream, view: wanted }: SubscribeInput,
    refuse: (error: unknown) => void,
  ): Promise<Granted> {
    const follow = (view: SpectatorView): WatchedRoom => ({
      name: roomName(stream, view),
      stream,
      follow: (deliver) => followForSpectators({ stream, view }, deliver),
    });
    if (wanted === 'omniscient') {
      const { revoke } = await this.#grants.grant(() => requireOmniscience(headers, stream), refuse);
      return { watched: follow('omniscient'), view: 'omniscient', isPersonal: false, revoke };
    }
    const { granted, revoke } = await this.#grants.grant(() => requirePersonalStream(headers, stream), refuse);
    if (!granted) {
      const view = await readSpectatorView(headers, stream);
      return { watched: follow(view), view, isPersonal: false, revoke };
    }
    const watched = { name: personalRoomName(stream, granted.key), stream, follow: granted.source };
    return { watched, view: 'personal', isPersonal: true, revoke };
  }

  /** Counts a page of past events that a socket asks for. @throws RATE_LIMITED */
  async #countPage(socket: Socket): Promise<void> {
    await takeLimit('watch_history', socket.id);
    await takeLimit('watch_history_address', addressOfUpgrade(socket.request));
  }

  async #unsubscribe(spectator: Spectator, subscriptions: Subscriptions, input: unknown, acknowledge: Acknowledge) {
    const parsed = unsubscribeInput.safeParse(input);
    if (!parsed.success) throw validationError(parsed.error.issues);
    const subscription = subscriptions.get(parsed.data.stream);
    if (subscription) this.#drop(spectator, subscriptions, subscription);
    acknowledge({ ok: true });
  }

  /** Ends a subscription whose right was revoked, and sends the error that a new one would get. */
  #refuse(spectator: Spectator, subscriptions: Subscriptions, stream: string, error: unknown): void {
    const subscription = subscriptions.get(stream);
    if (subscription) this.#drop(spectator, subscriptions, subscription);
    spectator.socket.emit('refused', { stream, error: wireError(error) });
  }

  #roomOf(watched: WatchedRoom): Room {
    const open = this.#rooms.get(watched.name);
    if (open) return open;
    const room = new Room(watched, this.#namespace.name);
    this.#rooms.set(watched.name, room);
    return room;
  }

  /** @param keptRoom stays open though it is empty, because the socket comes back to it */
  #drop(spectator: Spectator, subscriptions: Subscriptions, subscription: Subscription, keptRoom?: string): void {
    subscriptions.delete(subscription.room.stream);
    this.#leave(spectator, subscription, keptRoom);
  }

  #leave(spectator: Spectator, { room, revoke, isPersonal }: Subscription, keptRoom?: string): void {
    revoke();
    const spectators = this.#spectators.get(room.stream);
    if (spectators?.delete(spectator) && spectators.size === 0) this.#spectators.delete(room.stream);
    if (!isPersonal) this.#presence.change(room.stream, -1);
    if (!room.leave(spectator) || room.name === keptRoom) return;
    room.close();
    this.#rooms.delete(room.name);
  }

  #sendPresence(stream: string, spectators: number): void {
    broadcast(this.#spectators.get(stream) ?? [], {
      namespace: this.#namespace.name,
      name: 'presence',
      payloads: [{ stream, spectators }],
    });
  }
}

function wireError(thrown: unknown) {
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL_ERROR') log.error({ err: thrown }, 'serving a spectator failed');
  return error.toWire();
}
const stream = z.string().min(1).max(120);

const subscribeInput = z.strictObject({
  stream,
  /** Event id to continue from. */
  after: z.string().refine(isUlid, 'must be the id of an event').optional(),
  view: z.enum(['public', 'omniscient']).default('public'),
});
type SubscribeInput = z.output<typeof subscribeInput>;

const unsubscribeInput = z.strictObject({ stream });

/** Answers of an acknowledgement. */
type Acknowledge = (answer: unknown) => void;

/** Of those who get the events of a view. */
const roomName = (name: string, view: SpectatorView): string => `${view} ${name}`;

/** Of the browsers of one person. */
const personalRoomName = (name: string, key: string): string => `person ${key} ${name}`;
