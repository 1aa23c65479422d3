import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { notifiesAfterCommit, notifyOthers, onBroadcast, onReconnect } from './bus';
import { type Audiences, lastEventId, readEvents } from './store';
import { Sweep } from './sweep';

type Listener = (events: StreamEvent[]) => void;

/** The live end of one stream in this process: each event is read once for all listeners. */
interface Tail {
  stream: StreamName;
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
}

interface Tails {
  byStream: Map<StreamName, Tail>;
  wakers: Map<StreamName, Set<() => void>>;
}

function tails(): Tails {
  return once('tails', () => {
    const made: Tails = { byStream: new Map(), wakers: new Map() };
    const readStreams = () => new Set([...made.byStream.keys(), ...made.wakers.keys()]);
    const wakeAll = () => {
      for (const stream of readStreams()) wake(stream);
    };
    onBroadcast('streams', (payload) => {
      if (Array.isArray(payload)) for (const stream of payload) wake(stream);
    });
    onReconnect(wakeAll);
    if (notifiesAfterCommit()) new Sweep(readStreams, wake);
    return made;
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
    for (const waker of tails().wakers.get(stream) ?? []) waker();
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
  for (const waker of tails().wakers.get(stream) ?? []) waker();
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
  for (const listener of [...tail.listeners]) {
    try {
      listener(events);
    } catch (error) {
      log.error({ err: error, stream: tail.stream }, 'a stream listener failed');
    }
  }
}

/** Events committed after `opened` or `ready` resolves are delivered; who reads the stored events after that misses none. */
interface Subscription {
  /** Waits as long as the database is away. */
  opened: Promise<void>;
  /** Rejects while the database is away; the subscription opens when it is back, unless it is stopped. */
  ready: Promise<void>;
  stop: () => void;
}

/** Subscribes to every event of a stream, of every audience, once each and in order. */
export function subscribeToStream(stream: StreamName, listener: Listener): Subscription {
  const { byStream } = tails();
  let tail = byStream.get(stream);
  if (!tail) {
    tail = {
      stream,
      lastId: null,
      ready: false,
      opened: Promise.resolve(),
      attempt: Promise.resolve(),
      reading: false,
      readAgain: false,
      listeners: new Set([listener]),
    };
    byStream.set(stream, tail);
    tail.opened = open(tail);
  }
  const subscribed = tail;
  subscribed.listeners.add(listener);
  return {
    opened: subscribed.opened,
    ready: subscribed.attempt,
    stop: () => {
      subscribed.listeners.delete(listener);
      if (subscribed.listeners.size === 0 && byStream.get(stream) === subscribed) byStream.delete(stream);
    },
  };
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
      await new Promise((resolve) => setTimeout(resolve, Math.min(5000, 200 * 2 ** attempt)).unref());
    }
  }
}

async function readEnd(tail: Tail): Promise<void> {
  tail.lastId = await lastEventId(tail.stream);
  tail.ready = true;
  if (tail.readAgain) await pump(tail);
}

/**
 * Delivers every event after `after` that `audiences` may read, stored ones first, then live, once each and in order.
 * Returns the unsubscribe.
 */
export function followStream(args: {
  stream: StreamName;
  after: string | null;
  audiences: Audiences;
  onEvents: Listener;
  onError?: (error: unknown) => void;
}): () => void {
  let lastId = args.after ?? '';
  let stopped = false;
  let buffered: StreamEvent[] | null = [];
  const deliver = (events: StreamEvent[]) => {
    const fresh = events.filter((event) => event.id > lastId && mayRead(args.audiences, event));
    const newest = events.at(-1);
    if (newest && newest.id > lastId) lastId = newest.id;
    if (fresh.length > 0 && !stopped) args.onEvents(fresh);
  };
  const subscription = subscribeToStream(args.stream, (events) => {
    if (buffered) buffered.push(...events);
    else deliver(events);
  });
  const catchUp = async () => {
    await subscription.opened;
    for (;;) {
      const events = await readEvents({
        stream: args.stream,
        after: lastId,
        audiences: args.audiences,
        limit: 500,
      });
      deliver(events);
      if (events.length < 500 || stopped) break;
    }
    const live = buffered ?? [];
    buffered = null;
    deliver(live);
  };
  catchUp().catch((error) => args.onError?.(error));
  return () => {
    stopped = true;
    subscription.stop();
  };
}

/** Whether a reader with these audiences may read the event. */
export function mayRead(audiences: Audiences, event: Pick<StreamEvent, 'audience'>): boolean {
  return audiences === 'all' || audiences.includes(event.audience);
}

/**
 * Returns the events after `after`: immediately when there are any, else when one is committed; [] at the timeout or
 * when the signal aborts. One query at the start and one per wake-up; events of other audiences cause a wake-up only.
 */
export async function waitForEvents(args: {
  stream: StreamName;
  after: string | null;
  audiences: Audiences;
  timeoutMs: number;
  signal?: AbortSignal;
  limit?: number;
}): Promise<StreamEvent[]> {
  const { wakers } = tails();
  let woken = false;
  let resume: () => void = () => {};
  const waker = () => {
    woken = true;
    resume();
  };
  const set = wakers.get(args.stream) ?? new Set();
  wakers.set(args.stream, set.add(waker));
  args.signal?.addEventListener('abort', waker);
  const deadline = Date.now() + args.timeoutMs;
  try {
    for (;;) {
      woken = false;
      const events = await readEvents(args);
      const remainingMs = deadline - Date.now();
      if (events.length > 0 || remainingMs <= 0 || args.signal?.aborted) return events;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs);
        resume = () => {
          clearTimeout(timer);
          resolve();
        };
        if (woken) resume();
      });
      if (!woken) return [];
    }
  } finally {
    args.signal?.removeEventListener('abort', waker);
    set.delete(waker);
    if (set.size === 0 && wakers.get(args.stream) === set) wakers.delete(args.stream);
  }
}
