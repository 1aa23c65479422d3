import { createHash } from 'node:crypto';
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { registerCleanup } from '@/lib/core/cleanup';
import { idTime } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { pool } from '@/lib/data/database';
import { redisStore } from '@/lib/events/index';

export interface SharedLimit {
  name: string;
  points: number;
  durationMs: number;
  key: string;
}

/** Longest key that the table takes, prefix included. */
const MAX_KEY_LENGTH = 150;

const limiters = () => once('limits.shared', () => new Map<string, Promise<RateLimiterStoreAbstract>>());

function limiterOf({ name, points, durationMs }: SharedLimit): Promise<RateLimiterStoreAbstract> {
  const id = `${name}:${points}:${durationMs}`;
  const existing = limiters().get(id);
  if (existing) return existing;
  const limiter = makeLimiter({ keyPrefix: name, points, duration: Math.ceil(durationMs / 1000) });
  limiters().set(id, limiter);
  limiter.catch(() => limiters().delete(id));
  return limiter;
}

/** The parameters that are times of this host, by the name of the statement. */
const TIMES: Readonly<Record<string, readonly number[]>> = {
  'rate_limits:rlflx-upsert': [2, 3],
  'rate_limits:rlflx-upsert-force': [2, 3],
  'rate_limits:rlflx-get': [1],
};

/**
 * Runs a statement of the limiter, which takes the time from its host, by the clock that all processes follow: hosts whose clocks
 * differ count in one window.
 */
async function countByCommonClock({ name, text, values }: { name: string; text: string; values: unknown[] }) {
  const times = TIMES[name] ?? [];
  const aheadMs = Math.round(idTime() - Date.now());
  const common = values.map((value, index) =>
    typeof value === 'number' && times.includes(index) ? value + aheadMs : value,
  );
  const result = await pool().query<{ points: number; expire: number | null }>({ name, text, values: common });
  for (const row of result.rows) if (row.expire !== null) row.expire -= aheadMs;
  return result;
}

async function makeLimiter(options: { keyPrefix: string; points: number; duration: number }) {
  // A key over its limit is refused by the process itself until its window ends.
  const common = { ...options, inMemoryBlockOnConsumed: options.points + 1 };
  const byDatabase = new RateLimiterPostgres({
    ...common,
    storeClient: { query: countByCommonClock },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
  const redis = await redisStore();
  if (!redis) return byDatabase;
  return new RateLimiterRedis({
    ...common,
    keyPrefix: `${redis.prefix}:limit:${options.keyPrefix}`,
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: byDatabase,
  });
}

/** Counts one use. Returns null when it is allowed, else when the next one will be. */
export async function consumeShared(limit: SharedLimit): Promise<RateLimiterRes | null> {
  const limiter = await limiterOf(limit);
  try {
    await limiter.consume(shortKey(limit.key));
    return null;
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return thrown as RateLimiterRes;
  }
}

/** What has been used of a limit; null for nothing. One query, which counts nothing. */
export async function findUse(limit: SharedLimit): Promise<RateLimiterRes | null> {
  return (await limiterOf(limit)).get(shortKey(limit.key));
}

function shortKey(key: string): string {
  return key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('hex');
}

registerCleanup({
  name: 'rate_limits',
  removeBatch: async (limit) => {
    const deleted = await pool().query(
      'DELETE FROM rate_limits WHERE ctid = ANY (ARRAY(SELECT ctid FROM rate_limits WHERE expire < $1 LIMIT $2))',
      [idTime(), limit],
    );
    return deleted.rowCount ?? 0;
  },
});
