import { randomBytes } from 'node:crypto';
import { Batches } from '@/lib/core/batches';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { Connection } from './carriers/connection';
import { splitText } from './carriers/parts';
import { CHANNEL, postgresCarrier } from './carriers/postgres';
import { redisCarrier } from './carriers/redis';
import { closeRedisStore } from './redis-store';

/** A subject of messages between processes, named by the module that sends them. `streams` belongs to the bus. */
export type Topic = string;

/** A message to every process. Data are read from the database; a message only says what changed. */
export interface BusMessage {
  topic: Topic;
  payload: unknown;
}

type Listener = (payload: unknown) => void;

/** What one commit changed, for the other processes. */
interface Commit {
  streams: readonly string[];
  messages: readonly BusMessage[];
}

interface Bus {
  /** Marks our own messages, which were delivered here already. */
  origin: string;
  /** Always connected: takes what Redis does not. */
  database: Connection;
  /** With REDIS_URL: takes every message, so that no commit has to. */
  redis: Connection | null;
  listeners: Map<Topic, Set<Listener>>;
  reconnectListeners: Set<() => void>;
  /** With Redis: commits whose messages are queued or being sent. */
  commits: Batches<Commit, void>;
}

const MAX_COMMITS_PER_MESSAGE = 1_000;

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
      commits: new Batches<Commit, void>({
        // A message that is sent twice wakes its readers twice.
        isRepeatHarmless: true,
        maxItems: MAX_COMMITS_PER_MESSAGE,
        maxInFlight: 1,
        send: async (commits) => {
          await sendCommits(commits);
          return commits.map(() => undefined);
        },
      }),
    };
  });
}

/**
 * Connects this process to the others. A broken connection is opened again and `onReconnect` is called, because messages
 * sent meanwhile are lost. Without its Redis a process works and trusts no cache.
 * @throws Error when it cannot listen to the database
 */
export async function startBus(): Promise<void> {
  const { database, redis } = bus();
  await database.open();
  await redis?.open().catch(() => {});
}

/** Sends what is queued and disconnects. */
export async function stopBus(): Promise<void> {
  const { database, redis, commits } = bus();
  await commits.idle();
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

/** Whether messages are sent after the commit. Then one can get lost: its sender may die in between. */
export function notifiesAfterCommit(): boolean {
  return bus().redis !== null;
}

/** Calls `listener` whenever a connection was opened again: messages may have been missed. Returns the unsubscribe. */
export function onReconnect(listener: () => void): () => void {
  bus().reconnectListeners.add(listener);
  return () => bus().reconnectListeners.delete(listener);
}

/**
 * Returns the two parameters of NOTIFY_SQL, which wakes the readers of `streams` in the other processes and sends them
 * `messages` when the writing statement commits. With Redis there are no payloads: `publish`, `wakeStreams` and
 * `publishMessages` notify the other processes after the commit.
 */
export function notification(
  streams: readonly string[],
  messages: readonly BusMessage[] = [],
): [channel: string, payloads: string[]] {
  return [CHANNEL, notifiesAfterCommit() ? [] : format({ streams, messages }).flatMap(splitText)];
}

function format({ streams, messages }: Commit): string[] {
  const texts = messages.map(formatMessage);
  return streams.length > 0 ? [...texts, formatMessage({ topic: 'streams', payload: streams })] : texts;
}

const formatMessage = ({ topic, payload }: BusMessage) => JSON.stringify({ o: bus().origin, t: topic, p: payload });

/** Notifies the other processes of a commit, unless its statement did so by `notification`. */
export function notifyOthers(streams: readonly string[], messages: readonly BusMessage[] = []): void {
  if (notifiesAfterCommit()) void bus().commits.add({ streams, messages });
}

async function sendCommits(commits: readonly Commit[]): Promise<void> {
  const streams = [...new Set(commits.flatMap((commit) => commit.streams))];
  const messages = commits.flatMap((commit) => commit.messages);
  await send(format({ streams, messages })).catch((error: unknown) => {
    log.warn({ err: error }, 'could not notify other processes of a commit; they will find it');
  });
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

/** Sends a message to every process, to this one immediately. Not part of a transaction: call it after the commit. */
export async function broadcast(topic: Topic, payload: unknown): Promise<void> {
  deliver(topic, payload);
  await send([formatMessage({ topic, payload })]);
}

/** Delivers messages that a statement with `notification` has committed. */
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
