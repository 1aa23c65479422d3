import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCleanups, registerCleanup, runCleanups } from '@/lib/core/cleanup';
import { type DueEntry, DueSignal } from '@/lib/core/due';
import { withAdvisoryLock } from '@/lib/data/advisory-lock';
import { pool } from '@/lib/data/database';
import { startBus, stopBus } from '@/lib/events';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import '@/lib/transport/mcp';
import '@/lib/transport/rest';
import { DUE_ENTRIES } from './due-entries';
import { startTicker, stopTicker } from './ticker';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

const entry = (more: Partial<DueEntry>): DueEntry => ({
  name: 'test',
  fire: async () => {},
  maxSleepMs: 60_000,
  ...more,
});

it('runs every entry on an empty database without an error', async () => {
  const stopping = new AbortController();
  for (const { fire, next } of DUE_ENTRIES) {
    await fire(stopping.signal);
    await next?.();
  }
  expect(new Set(DUE_ENTRIES.map(({ name }) => name)).size).toBe(DUE_ENTRIES.length);
});

it('calls an entry at its due time, or earlier when an earlier due time is announced', async () => {
  const calls: number[] = [];
  const signal = new DueSignal('test');
  const startedMs = Date.now();
  startTicker([
    entry({
      fire: async () => calls.push(Date.now() - startedMs),
      next: async () => (calls.length === 1 ? new Date(startedMs + 300) : null),
      signal,
    }),
  ]);
  await expect.poll(() => calls.length, { interval: 10 }).toBe(2);
  expect(calls[1]).toBeGreaterThanOrEqual(295);
  signal.announce(new Date());
  await expect.poll(() => calls.length, { interval: 10 }).toBe(3);
  await stopTicker();
});

it('the ticker keeps one slow or failing entry from delaying the others', async () => {
  let calls = 0;
  let finish: () => void = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  startTicker([
    entry({ name: 'slow', fire: () => slow }),
    entry({ name: 'failing', fire: () => Promise.reject(new Error('an error of the test')) }),
    entry({ name: 'quick', fire: async () => ++calls, maxSleepMs: 20 }),
  ]);
  await expect.poll(() => calls).toBeGreaterThan(3);
  finish();
  await stopTicker();
});

it('gives an advisory lock to one connection at a time, and releases it after a failure', async () => {
  const locked: boolean[] = [];
  const outer = await withAdvisoryLock('a', async () => {
    locked.push(await withAdvisoryLock('a', async () => {}), await withAdvisoryLock('b', async () => {}));
  });
  expect([outer, ...locked]).toEqual([true, false, true]);
  await expect(withAdvisoryLock('a', () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
  expect(await withAdvisoryLock('a', () => pool().query('SELECT 1'))).toBe(true);
});

it('registers a clean-up for every table whose rows end', () => {
  expect(listCleanups()).toEqual([
    'agent_days',
    'announcements',
    'api_keys of ended apps',
    'app_tokens',
    'approvals',
    'arguments of expired approvals',
    'audit_entries',
    'backup_runs',
    'events of rooms outside of sessions',
    'experience_failures',
    'guests',
    'idempotency_keys',
    'incidents',
    'invitations',
    'kept_games',
    'known browsers',
    'mails',
    'mcp_sessions',
    'model_days',
    'moderation_reports',
    'notifications',
    'oauth_clients',
    'oauth_codes',
    'owner_exports',
    'part_days',
    'passkey challenges',
    'ranking_pair_days',
    'rate_limits',
    'relay_rooms',
    'restrictions',
    'sign-up requests',
    'status_days',
    'telemetry',
    'usage_batches',
    'usage_days',
    'usage_hours',
    'werewolf_guesses',
  ]);
});

it('runs clean-ups one after the other in batches, also after one that fails, until it is stopped', async () => {
  const calls: string[] = [];
  let left = 2_500;
  let running = 0;
  registerCleanup({
    name: 'test: many rows',
    removeBatch: async (limit) => {
      expect(++running).toBe(1);
      const removed = Math.min(left, limit);
      left -= removed;
      calls.push(`many ${removed}`);
      await pool().query('SELECT 1');
      running--;
      return removed;
    },
  });
  registerCleanup({ name: 'test: failing', removeBatch: () => Promise.reject(new Error('an error of the test')) });
  registerCleanup({
    name: 'test: last',
    removeBatch: async () => {
      expect(running).toBe(0);
      calls.push('last');
      return 0;
    },
  });
  await runCleanups(new AbortController().signal);
  expect(calls).toEqual(['many 1000', 'many 1000', 'many 500', 'last']);
  await runCleanups(AbortSignal.abort());
  expect(calls).toHaveLength(4);
});
