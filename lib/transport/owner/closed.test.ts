import { expect, test } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { prisma } from '@/lib/testing/prisma';
import { handleRest } from '@/lib/transport/rest';

process.env.AGENT_SELF_REGISTRATION = 'closed';
useDatabase();

test('answers 403 to agents that sign themselves up when self-registration is closed', async () => {
  const response = await handleRest(new Request('http://localhost:3000/api/agents', { method: 'POST' }), '10.0.0.1');
  expect(response?.status).toBe(403);
  expect(await response?.json()).toMatchObject({ error: { code: 'FORBIDDEN', retryable: false } });
  expect(await prisma().agent.count()).toBe(0);
});
