import { createHash } from 'node:crypto';
import { clusterId } from '@/lib/data/cluster';
import { sql } from '@/lib/data/database';
import type { Carrier, CarrierListener } from './carrier';

/** Within this time Redis acknowledges a text, else it goes by the database. */
const MAX_SEND_MS = 500;
const MAX_CONNECT_MS = 2_000;
/** Two unanswered pings mean a broken connection. */
const PING_INTERVAL_MS = 300;
const MAX_UNANSWERED_PINGS = 2;

type RedisClient = Awaited<ReturnType<typeof makeClient>>;

/** A client without reconnection and queue: `Connection` reconnects, and texts that cannot be sent go by the database. */
async function makeClient(url: string) {
  // Loaded only with a REDIS_URL.
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    RESP: 2,
    name: 'botplay-bus',
    disableOfflineQueue: true,
    socket: { connectTimeout: MAX_CONNECT_MS, reconnectStrategy: false },
  });
}

/**
 * PUBLISH and SUBSCRIBE of Redis on two connections: in RESP 2, which every compatible server speaks, a subscribed
 * connection can do nothing else.
 */
export function redisCarrier(url: string): Carrier {
  let connected: { publisher: RedisClient; channel: string } | null = null;
  return {
    name: `Redis at ${new URL(url).host} (REDIS_URL)`,
    connect: async (listener) => {
      const channel = await deploymentChannel();
      const [subscriber, publisher] = [await makeClient(url), await makeClient(url)];
      const current = { publisher, channel };
      const disconnect = async () => {
        if (connected === current) connected = null;
        for (const client of [subscriber, publisher]) if (client.isOpen) client.destroy();
      };
      const connectBoth = async () => {
        await Promise.all([subscriber.connect(), publisher.connect()]);
        await subscriber.subscribe(channel, listener.received);
      };
      for (const client of [subscriber, publisher])
        client.on('error', listener.lost).on('end', () => listener.lost(new Error('The connection was closed.')));
      try {
        // A server that accepts the connection and does not answer would make the client wait for ever.
        await within(MAX_CONNECT_MS, connectBoth());
      } catch (error) {
        await disconnect();
        throw error;
      }
      const stopPings = startPings(subscriber, listener);
      connected = current;
      return () => {
        stopPings();
        return disconnect();
      };
    },
    send: async (texts) => {
      if (!connected) throw new Error('Redis is not connected.');
      const { publisher, channel } = connected;
      await within(MAX_SEND_MS, Promise.all(texts.map((text) => publisher.publish(channel, text))));
    },
  };
}

/** Detects a connection that broke without a close, for example by a firewall. */
function startPings(client: RedisClient, { lost }: CarrierListener): () => void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= MAX_UNANSWERED_PINGS) return lost(new Error('Redis does not answer.'));
    unanswered++;
    client.ping().then(() => {
      unanswered = 0;
    }, lost);
  }, PING_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`Redis did not answer within ${limitMs} ms.`));
    // Reads an answer that arrived while this process was busy first.
    timer = setTimeout(() => setImmediate(fail), limitMs);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Returns the channel of this deployment, a hash of its database's identity, so that deployments can share a Redis (its
 * numbered databases do not separate channels).
 */
export async function deploymentChannel(): Promise<string> {
  const [database] = await sql<{ name: string; oid: number }>(
    'bus.database',
    'SELECT datname AS name, oid FROM pg_database WHERE datname = current_database()',
    [],
  );
  const identity = [await clusterId(), database?.name, database?.oid].join('/');
  return `botplay:${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}`;
}
