import { randomBytes } from 'node:crypto';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { Connection } from './carriers/connection';
import { postgresCarrier } from './carriers/postgres';
import { redisCarrier } from './carriers/redis';
import { closeRedisStore } from './redis-store';
import { type Change, WakeUps } from './wake-ups';

/** A subject of messages between processes, named by the module that sends them. `streams` belongs to the bus. */
export type Topic = string;

/** A message to every process. Data are read from the database; a message only says what changed. */
export interface BusMessage {
  topic: Topic;
  payload: unknown;
}

type Listener = (payload: unknown) => void;

interface Bus {
  /** Marks our own messages, which were delivered here already. */
  origin: string;
  /** Always connected: takes what Redis does not. */
  database: Connection;
  /** With REDIS_URL: takes every message. */
  redis: Connection | null;
  listeners: Map<Topic, Set<Listener>>;
  reconnectListeners: Set<() => void>;
  /** What is queued or being sent to the other processes. */
  wakeUps: WakeUps;
  /** Who else listens. */
  others: OtherProcesses;
}

/** What this process knows of the others. */
interface OtherProcesses {
  /** Whether no other process listens, so that a commit wakes none. */
  isAlone: () => boolean;
  /** Whether another process reads the stream, or may. Asked after each commit. */
  read: (stream: string) => boolean;
}

function bus(): Bus {
  return once('bus', () => {
    const reconnectListeners = new Set<() => void>();
    const events = {
      received: receive,
      connected: () => {
        for (const listener of reconnectListeners) listener();
      },
    };
    const { REDIS_URL } = env();
    return {
      origin: randomBytes(6).toString('base64url'),
      database: new Connection(postgresCarrier(), events),
      redis: REDIS_URL === '' ? null : new Connection(redisCarrier(REDIS_URL), events),
      listeners: new Map(),
      reconnectListeners,
      wakeUps: new WakeUps(sendChanges),
      others: { isAlone: () => false, read: () => true },
    };
  });
}

/**
 * Connects this process to the others. A broken connection is opened again and `onReconnect` is called, because messages
 * sent meanwhile are lost. Without its Redis a process works and trusts no cache.
 * @throws Error when it cannot listen to the database
 */
export async function connectBus(): Promise<void> {
  const { database, redis } = bus();
  await database.open();
  await redis?.open().catch(() => {});
}

/** Sends what is queued and disconnects. */
export async function stopBus(): Promise<void> {
  const { database, redis, wakeUps } = bus();
  await wakeUps.idle();
  await Promise.all([database.close(), redis?.close(), closeRedisStore()]);
}

/** Names this process among those on the bus, until it ends. */
export const processId = (): string => bus().origin;

/** Whether messages of other processes arrive now. When not, caches must be checked against the database. */
export function busHealthy(): boolean {
  const { database, redis } = bus();
  return database.isUp && (redis === null || redis.isUp);
}

/** Whether this process can receive messages at all. One that lost its Redis polls the database more often, and serves. */
export function busConnected(): boolean {
  return bus().database.isUp;
}

/** Whether no other process hears what this one sends. */
export const isAlone = (): boolean => bus().others.isAlone();

/** Decides from now on whether commits need to wake other processes. */
export function setOthers(others: OtherProcesses): void {
  bus().others = others;
}

/** Calls what was given to `onReconnect`, after a time in which messages may not have been sent to this process. */
export function reportMissed(): void {
  for (const listener of bus().reconnectListeners) listener();
}

/**
 * Calls `listener` whenever a connection was opened again, and after a time in which this process did nothing: messages may
 * have been missed. Returns the unsubscribe.
 */
export function onReconnect(listener: () => void): () => void {
  bus().reconnectListeners.add(listener);
  return () => bus().reconnectListeners.delete(listener);
}

const formatMessage = ({ topic, payload }: BusMessage) => JSON.stringify({ o: bus().origin, t: topic, p: payload });

/**
 * Wakes the readers of `streams` in the other processes and sends them `messages`, after a commit. A hint that is lost delays
 * them until the next sweep. Nothing is sent of streams that no other process reads, and no message while none listens.
 */
export function notifyOthers(streams: readonly string[], messages: readonly BusMessage[] = []): void {
  const { others } = bus();
  sendHint(streams.filter(others.read), others.isAlone() ? [] : messages);
}

/** Wakes the readers of all streams of these groups in the other processes. */
export function notifyGroups(groups: readonly number[]): void {
  sendHint([], [{ topic: 'stream_groups', payload: groups }]);
}

function sendHint(streams: readonly string[], messages: readonly BusMessage[]): void {
  if (streams.length === 0 && messages.length === 0) return;
  bus()
    .wakeUps.add({ streams, texts: messages.map(formatMessage) })
    .catch((error: unknown) => {
      log.warn({ err: error }, 'could not notify other processes of a commit; they will find it');
    });
}

async function sendChanges({ streams, texts }: Change): Promise<void> {
  await send(streams.length > 0 ? [...texts, formatMessage({ topic: 'streams', payload: streams })] : texts);
}

/** Sends by Redis when there is one. What it may not have taken goes by the database, and may arrive twice. */
async function send(texts: readonly string[]): Promise<void> {
  const { redis, database } = bus();
  const isTaken = await redis?.send(texts).then(
    () => true,
    () => false,
  );
  if (!isTaken) await database.send(texts);
}

/** Sends a message to every process, to this one immediately. Call it after the commit. @throws Error when it may not have been sent */
export async function broadcast(topic: Topic, payload: unknown): Promise<void> {
  deliver(topic, payload);
  await bus().wakeUps.add({ streams: [], texts: [formatMessage({ topic, payload })] });
}

/**
 * Sends a message to every process, to this one immediately, that may be lost. Call it after the commit. Never throws: what was
 * committed holds although the others learn of it later, so its caller must not be answered with an error.
 */
export async function broadcastHint(topic: Topic, payload: unknown): Promise<void> {
  await broadcast(topic, payload).catch((error: unknown) => {
    log.warn({ err: error, topic }, 'could not notify other processes; they will learn of it later');
  });
}

/** Delivers messages about what was committed, here and to the other processes. */
export function publishMessages(messages: readonly BusMessage[]): void {
  for (const { topic, payload } of messages) deliver(topic, payload);
  notifyOthers([], messages);
}

/** Subscribes to the messages of a topic from every process. Returns the unsubscribe. */
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
  const message = parse(text);
  if (!isJsonObject(message) || typeof message.o !== 'string' || typeof message.t !== 'string') {
    log.warn({ length: text.length }, 'ignored an unreadable bus message');
  } else if (message.o !== bus().origin) deliver(message.t, message.p);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
