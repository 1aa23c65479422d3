import { expect, test, vi } from 'vitest';
import { log } from '@/lib/core/log';
import { handleRest } from '@/lib/transport/rest';

// There is no database here: every route fails as when it is down.

test('answers an internal error without its cause and logs it without the request body', async () => {
  const logged: unknown[] = [];
  vi.spyOn(log, 'error').mockImplementation((...parts: unknown[]) => void logged.push(parts));
  const password = 'a password that is not logged';
  const body = JSON.stringify({ email: 'ann@example.org', password });
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://localhost:3000/api/owners', { method: 'POST', headers, body });
  const response = await handleRest(request);
  expect(response?.status).toBe(500);
  const text = await response?.text();
  expect(JSON.parse(text ?? '')).toMatchObject({ error: { code: 'INTERNAL_ERROR', retryable: true } });
  expect(text).not.toMatch(/botplay_test|postgres|password/);
  const everything = JSON.stringify(logged, (_key, value) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
  );
  expect(logged).toHaveLength(1);
  expect(everything).toContain('does not exist');
  expect(everything).not.toContain(password);
  expect(everything).not.toContain('argon2id');
});
