import { expect, test } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { handleRest } from '@/lib/transport/rest';

process.env.AGENT_SELF_REGISTRATION_PER_HOUR = '3';
useDatabase();

const register = (address: string) =>
  handleRest(
    new Request('http://localhost:3000/api/agents', {
      method: 'POST',
      headers: { 'x-forwarded-for': `10.${Math.random()}` },
    }),
    address,
  );

test('refuses the fourth agent of one address in an hour with the seconds to wait', async () => {
  const statuses = (await Promise.all([1, 2, 3].map(() => register('10.0.0.1')))).map((response) => response?.status);
  expect(statuses).toEqual([201, 201, 201]);
  const refused = await register('10.0.0.1');
  expect(refused?.status).toBe(429);
  const waitS = Number(refused?.headers.get('retry-after'));
  expect(waitS).toBeGreaterThan(3590);
  expect(waitS).toBeLessThanOrEqual(3600);
  expect(await refused?.json()).toMatchObject({ error: { code: 'RATE_LIMITED', retryable: true } });
  expect((await register('10.0.0.2'))?.status).toBe(201);
});
