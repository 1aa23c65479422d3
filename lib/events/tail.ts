import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { busHealthy, notifyOthers, onBroadcast, onReconnect } from './bus';
import { beginReading, endReading } from './read-groups';
import { type Audiences, hasStoredEvent, lastEventId, readEvents, readEventsAfterCursor } from './store';
import { Sweep } from './sweep';
import { onReplacedWords } from './words';

type Listener = (events: StreamEvent[]) => void;

/** A reader that waits again and again finds the tail of its stream, which stays for this time without listeners. */
const LINGER_MS = 10_000;
/** Events that a tail remembers, for readers that wait again. */
const MAX_RECENT = 16;

/** The live end of one stream in this process: each event is read once for all listeners. */
interface Tail {
  stream: StreamName;
  /** For which other processes wake this one. */
  group: number;
  lastId: string | null;
  ready: boolean;
  /** Resolves when the end of the stream is known, however long the database is away. */
  opened: Promise<void>;
  /** The last try to open it; rejects while the database is away. */
  attempt: Promise<void>;
  reading: boolean;
  /** Set when a wake-up arrived during a read. */
  readAgain: boolean;
  listeners: Set<Listener>;
  /** The newest events without a gap, oldest first. */
  recent: StreamEvent[];
  /** Id of the event before them; '' for none. */
  recentAfter: string;
  /** Removes the tail when it has no listeners. */
  removal: NodeJS.Timeout | null;
}

interface Tails {
  byStream: Map<StreamName, Tail>;
}

function tails(): Tails {
  return once('tails', () => {
    const tails: Tails = { byStream: new Map() };
    const readStreams = () => new Set(tails.byStream.keys());
    const wakeAll = () => {
      for (const stream of readStreams()) wake(stream);
    };
    onBroadcast('streams', (payload) => {
      if (Array.isArray(payload)) for (const stream of payload) wake(stream);
    });
    onBroadcast('stream_groups', (payload) => {
      const groups = new Set(Array.isArray(payload) ? payload : []);
      for (const { stream, group } of tails.byStream.values()) if (groups.has(group)) wake(stream);
    });
    onReconnect(() => {
      wakeAll();
      for (const tail of tails.byStream.values()) forgetRecent(tail);
    });
    onReplacedWords((streams) => {
      for (const stream of streams) forgetRecent(tails.byStream.get(stream));
    });
    new Sweep(readStreams, wake);
    return tails;
  });
}

/** Delivers events that this process has just committed to its readers, and notifies the other processes. */
export function publish(appended: readonly StreamEvent[]): void {
  if (appended.length === 0) return;
  const byStream = new Map<StreamName, StreamEvent[]>();
  for (const event of appended) {
    const list = byStream.get(event.stream);
    if (list) list.push(event);
    else byStream.set(event.stream, [event]);
  }
  for (const [stream, events] of byStream) {
    const tail = tails().byStream.get(stream);
    if (tail) accept(tail, events);
  }
  notifyOthers([...byStream.keys()]);
}

/** `publish` without the events at hand: readers read them from the database. */
export function wakeStreams(streams: readonly StreamName[]): void {
  for (const stream of streams) wake(stream);
  notifyOthers(streams);
}

function wake(stream: StreamName): void {
  const tail = tails().byStream.get(stream);
  if (tail) void pump(tail);
}

/** Emits events that directly follow the last one; otherwise the tail reads the database, in order. */
function accept(tail: Tail, events: StreamEvent[]): void {
  const follows = tail.ready && !tail.reading && (events[0]?.previousId ?? null) === tail.lastId;
  if (!follows) {
    void pump(tail);
    return;
  }
  tail.lastId = (events.at(-1) as StreamEvent).id;
  emit(tail, events);
}

async function pump(tail: Tail): Promise<void> {
  if (tail.reading || !tail.ready) {
    tail.readAgain = true;
    return;
  }
  tail.reading = true;
  try {
    do {
      tail.readAgain = false;
      const events = await readEvents({
        stream: tail.stream,
        after: tail.lastId,
        audiences: 'all',
        limit: 500,
      });
      if (events.length === 0) continue;
      tail.lastId = (events.at(-1) as StreamEvent).id;
      if (events.length === 500) tail.readAgain = true;
      emit(tail, events);
    } while (tail.readAgain);
  } catch (error) {
    log.error({ err: error, stream: tail.stream }, 'reading new events of a stream failed');
    setTimeout(() => void pump(tail), 1000).unref();
  } finally {
    tail.reading = false;
  }
}

function emit(tail: Tail, events: StreamEvent[]): void {
  remember(tail, events);
  for (const listener of [...tail.listeners]) {
    try {
      listener(events);
    } catch (error) {
      log.error({ err: error, stream: tail.stream }, 'a stream listener failed');
    }
  }
}

function remember(tail: Tail, events: readonly StreamEvent[]): void {
  tail.recent.push(...events);
  const forgotten = tail.recent.splice(0, tail.recent.length - MAX_RECENT);
  tail.recentAfter = forgotten.at(-1)?.id ?? tail.recentAfter;
}

/** Words in them were replaced: the next reader asks the database. */
function forgetRecent(tail: Tail | undefined): void {
  const last = tail?.recent.at(-1);
  if (!tail || !last) return;
  tail.recent = [];
  tail.recentAfter = last.id;
}

/** The events after `after` from memory; null when this process does not know them all, or may have missed some. */
export function recallEvents(stream: StreamName, after: string, audiences: Audiences): StreamEvent[] | null {
  const tail = tails().byStream.get(stream);
  if (!tail?.ready || tail.reading || !busHealthy()) return null;
  const start = after === tail.recentAfter ? 0 : tail.recent.findIndex(({ id }) => id === after) + 1;
  if (start === 0 && after !== tail.recentAfter) return null;
  return tail.recent.slice(start).filter((event) => mayRead(audiences, event));
}

/**
 * The events after the one with id `cursor`; null when the stream has no such event that `audiences` may read. At most one
 * query; none for a recent cursor, unless `isOnlyLook`: a reader that does not wait must also find what another process
 * has just committed.
 */
export async function readAfterCursor(args: {
  stream: StreamName;
  cursor: string;
  audiences: Audiences;
  limit: number;
  isOnlyLook: boolean;
}): Promise<StreamEvent[] | null> {
  const { stream, cursor, audiences, limit } = args;
  const isKnown = tails()
    .byStream.get(stream)
    ?.recent.some((event) => event.id === cursor && mayRead(audiences, event));
  const recalled = isKnown && !args.isOnlyLook ? recallEvents(stream, cursor, audiences) : null;
  return recalled?.slice(0, limit) ?? readEventsAfterCursor(args);
}

/** Whether a stream has an event with this id, of this type where one is given, that `audiences` may read. At most one look-up of the primary key. */
export async function hasEvent(of: {
  stream: StreamName;
  id: string;
  audiences: Audiences;
  type?: string;
}): Promise<boolean> {
  const recent = tails()
    .byStream.get(of.stream)
    ?.recent.find(({ id }) => id === of.id);
  if (recent && of.type !== undefined && recent.type !== of.type) return false;
  return recent ? mayRead(of.audiences, recent) : hasStoredEvent(of);
}

/** Events committed after `opened` or `ready` resolves are delivered; who reads the stored events after that misses none. */
export interface Subscription {
  /** Waits as long as the database is away. */
  opened: Promise<void>;
  /** Rejects while the database is away; the subscription opens when it is back, unless it is stopped. */
  ready: Promise<void>;
  stop: () => void;
}

/** Subscribes to every event of a stream whose first event is not committed yet. No query. Returns the unsubscribe. */
export function subscribeToNewStream(stream: StreamName, listener: Listener): () => void {
  return subscribe(stream, listener, true).stop;
}

/** Subscribes to every event of a stream, of every audience, once each and in order. */
export function subscribeToStream(stream: StreamName, listener: Listener): Subscription {
  return subscribe(stream, listener, false);
}

function subscribe(stream: StreamName, listener: Listener, isNew: boolean): Subscription {
  const { byStream } = tails();
  let tail = byStream.get(stream);
  if (!tail) {
    tail = {
      stream,
      group: beginReading(stream),
      lastId: null,
      ready: isNew,
      opened: Promise.resolve(),
      attempt: Promise.resolve(),
      reading: false,
      readAgain: false,
      listeners: new Set([listener]),
      recent: [],
      recentAfter: '',
      removal: null,
    };
    byStream.set(stream, tail);
    if (!isNew) tail.opened = open(tail);
  }
  const subscribed = tail;
  subscribed.listeners.add(listener);
  if (subscribed.removal) clearTimeout(subscribed.removal);
  subscribed.removal = null;
  return {
    opened: subscribed.opened,
    ready: subscribed.attempt,
    stop: () => {
      if (subscribed.listeners.delete(listener) && subscribed.listeners.size === 0) removeLater(subscribed);
    },
  };
}

/** Removes a tail without listeners: immediately while it is not open, else after a while without new ones. */
function removeLater(tail: Tail): void {
  const { byStream } = tails();
  const remove = () => {
    if (byStream.get(tail.stream) !== tail) return;
    byStream.delete(tail.stream);
    endReading(tail.group);
  };
  if (tail.ready) tail.removal = setTimeout(remove, LINGER_MS).unref();
  else remove();
}

/** How many readers in this process wait for events of a stream or follow it. */
export function countReaders(stream: StreamName): number {
  return tails().byStream.get(stream)?.listeners.size ?? 0;
}

/** `subscribeToStream` without stored events. Returns the unsubscribe. */
export function onStream(stream: StreamName, listener: Listener): () => void {
  return subscribeToStream(stream, listener).stop;
}

async function open(tail: Tail): Promise<void> {
  for (let attempt = 1; tail.listeners.size > 0; attempt++) {
    tail.attempt = readEnd(tail);
    try {
      return await tail.attempt;
    } catch (error) {
      log.error({ err: error, stream: tail.stream }, 'opening a stream failed');
      await waitToRetry(attempt);
    }
  }
}

async function readEnd(tail: Tail): Promise<void> {
  tail.lastId = await lastEventId(tail.stream);
  tail.recentAfter = tail.lastId ?? '';
  tail.ready = true;
  if (tail.readAgain) await pump(tail);
}

/** Live events that wait while a follower reads the stored ones; when there are more, they are read from the database too. */
const MAX_WAITING = 500;
/** Events of one read of a follower. */
const PAGE_SIZE = 500;

/**
 * Delivers every event after `after` that `audiences` may read, stored ones first, then live, once each and in order. A
 * failed read is logged and repeated, later and later, until it works or the follower is stopped. Returns the unsubscribe.
 */
export function followStream(args: {
  stream: StreamName;
  after: string | null;
  audiences: Audiences;
  onEvents: Listener;
}): () => void {
  const { stream, audiences, onEvents } = args;
  let lastId = args.after ?? '';
  let isStopped = false;
  /** Live events while the stored ones are read; null when all of those are delivered. */
  let waiting: StreamEvent[] | null = [];
  const deliver = (events: StreamEvent[]) => {
    const fresh = events.filter((event) => event.id > lastId && mayRead(audiences, event));
    const newest = events.at(-1);
    if (newest && newest.id > lastId) lastId = newest.id;
    if (fresh.length > 0 && !isStopped) onEvents(fresh);
  };
  let hasDropped = false;
  const subscription = subscribeToStream(stream, (events) => {
    if (!waiting) return deliver(events);
    waiting.push(...events);
    if (waiting.length <= MAX_WAITING) return;
    waiting = [];
    hasDropped = true;
  });
  const catchUp = async () => {
    for (let events: StreamEvent[] | null = null; events === null || events.length === PAGE_SIZE || hasDropped; ) {
      hasDropped = false;
      events = await readEvents({ stream, after: lastId, audiences, limit: PAGE_SIZE });
      if (isStopped) return;
      deliver(events);
    }
    const live = waiting ?? [];
    waiting = null;
    deliver(live);
  };
  const begin = async () => {
    await subscription.opened;
    for (let attempt = 1; !isStopped; attempt++) {
      try {
        return await catchUp();
      } catch (error) {
        log.error({ err: error, stream }, 'reading the stored events of a stream failed');
        await waitToRetry(attempt);
      }
    }
  };
  void begin();
  return () => {
    isStopped = true;
    subscription.stop();
  };
}

/** Waits before the next attempt: 0.4 s after the first, at most 5 s. */
export function waitToRetry(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(5000, 200 * 2 ** attempt)).unref());
}

/** Whether a reader with these audiences may read the event. */
export function mayRead(audiences: Audiences, event: Pick<StreamEvent, 'audience'>): boolean {
  return audiences === 'all' || audiences.includes(event.audience);
}
