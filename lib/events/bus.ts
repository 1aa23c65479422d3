import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { sql } from '@/lib/data/database';

/** What one process tells the others; everything else they read from the database. */
export type Topic = 'credentials' | 'catalog' | 'mcp_sessions' | 'live' | 'lobbies' | 'presence' | 'streams';

type Listener = (payload: unknown) => void;

interface Bus {
  /** Marks our own notifications, which were delivered here already. */
  origin: string;
  client: pg.Client | null;
  healthy: boolean;
  stopping: boolean;
  listeners: Map<Topic, Set<Listener>>;
  reconnected: Set<() => void>;
  retry: NodeJS.Timeout | null;
}

const CHANNEL = 'botplay';
/** PostgreSQL takes 8,000 bytes a notification. */
const PAYLOAD_LIMIT = 7_500;

function bus(): Bus {
  return once('bus', () => ({
    origin: randomBytes(6).toString('base64url'),
    client: null,
    healthy: false,
    stopping: false,
    listeners: new Map(),
    reconnected: new Set(),
    retry: null,
  }));
}

/**
 * Connects the LISTEN connection of this process. When it breaks it is made again, and whoever asked by
 * `onReconnect` is told, because notifications sent in between are lost.
 */
export async function startBus(): Promise<void> {
  const self = bus();
  self.stopping = false;
  if (self.client) return;
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    keepAlive: true,
    application_name: 'botplay-bus',
  });
  self.client = client;
  const lost = (error?: Error) => {
    if (self.client !== client) return;
    self.client = null;
    self.healthy = false;
    client.removeAllListeners();
    client.on('error', () => {});
    client.end().catch(() => {});
    if (self.stopping) return;
    log.warn({ reason: error?.message }, 'the wake-up connection to the database was lost');
    self.retry = setTimeout(() => startBus().catch(() => {}), 500);
    self.retry.unref();
  };
  client.on('error', lost);
  client.on('end', () => lost());
  client.on('notification', (message) => receive(message.payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
  } catch (error) {
    lost(error as Error);
    throw error;
  }
  self.healthy = true;
  for (const listener of self.reconnected) listener();
}

/** Closes the LISTEN connection. */
export async function stopBus(): Promise<void> {
  const self = bus();
  self.stopping = true;
  self.healthy = false;
  if (self.retry) clearTimeout(self.retry);
  const client = self.client;
  self.client = null;
  if (client) {
    client.removeAllListeners('end');
    await client.end().catch(() => {});
  }
}

/** Whether messages of other processes arrive now. When not, what was cached must be checked against the database. */
export function busHealthy(): boolean {
  return bus().healthy;
}

/** Told each time the connection is made again: messages may have been missed. */
export function onReconnect(listener: () => void): () => void {
  bus().reconnected.add(listener);
  return () => bus().reconnected.delete(listener);
}

/** What other processes are told when a statement commits. */
export interface News {
  topic: Exclude<Topic, 'streams'>;
  payload: unknown;
}

/**
 * The two parameters of NOTIFY_SQL: wakes the readers of these streams in the other processes and tells them the news,
 * for use inside the writing statement. Nothing to tell sends nothing. `deliver` tells this process after the commit.
 */
export function notification(
  streams: readonly string[],
  news: readonly News[] = [],
): [channel: string, payloads: string[]] {
  const payloads = news.map(({ topic, payload }) => JSON.stringify({ o: bus().origin, t: topic, p: payload }));
  if (streams.length > 0) {
    const payload = JSON.stringify({ o: bus().origin, t: 'streams', p: streams });
    payloads.push(
      payload.length <= PAYLOAD_LIMIT ? payload : JSON.stringify({ o: bus().origin, t: 'streams', p: '*' }),
    );
  }
  return [CHANNEL, payloads];
}

/** SQL that sends what `notification` made; one row whatever there is to send. */
export const NOTIFY_SQL = (channel: string, payloads: string): string =>
  `SELECT count(pg_notify(${channel}, payload)) FROM unnest(${payloads}::text[]) AS payload`;

/** Tells every process, this one at once and the others through the database. */
export async function broadcast(topic: Exclude<Topic, 'streams'>, payload: unknown): Promise<void> {
  deliver(topic, payload);
  await sql('bus.notify', 'SELECT pg_notify($1, $2)', [
    CHANNEL,
    JSON.stringify({ o: bus().origin, t: topic, p: payload }),
  ]);
}

/** Hears what any process broadcasts on a topic. Returns the way to stop. */
export function onBroadcast(topic: Topic, listener: Listener): () => void {
  const { listeners } = bus();
  const set = listeners.get(topic) ?? new Set();
  listeners.set(topic, set.add(listener));
  return () => set.delete(listener);
}

/** Delivers within this process only. */
export function deliver(topic: Topic, payload: unknown): void {
  for (const listener of bus().listeners.get(topic) ?? []) {
    try {
      listener(payload);
    } catch (error) {
      log.error({ err: error, topic }, 'a bus listener failed');
    }
  }
}

function receive(text: string): void {
  try {
    const message = JSON.parse(text) as { o: string; t: Topic; p: unknown };
    if (message.o !== bus().origin) deliver(message.t, message.p);
  } catch (error) {
    log.warn({ err: error }, 'an unreadable notification was left out');
  }
}
