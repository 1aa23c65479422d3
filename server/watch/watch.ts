import type { Namespace, Server, Socket } from 'socket.io';
import { AppError, toAppError, validationError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { observeGauge } from '@/lib/core/metrics';
import { Allowance } from './allowance';
import { Eyes } from './eyes';
import { Presence } from './presence';
import { Room } from './room';
import { makeSource } from './sources';
import { type Acknowledge, crowdName, roomName, subscribeInput, unsubscribeInput, type WatchedView } from './wire';

/** Streams that one socket may watch at a time: a wall of boards and some more. */
const MOST_SUBSCRIPTIONS = 40;

/** What one socket watches of a stream, and how to end its right to see everything of it. */
interface Subscription {
  room: Room;
  closeEye: () => void;
}

/** What one socket watches: at most one view of a stream. */
type Subscriptions = Map<string, Subscription>;

/**
 * The namespace `/watch`: spectators subscribe to streams, get a snapshot and then every event. It only forwards;
 * nothing that a socket sends changes a game. interface.md, Sockets.
 */
export class Watch {
  readonly #namespace: Namespace;
  readonly #rooms = new Map<string, Room>();
  readonly #presence: Presence;
  readonly #eyes = new Eyes();

  constructor(io: Server) {
    this.#namespace = io.of('/watch');
    this.#presence = new Presence((stream, spectators) => this.#tellPresence(stream, spectators));
    this.#namespace.on('connection', (socket) => this.#welcome(socket));
    observeGauge('botplay_watch_sockets', 'Sockets of spectators in this process.', () => this.#namespace.sockets.size);
    observeGauge('botplay_watch_rooms', 'Streams that are being watched in this process.', () => this.#rooms.size);
  }

  /** Tells every spectator that this process is about to end; they come back to another one. */
  announceDrain(): void {
    this.#namespace.emit('draining');
  }

  /** Forgets everybody; for a clean stop and for tests. */
  close(): void {
    this.#presence.stop();
    this.#eyes.close();
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
  }

  #welcome(socket: Socket): void {
    const subscriptions: Subscriptions = new Map();
    const allowance = new Allowance();
    // One message at a time: two subscriptions to one stream must not come in together.
    let turn: Promise<void> = Promise.resolve();
    const on = (name: string, work: (input: unknown, acknowledge: Acknowledge) => Promise<void>) => {
      socket.on(name, (input: unknown, answer: unknown) => {
        const acknowledge: Acknowledge = typeof answer === 'function' ? (answer as Acknowledge) : () => {};
        const refuse = (thrown: unknown) => acknowledge({ error: wireError(thrown) });
        if (allowance.take()) turn = turn.then(() => work(input, acknowledge)).catch(refuse);
        else refuse(new AppError('RATE_LIMITED', 'Too many messages; wait a second.', { retryAfterS: 1 }));
      });
    };
    on('subscribe', (input, acknowledge) => this.#subscribe(socket, subscriptions, input, acknowledge));
    on('unsubscribe', (input, acknowledge) => this.#unsubscribe(socket, subscriptions, input, acknowledge));
    socket.on('disconnect', () => {
      for (const subscription of subscriptions.values()) this.#leave(socket, subscription);
      subscriptions.clear();
    });
  }

  async #subscribe(socket: Socket, subscriptions: Subscriptions, input: unknown, acknowledge: Acknowledge) {
    const parsed = subscribeInput.safeParse(input);
    if (!parsed.success) throw validationError(parsed.error.issues);
    const { stream, view, after } = parsed.data;
    const refuse = (error: unknown) => this.#refuse(socket, subscriptions, stream, error);
    const closeEye = view === 'omniscient' ? await this.#eyes.open(socket.handshake.headers, stream, refuse) : () => {};
    if (!socket.connected) return closeEye();
    const before = subscriptions.get(stream);
    if (before) this.#drop(socket, subscriptions, before);
    if (subscriptions.size >= MOST_SUBSCRIPTIONS) {
      closeEye();
      throw new AppError('QUOTA_EXCEEDED', `A connection watches at most ${MOST_SUBSCRIPTIONS} streams.`);
    }
    const room = this.#roomOf({ stream, view });
    const subscription = { room, closeEye };
    subscriptions.set(stream, subscription);
    this.#presence.change(stream, 1);
    try {
      await room.admit(socket, after, acknowledge);
    } catch (error) {
      if (subscriptions.get(stream) === subscription) this.#drop(socket, subscriptions, subscription);
      throw error;
    }
    if (subscriptions.get(stream) !== subscription) return;
    void socket.join(crowdName(stream));
    socket.emit('presence', { stream, spectators: this.#presence.count(stream) });
  }

  async #unsubscribe(socket: Socket, subscriptions: Subscriptions, input: unknown, acknowledge: Acknowledge) {
    const parsed = unsubscribeInput.safeParse(input);
    if (!parsed.success) throw validationError(parsed.error.issues);
    const subscription = subscriptions.get(parsed.data.stream);
    if (subscription) this.#drop(socket, subscriptions, subscription);
    acknowledge({ ok: true });
  }

  /** Ends a subscription whose right has ended; the page is told why, as it would be if it asked again. */
  #refuse(socket: Socket, subscriptions: Subscriptions, stream: string, error: unknown): void {
    const subscription = subscriptions.get(stream);
    if (subscription) this.#drop(socket, subscriptions, subscription);
    socket.emit('refused', { stream, error: wireError(error) });
  }

  #roomOf(view: WatchedView): Room {
    const name = roomName(view);
    const open = this.#rooms.get(name);
    if (open) return open;
    const made = new Room(view, this.#namespace, makeSource);
    this.#rooms.set(name, made);
    return made;
  }

  #drop(socket: Socket, subscriptions: Subscriptions, subscription: Subscription): void {
    subscriptions.delete(subscription.room.stream);
    void socket.leave(crowdName(subscription.room.stream));
    this.#leave(socket, subscription);
  }

  #leave(socket: Socket, { room, closeEye }: Subscription): void {
    closeEye();
    this.#presence.change(room.stream, -1);
    if (!room.leave(socket)) return;
    room.close();
    this.#rooms.delete(room.name);
  }

  #tellPresence(stream: string, spectators: number): void {
    this.#namespace.to(crowdName(stream)).emit('presence', { stream, spectators });
  }
}

function wireError(thrown: unknown) {
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL_ERROR') log.error({ err: thrown }, 'a spectator could not be served');
  return error.toWire();
}
