import { once as nextEvent } from 'node:events';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { deploymentChannel } from './carriers/redis';

/** A Redis that does not answer within this time counts as lost. */
const MAX_SILENCE_MS = 1_000;

async function connect(url: string) {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    RESP: 2,
    name: 'botplay-store',
    disableOfflineQueue: true,
    pingInterval: MAX_SILENCE_MS / 2,
    socket: { connectTimeout: MAX_SILENCE_MS, socketTimeout: MAX_SILENCE_MS },
  });
  client.on('error', (error) => log.warn({ err: error }, 'the Redis connection for counts failed'));
  // The client tries for ever, and connect() waits for that; until then its users fall back to the database.
  const failed = nextEvent(client, 'error');
  await Promise.race([client.connect(), failed]).catch(() => {});
  return { client, prefix: await deploymentChannel() };
}

export type RedisStore = Awaited<ReturnType<typeof connect>>;

interface Slot {
  store: Promise<RedisStore> | null;
}

const slot = (): Slot => once('redis.store', () => ({ store: null }));

/** The connection to Redis for short-lived counts, with the prefix of this deployment's keys; null without REDIS_URL. */
export async function redisStore(): Promise<RedisStore | null> {
  const { REDIS_URL } = env();
  if (REDIS_URL === '') return null;
  const self = slot();
  self.store ??= connect(REDIS_URL);
  return self.store;
}

/** Closes the connection; for a clean stop. */
export async function closeRedisStore(): Promise<void> {
  const self = slot();
  const store = await self.store?.catch(() => null);
  self.store = null;
  if (store?.client.isOpen) store.client.destroy();
}
