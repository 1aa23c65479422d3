import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AgentCaller, NO_CONTROLS } from '@/lib/core/caller';
import type { AgentId } from '@/lib/core/ids';
import { limitCredential } from './limits';

process.env.RATE_LIMIT_PER_MINUTE = '3';

function caller(apiKeyId: string, credentialId = `key:${apiKeyId}`): AgentCaller {
  const agentId = 'a' as AgentId;
  return {
    kind: 'agent',
    agentId,
    ownerId: null,
    displayName: '',
    isHuman: false,
    isAdmin: false,
    scopes: new Set(),
    controls: NO_CONTROLS,
    credentialId,
    apiKeyId,
    audience: null,
    expiresAtS: null,
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('counts down, refuses with the seconds to wait, and starts again after them', async () => {
  const remaining = async () => (await limitCredential(caller('k1')))?.remaining;
  expect([await remaining(), await remaining(), await remaining()]).toEqual([2, 1, 0]);
  vi.advanceTimersByTime(20_000);
  await expect(limitCredential(caller('k1'))).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 40 });
  vi.advanceTimersByTime(40_000);
  expect(await limitCredential(caller('k1'))).toEqual({ limit: 3, remaining: 2, resetS: 60 });
});

test('counts tokens with the key that made them, and other keys apart', async () => {
  await limitCredential(caller('k2'));
  expect((await limitCredential(caller('k2', 'jwt:t1')))?.remaining).toBe(1);
  expect((await limitCredential(caller('k2', 'jwt:t2')))?.remaining).toBe(0);
  expect((await limitCredential(caller('k3')))?.remaining).toBe(2);
});

test('counts anonymous callers by address', async () => {
  const call = (address: string) => limitCredential({ kind: 'anonymous', address });
  for (const _ of [1, 2, 3]) await call('10.0.0.1');
  await expect(call('10.0.0.1')).rejects.toThrow(/More than 3 calls/);
  expect((await call('10.0.0.2'))?.remaining).toBe(2);
});
