import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { onBroadcast, onReconnect, tellOthers, tellsAfterCommit } from './bus';
import { type Audiences, lastEventId, readEvents } from './store';
import { Sweep } from './sweep';

type Listener = (events: StreamEvent[]) => void;

/** The live end of one stream in this process: one read an event, however many listen. */
interface Tail {
  stream: StreamName;
  lastId: string | null;
  ready: boolean;
  opened: Promise<void>;
  reading: boolean;
  again: boolean;
  listeners: Set<Listener>;
}

interface Tails {
  byStream: Map<StreamName, Tail>;
  wakers: Map<StreamName, Set<() => void>>;
}

function tails(): Tails {
  return once('tails', () => {
    const made: Tails = { byStream: new Map(), wakers: new Map() };
    const watched = () => new Set([...made.byStream.keys(), ...made.wakers.keys()]);
    const wakeAll = () => {
      for (const stream of watched()) wake(stream);
    };
    onBroadcast('streams', (payload) => {
      if (Array.isArray(payload)) for (const stream of payload) wake(stream);
    });
    onReconnect(wakeAll);
    if (tellsAfterCommit()) new Sweep(watched, wake);
    return made;
  });
}

/** Wakes every process for events that this one has just committed; the others by the committing statement or now. */
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
  tellOthers([...byStream.keys()]);
}

/** `publish` for who does not have the events at hand: the readers read the database. */
export function wakeStreams(streams: readonly StreamName[]): void {
  for (const stream of streams) wake(stream);
  tellOthers(streams);
}

function wake(stream: StreamName): void {
  const tail = tails().byStream.get(stream);
  if (tail) void pump(tail);
  for (const waker of tails().wakers.get(stream) ?? []) waker();
}

/** Takes events that follow the last one directly; anything else is read from the database, in order. */
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
    tail.again = true;
    return;
  }
  tail.reading = true;
  try {
    do {
      tail.again = false;
      const events = await readEvents({
        stream: tail.stream,
        after: tail.lastId,
        audiences: 'all',
        limit: 500,
      });
      if (events.length === 0) continue;
      tail.lastId = (events.at(-1) as StreamEvent).id;
      if (events.length === 500) tail.again = true;
      emit(tail, events);
    } while (tail.again);
  } catch (error) {
    log.error({ err: error, stream: tail.stream }, 'reading the end of a stream failed');
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

/**
 * Hears every event of a stream, once each and in order, of every audience: the listener filters. Everything that is
 * committed after `ready` resolves is heard; read what is stored after that and nothing falls between.
 */
export function joinStream(stream: StreamName, listener: Listener): { ready: Promise<void>; stop: () => void } {
  const { byStream } = tails();
  let tail = byStream.get(stream);
  if (!tail) {
    tail = {
      stream,
      lastId: null,
      ready: false,
      opened: Promise.resolve(),
      reading: false,
      again: false,
      listeners: new Set(),
    };
    byStream.set(stream, tail);
    tail.opened = open(tail);
  }
  const joined = tail;
  joined.listeners.add(listener);
  return {
    ready: joined.opened,
    stop: () => {
      joined.listeners.delete(listener);
      if (joined.listeners.size === 0 && byStream.get(stream) === joined) byStream.delete(stream);
    },
  };
}

/** `joinStream` for those who need no stored events. Returns the way to stop. */
export function onStream(stream: StreamName, listener: Listener): () => void {
  return joinStream(stream, listener).stop;
}

async function open(tail: Tail): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      tail.lastId = await lastEventId(tail.stream);
      tail.ready = true;
      if (tail.again) await pump(tail);
      return;
    } catch (error) {
      log.error({ err: error, stream: tail.stream }, 'opening a stream failed');
      await new Promise((resolve) => setTimeout(resolve, Math.min(5000, 200 * 2 ** attempt)).unref());
    }
  }
}

/**
 * Delivers everything after `after` that `audiences` may read, first what is stored, then live, once each and in order.
 * Returns the way to stop.
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
  let waiting: StreamEvent[] | null = [];
  const give = (events: StreamEvent[]) => {
    const fresh = events.filter((event) => event.id > lastId && mayRead(args.audiences, event));
    const newest = events.at(-1);
    if (newest && newest.id > lastId) lastId = newest.id;
    if (fresh.length > 0 && !stopped) args.onEvents(fresh);
  };
  const joined = joinStream(args.stream, (events) => {
    if (waiting) waiting.push(...events);
    else give(events);
  });
  const catchUp = async () => {
    await joined.ready;
    for (;;) {
      const events = await readEvents({
        stream: args.stream,
        after: lastId,
        audiences: args.audiences,
        limit: 500,
      });
      give(events);
      if (events.length < 500 || stopped) break;
    }
    const held = waiting ?? [];
    waiting = null;
    give(held);
  };
  catchUp().catch((error) => args.onError?.(error));
  return () => {
    stopped = true;
    joined.stop();
  };
}

/** Whether a reader of these audiences may read the event. */
export function mayRead(audiences: Audiences, event: Pick<StreamEvent, 'audience'>): boolean {
  return audiences === 'all' || audiences.includes(event.audience);
}

/**
 * Events after `after` at once when there are any, else as soon as there are, else [] at the timeout or when the
 * signal aborts. One query at once and one a wake-up; events of other audiences wake but never answer.
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
  let rouse: () => void = () => {};
  const waker = () => {
    woken = true;
    rouse();
  };
  const set = wakers.get(args.stream) ?? new Set();
  wakers.set(args.stream, set.add(waker));
  args.signal?.addEventListener('abort', waker);
  const deadline = Date.now() + args.timeoutMs;
  try {
    for (;;) {
      woken = false;
      const events = await readEvents(args);
      const leftMs = deadline - Date.now();
      if (events.length > 0 || leftMs <= 0 || args.signal?.aborted) return events;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
        if (woken) rouse();
      });
      if (!woken) return [];
    }
  } finally {
    args.signal?.removeEventListener('abort', waker);
    set.delete(waker);
    if (set.size === 0 && wakers.get(args.stream) === set) wakers.delete(args.stream);
  }
}
