import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { pool } from '@/lib/data/database';
import { stopBus } from '@/lib/events/index';
import { type BreakableProxy, openBreakableProxy } from '@/lib/testing/breakable-proxy';
import { useDatabase } from '@/lib/testing/database';
import { startProgram } from '@/lib/testing/program';
import { type RedisServer, redisUrl, startRedis, whyNoRedis } from '@/lib/testing/redis';
import { limitCall } from './limits';

if (whyNoRedis) process.stderr.write(`Skipped: the tests of limits in Redis (${whyNoRedis}).\n`);
else useDatabase();

let next = 0;
/** A limit with a count of its own: 10 calls in ten minutes. */
const newLimit = () => ({ name: `test.limited_${++next}`, points: 10, durationMs: 600_000, key: 'agent:1' });
type Limit = ReturnType<typeof newLimit>;

const call = (limit: Limit) =>
  limitCall(limit).then(
    () => 'allowed',
    (error: { code?: string }) => error.code,
  );

async function countAllowed(limit: Limit, calls: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: calls }, () => call(limit)));
  expect(new Set(answers)).toSatisfy((seen: Set<string>) =>
    [...seen].every((one) => /^(allowed|RATE_LIMITED)$/.test(one)),
  );
  return answers.filter((answer) => answer === 'allowed').length;
}

async function storedInDatabase({ name }: Limit): Promise<number> {
  const { rows } = await pool().query('SELECT points FROM rate_limits WHERE key LIKE $1', [`${name}:%`]);
  return rows[0]?.points ?? 0;
}

describe.skipIf(whyNoRedis)('a limit that Redis counts', () => {
  let redis: RedisServer;
  let wire: BreakableProxy;

  beforeAll(async () => {
    redis = await startRedis();
    wire = await openBreakableProxy(redis.port);
    process.env.REDIS_URL = redisUrl(wire.port);
  });
  afterAll(async () => {
    await stopBus();
    wire?.close();
    await redis?.remove();
  });

  test('holds for two processes together, and takes no statement of the database', async () => {
    const limit = newLimit();
    const other = startProgram('lib/domain/limits/testing/limit-process.ts', {
      REDIS_URL: redis.url,
      TEST_LIMIT: JSON.stringify(limit),
      TEST_CALLS: '8',
    });
    await other.heard('ready');
    other.say('go');
    const here = await countAllowed(limit, 8);
    await expect.poll(() => other.lines.at(-1), { timeout: 10_000 }).toMatch(/^allowed /);
    const there = Number(other.lines.at(-1)?.split(' ')[1]);
    expect(here + there).toBe(limit.points);
    expect(await call(limit)).toBe('RATE_LIMITED');
    expect(await storedInDatabase(limit)).toBe(0);
  });

  test('refuses with the seconds to wait', async () => {
    const limit = { ...newLimit(), points: 1 };
    await limitCall(limit);
    await expect(limitCall(limit)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterS: 600,
      details: { limit: 1, remaining: 0 },
    });
  });

  test('is counted by the database while Redis is away, and by Redis again when it is back', async () => {
    const limit = newLimit();
    expect(await countAllowed(limit, 4)).toBe(4);
    wire.cut();
    const startedMs = performance.now();
    expect(await countAllowed(limit, 12)).toBe(limit.points);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    expect(await storedInDatabase(limit)).toBeGreaterThanOrEqual(limit.points);
    wire.repair();
    const later = newLimit();
    await expect
      .poll(
        async () => {
          const before = await storedInDatabase(later);
          await call({ ...later, points: 1_000 });
          return (await storedInDatabase(later)) - before;
        },
        { timeout: 10_000 },
      )
      .toBe(0);
  });

  test.each(['cut', 'freeze'] as const)(
    'is counted by the database when Redis has not answered since the start (%s)',
    async (fault) => {
      await stopBus();
      resetOnce('limits.shared');
      wire[fault]();
      const limit = newLimit();
      const startedMs = performance.now();
      expect(await countAllowed(limit, 12)).toBe(limit.points);
      expect(performance.now() - startedMs).toBeLessThan(3_000);
      expect(await storedInDatabase(limit)).toBeGreaterThanOrEqual(limit.points);
      wire.repair();
    },
  );
});
