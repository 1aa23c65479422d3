'use client';

import type { Socket } from 'socket.io-client';
import type { WatchedEvent } from '@/lib/domain/streams';
import { acquireConnection, renewConnection } from './connection';
import { noteServerTime } from './server-clock';

/** The state of a follower. `lost` is final: the stream does not exist or the viewer may not read it. */
type FollowState = 'connecting' | 'live' | 'reconnecting' | 'lost';

export interface FollowOptions {
  stream: string;
  view?: 'public' | 'omniscient';
  /** Continue after this event, without the first snapshot. */
  after?: string | null;
  /** `isAgain`: it is not the first one, so that events between the two are missing. */
  onSnapshot: (snapshot: unknown, isAgain: boolean) => void;
  onEvents: (events: WatchedEvent[]) => void;
  onState: (state: FollowState, failure?: { code: string; message: string }) => void;
  onSpectators?: (count: number) => void;
  /** What this reader sees: `spectator` with what agents note beside their moves, and never as one who plays. */
  onView?: (view: string) => void;
}

const ANSWER_TIMEOUT_MS = 8_000;
const RETRY_AFTER_MS = 1_500;

/** Followers of each stream: the connection has one subscription for all. */
const followers = new Map<string, number>();

/**
 * Follows one stream over the shared connection: takes each event once and in order, and subscribes again from the last
 * one after a gap or a reconnection. Events that arrive together are delivered together.
 */
export class Follower {
  readonly #options: FollowOptions;
  readonly #socket: Socket;
  readonly #release: () => void;
  #reader: Reader = NEW_READER;
  #fresh: WatchedEvent[] = [];
  #flushing = false;
  /** Events that arrive before the answer to their subscription. */
  #early: WatchedEvent[] | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #stopped = false;
  /** Whether the connection was opened again because its cookie had no right to the stream. */
  #hasRenewed = false;
  #hasSnapshot = false;

  constructor(options: FollowOptions) {
    this.#options = options;
    const { socket, release } = acquireConnection();
    this.#socket = socket;
    this.#release = release;
    followers.set(options.stream, (followers.get(options.stream) ?? 0) + 1);
    if (options.after) this.#reader = readFrom(options.after);
    socket.on('connect', this.#onConnect);
    socket.on('disconnect', this.#onDisconnect);
    socket.on('event', this.#onEvent);
    socket.on('presence', this.#onPresence);
    socket.on('refused', this.#onRefused);
    if (socket.connected) this.#onConnect();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#socket.off('connect', this.#onConnect);
    this.#socket.off('disconnect', this.#onDisconnect);
    this.#socket.off('event', this.#onEvent);
    this.#socket.off('presence', this.#onPresence);
    this.#socket.off('refused', this.#onRefused);
    const { stream } = this.#options;
    const left = (followers.get(stream) ?? 1) - 1;
    followers.set(stream, left);
    if (left === 0 && this.#socket.connected) this.#socket.emit('unsubscribe', { stream });
    this.#release();
  }

  readonly #onConnect = () => void this.#subscribe();

  readonly #onDisconnect = () => {
    this.#attempt++;
    this.#options.onState('reconnecting');
  };

  readonly #onPresence = (presence: { stream: string; spectators: number }) => {
    if (presence.stream === this.#options.stream) this.#options.onSpectators?.(presence.spectators);
  };

  /** The viewer lost the right to the stream. */
  readonly #onRefused = ({ stream, error }: EndedSubscription) => {
    if (stream !== this.#options.stream) return;
    this.#attempt++;
    this.#fail(error);
  };

  readonly #onEvent = (event: WatchedEvent) => {
    if (event.stream !== this.#options.stream) return;
    if (this.#early) this.#early.push(event);
    else this.#take(event);
  };

  #take(event: WatchedEvent): void {
    const reading = classifyEvent(this.#reader, event);
    if (reading.kind === 'known') return;
    if (reading.kind === 'gap') {
      void this.#subscribe();
      return;
    }
    this.#reader = reading.reader;
    this.#fresh.push(event);
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      const fresh = this.#fresh;
      this.#fresh = [];
      if (!this.#stopped && fresh.length > 0) this.#options.onEvents(fresh);
    });
  }

  async #subscribe(): Promise<void> {
    const attempt = ++this.#attempt;
    const { stream, view } = this.#options;
    const after = this.#reader.lastId ?? undefined;
    this.#early = [];
    const request: SubscribeRequest = { stream, ...(view ? { view } : {}), ...(after ? { after } : {}) };
    const answer: SubscribeAnswer | null = await this.#socket
      .timeout(ANSWER_TIMEOUT_MS)
      .emitWithAck('subscribe', request)
      .catch(() => null);
    if (this.#stopped || attempt !== this.#attempt) return;
    if (answer && !('error' in answer)) this.#begin(answer, after);
    else this.#fail(answer?.error ?? null);
  }

  #begin(answer: Opened, after: string | undefined): void {
    const early = this.#early ?? [];
    this.#early = null;
    this.#reader = readFrom(answer.cursor);
    if (answer.server_time) noteServerTime(answer.server_time);
    if (answer.cursor !== after) {
      this.#options.onSnapshot(answer.snapshot, this.#hasSnapshot);
      this.#hasSnapshot = true;
    }
    this.#options.onState('live');
    if (answer.view) this.#options.onView?.(answer.view);
    for (const event of early) this.#take(event);
  }

  #fail(error: { code: string; message: string; retryable: boolean } | null): void {
    if (error?.code === 'UNAUTHENTICATED' && !this.#hasRenewed) {
      this.#hasRenewed = true;
      renewConnection(this.#socket);
      return;
    }
    if (error && !error.retryable) {
      this.#options.onState('lost', error);
      return;
    }
    this.#options.onState('reconnecting');
    this.#retry = setTimeout(() => void this.#subscribe(), RETRY_AFTER_MS);
  }
}

/** The progress of a reader of a stream. */
interface Reader {
  /** Id of the last event that was read; null before the first snapshot. */
  lastId: string | null;
  /** Last sequence number by audience. */
  seqs: Readonly<Record<string, number>>;
}

export const NEW_READER: Reader = { lastId: null, seqs: {} };

/** What to do with an event: take it, skip it because it is known, or subscribe again because events are missing. */
type EventClass = { kind: 'take'; reader: Reader } | { kind: 'known' } | { kind: 'gap' };

/** The reader after a subscription: events after the cursor are new, and the first sequence number is unknown. */
export function readFrom(cursor: string): Reader {
  return { lastId: cursor, seqs: {} };
}

/** Classifies the next event of a stream. Delivery is at least once and in order; a jump in `seq` is a gap. */
export function classifyEvent(reader: Reader, event: Pick<WatchedEvent, 'id' | 'seq' | 'audience'>): EventClass {
  if (reader.lastId !== null && event.id <= reader.lastId) return { kind: 'known' };
  const audience = event.audience ?? 'public';
  const before = reader.seqs[audience];
  if (before !== undefined && event.seq !== before + 1) return { kind: 'gap' };
  return { kind: 'take', reader: { lastId: event.id, seqs: { ...reader.seqs, [audience]: event.seq } } };
}

interface Failure {
  code: string;
  message: string;
  retryable: boolean;
}

interface Opened {
  snapshot: unknown;
  cursor: string;
  view?: string;
  /** The server's clock when it answered; a server of the version before sends none. */
  server_time?: string;
}

/** The answer to a subscription. */
type SubscribeAnswer = Opened | { error: Failure };

/** A subscription that the server ended, with the reason. */
interface EndedSubscription {
  stream: string;
  error: Failure;
}

interface SubscribeRequest {
  stream: string;
  after?: string;
  view?: 'public' | 'omniscient';
}
