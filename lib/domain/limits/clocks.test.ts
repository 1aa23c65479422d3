import { afterEach, expect, test, vi } from 'vitest';
import { followClock } from '@/lib/core/clock';
import { resetOnce } from '@/lib/core/globals';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { limitCall } from './limits';

useDatabase();

const real = Date.now;
const LIMIT = { points: 3, durationMs: 60_000, key: 'agent:1' };

/** From now on this process is on a host whose clock is so far ahead, follows the database's, and has counted nothing. */
function moveToHost(aheadMs: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs);
  resetOnce('limits.shared');
  followClock(-aheadMs);
}

afterEach(() => {
  vi.restoreAllMocks();
  followClock(0);
  resetOnce('limits.shared');
});

test.each([
  ['ahead', 300_000],
  ['behind', -300_000],
])(
  'a host whose clock is five minutes %s counts in the window of the others, and names the same wait',
  async (way, aheadMs) => {
    const limit = { ...LIMIT, name: `test.clocks_${way}` };
    moveToHost(0);
    for (let call = 0; call < LIMIT.points; call++) await limitCall(limit);
    moveToHost(aheadMs);
    const refused = await limitCall(limit).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'RATE_LIMITED' });
    const { retryAfterS } = refused as { retryAfterS: number };
    expect(retryAfterS).toBeGreaterThan(50);
    expect(retryAfterS).toBeLessThanOrEqual(60);
  },
);

test.each([300_000, -300_000])(
  'a window that such a host begins ends for the others as for itself (%i ms)',
  async (aheadMs) => {
    const limit = { ...LIMIT, name: `test.window_${aheadMs}` };
    moveToHost(aheadMs);
    await limitCall(limit);
    const { rows } = await pool().query(
      `SELECT (expire - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS left FROM rate_limits WHERE key LIKE $1 || ':%'`,
      [limit.name],
    );
    expect(rows[0].left).toBeGreaterThan(50_000);
    expect(rows[0].left).toBeLessThan(61_000);
  },
);
