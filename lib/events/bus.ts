import { randomBytes } from 'node:crypto';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { Line } from './carriers/line';
import { inParts } from './carriers/parts';
import { CHANNEL, postgresCarrier } from './carriers/postgres';
import { redisCarrier } from './carriers/redis';

/** A subject of messages between processes, named by the module that sends them. `streams` belongs to the bus. */
export type Topic = string;

type Listener = (payload: unknown) => void;

interface Bus {
  /** Marks our own messages, which were delivered here already. */
  origin: string;
  /** Always listened to: what Redis does not take goes by the database. */
  database: Line;
  /** With REDIS_URL: takes everything that is told, so that no commit has to. */
  redis: Line | null;
  listeners: Map<Topic, Set<Listener>>;
  reconnected: Set<() => void>;
  /** What was committed and is not told yet. */
  untold: { streams: Set<string>; news: News[] };
  telling: Promise<void> | null;
}

function bus(): Bus {
  return once('bus', () => {
    const reconnected = new Set<() => void>();
    const events = {
      heard: receive,
      up: () => {
        for (const listener of reconnected) listener();
      },
    };
    const { REDIS_URL } = env();
    return {
      origin: randomBytes(6).toString('base64url'),
      database: new Line(postgresCarrier(), events),
      redis: REDIS_URL === '' ? null : new Line(redisCarrier(REDIS_URL), events),
      listeners: new Map(),
      reconnected,
      untold: { streams: new Set<string>(), news: [] },
      telling: null,
    };
  });
}

/**
 * Connects this process to the others. A connection that breaks is made again, and whoever asked by `onReconnect` is
 * told, because messages sent in between are lost. Without its Redis a process works: it trusts no cache meanwhile.
 * @throws Error when the database cannot be listened to.
 */
export async function startBus(): Promise<void> {
  const { database, redis } = bus();
  await database.open();
  await redis?.open().catch(() => {});
}

/** Tells what is still to be told, and hangs up. */
export async function stopBus(): Promise<void> {
  const { database, redis, telling } = bus();
  await telling;
  await Promise.all([database.close(), redis?.close()]);
}

/** Whether messages of other processes arrive now. When not, what was cached must be checked against the database. */
export function busHealthy(): boolean {
  const { database, redis } = bus();
  return database.isUp && (redis === null || redis.isUp);
}

/** Whether this process can be told at all. One that lost its Redis asks the database more often, and serves. */
export function busConnected(): boolean {
  return bus().database.isUp;
}

/** Whether a message may get lost without a connection breaking: its sender died between its commit and the telling. */
export function tellsAfterCommit(): boolean {
  return bus().redis !== null;
}

/** Told each time a connection is made again: messages may have been missed. */
export function onReconnect(listener: () => void): () => void {
  bus().reconnected.add(listener);
  return () => bus().reconnected.delete(listener);
}

/** What other processes are told when a statement commits. */
export interface News {
  topic: Topic;
  payload: unknown;
}

/**
 * The two parameters of NOTIFY_SQL: wakes the readers of these streams in the other processes and tells them the news,
 * for use inside the writing statement. Nothing to tell sends nothing; with Redis that is always so, and `publish`,
 * `wakeStreams` and `publishNews`, which tell this process after the commit, tell the others as well.
 */
export function notification(
  streams: readonly string[],
  news: readonly News[] = [],
): [channel: string, payloads: string[]] {
  return [CHANNEL, tellsAfterCommit() ? [] : messages(streams, news).flatMap(inParts)];
}

function messages(streams: readonly string[], news: readonly News[]): string[] {
  const payloads = news.map(({ topic, payload }) => message(topic, payload));
  return streams.length > 0 ? [...payloads, message('streams', streams)] : payloads;
}

const message = (topic: Topic, payload: unknown) => JSON.stringify({ o: bus().origin, t: topic, p: payload });

/** Tells the other processes of what has been committed, unless the statement that wrote it has done so. */
export function tellOthers(streams: readonly string[], news: readonly News[] = []): void {
  const self = bus();
  if (!tellsAfterCommit()) return;
  for (const stream of streams) self.untold.streams.add(stream);
  self.untold.news.push(...news);
  self.telling ??= tell(self);
}

/** Lets what was committed together, or while the last messages were on their way, travel together. */
async function tell(self: Bus): Promise<void> {
  await Promise.resolve();
  while (self.untold.streams.size > 0 || self.untold.news.length > 0) {
    const { streams, news } = self.untold;
    self.untold = { streams: new Set(), news: [] };
    await send(self, messages([...streams], news)).catch((error: unknown) => {
      log.warn({ err: error }, 'other processes could not be told of a commit; they will find it');
    });
  }
  self.telling = null;
}

/** By Redis when there is one; what it has not surely taken goes by the database, and may arrive twice. */
async function send({ redis, database }: Bus, texts: readonly string[]): Promise<void> {
  const isTaken = await redis?.send(texts).then(
    () => true,
    () => false,
  );
  if (!isTaken) await database.send(texts);
}

/** Tells every process, this one at once. Not bound to any transaction: call it after the commit. */
export async function broadcast(topic: News['topic'], payload: unknown): Promise<void> {
  deliver(topic, payload);
  await send(bus(), [message(topic, payload)]);
}

/** Tells every process of news that have been committed by a statement with `notification`. */
export function publishNews(news: readonly News[]): void {
  for (const { topic, payload } of news) deliver(topic, payload);
  tellOthers([], news);
}

/** Hears what any process broadcasts on a topic. Returns the way to stop. */
export function onBroadcast(topic: Topic, listener: Listener): () => void {
  const { listeners } = bus();
  const set = listeners.get(topic) ?? new Set();
  listeners.set(topic, set.add(listener));
  return () => set.delete(listener);
}

function deliver(topic: Topic, payload: unknown): void {
  for (const listener of bus().listeners.get(topic) ?? []) {
    try {
      listener(payload);
    } catch (error) {
      log.error({ err: error, topic }, 'a bus listener failed');
    }
  }
}

function receive(text: string): void {
  const heard = parse(text);
  if (!isJsonObject(heard) || typeof heard.o !== 'string' || typeof heard.t !== 'string') {
    log.warn({ length: text.length }, 'an unreadable wake-up was left out');
  } else if (heard.o !== bus().origin) deliver(heard.t, heard.p);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
