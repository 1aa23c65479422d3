import { expect, test } from 'vitest';
import type { AgentCaller } from '@/lib/core/caller';
import { CredentialCache } from './credential-cache';

const caller = (apiKeyId: string) => ({ apiKeyId }) as AgentCaller;

test('evicts the least recently used credential above its capacity', () => {
  const cache = new CredentialCache<AgentCaller>(2);
  for (const id of ['a', 'b']) cache.put(id, { holder: caller(id), freshUntilMs: 100 });
  cache.get('a', 0);
  cache.put('c', { holder: caller('c'), freshUntilMs: 100 });
  expect(cache.size).toBe(2);
  expect(['a', 'b', 'c'].map((id) => cache.get(id, 0)?.apiKeyId)).toEqual(['a', undefined, 'c']);
});

test('does not answer with an entry that is no longer fresh', () => {
  const cache = new CredentialCache<AgentCaller>(2);
  cache.put('a', { holder: caller('a'), freshUntilMs: 100 });
  expect(cache.get('a', 99)).not.toBeNull();
  expect(cache.get('a', 100)).toBeNull();
  expect(cache.has('a')).toBe(true);
});

test('raises its generation with every eviction, so that an older look-up is not cached', () => {
  const cache = new CredentialCache<AgentCaller>(2);
  cache.put('a', { holder: caller('k'), freshUntilMs: 100 });
  const before = cache.generation;
  cache.evict((one) => one.apiKeyId === 'k');
  expect(cache.get('a', 0)).toBeNull();
  expect(cache.generation).toBeGreaterThan(before);
});
