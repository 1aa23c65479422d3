import { createHash } from 'node:crypto';
import { sql, sqlState } from '@/lib/data/database';
import type { Carrier, Ears } from './carrier';

/** How long Redis may take to say that it has a text; who waits for it has a second in all. */
const TAKEN_WITHIN_MS = 500;
const CONNECTED_WITHIN_MS = 2_000;
/** A connection that is silent is asked whether it lives; two questions without an answer mean no. */
const ASK_EVERY_MS = 300;
const MAX_UNANSWERED = 2;
const INSUFFICIENT_PRIVILEGE = '42501';

type RedisClient = Awaited<ReturnType<typeof makeClient>>;

/** We make connections anew ourselves, and nothing waits in the client for that: what cannot go now goes another way. */
async function makeClient(url: string) {
  // Loaded by those who have a Redis.
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    RESP: 2,
    name: 'botplay-bus',
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECTED_WITHIN_MS, reconnectStrategy: false },
  });
}

/**
 * Redis' PUBLISH and SUBSCRIBE, on two connections: one that subscribes may do nothing else in the older protocol, which
 * every Redis and its likes speak.
 */
export function redisCarrier(url: string): Carrier {
  let line: { telling: RedisClient; channel: string } | null = null;
  return {
    name: `Redis at ${new URL(url).host}`,
    listen: async (ears) => {
      const channel = await deploymentChannel();
      const [hearing, telling] = [await makeClient(url), await makeClient(url)];
      const mine = { telling, channel };
      const hangUp = async () => {
        if (line === mine) line = null;
        for (const client of [hearing, telling]) if (client.isOpen) client.destroy();
      };
      const connectBoth = async () => {
        await Promise.all([hearing.connect(), telling.connect()]);
        await hearing.subscribe(channel, ears.heard);
      };
      for (const client of [hearing, telling]) client.on('error', ears.lost).on('end', () => ears.lost());
      try {
        // Redis may be reached and yet not answer, for which the client would wait.
        await within(CONNECTED_WITHIN_MS, connectBoth());
      } catch (error) {
        await hangUp();
        throw error;
      }
      const stopAsking = askWhetherAlive(hearing, ears);
      line = mine;
      return () => {
        stopAsking();
        return hangUp();
      };
    },
    send: async (texts) => {
      if (!line) throw new Error('Redis is not connected.');
      const { telling, channel } = line;
      await within(TAKEN_WITHIN_MS, Promise.all(texts.map((text) => telling.publish(channel, text))));
    },
  };
}

/** Notices a connection that broke without a word: a cable, a firewall, a machine that vanished. */
function askWhetherAlive(client: RedisClient, { lost }: Ears): () => void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= MAX_UNANSWERED) return lost(new Error('Redis does not answer.'));
    unanswered++;
    client.ping().then(() => {
      unanswered = 0;
    }, lost);
  }, ASK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${limitMs} ms.`));
    // An answer that arrived while this process was busy is read first.
    timer = setTimeout(() => setImmediate(giveUp), limitMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * The channel of this deployment: that of its database, however each process addresses it, so that deployments may share
 * a Redis (its numbered databases do not separate channels). Tells nothing about the database.
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

/** What a PostgreSQL cluster was called at its birth; a managed one may keep it to itself. */
async function clusterId(): Promise<string> {
  try {
    const rows = await sql<{ id: string }>(
      'bus.cluster',
      'SELECT system_identifier::text AS id FROM pg_control_system()',
      [],
    );
    return rows[0]?.id ?? '';
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) return '';
    throw error;
  }
}
