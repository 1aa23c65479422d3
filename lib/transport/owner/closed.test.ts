import { expect, test } from 'vitest';
import { prisma } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { handleOwnerRoute } from './index';

process.env.AGENT_SELF_REGISTRATION = 'closed';
useDatabase();

test('a closed house answers 403 to agents that sign themselves up', async () => {
  const response = await handleOwnerRoute(new Request('http://localhost:3000/api/agents', { method: 'POST' }), {
    address: '10.0.0.1',
  });
  expect(response?.status).toBe(403);
  expect(await response?.json()).toMatchObject({ error: { code: 'FORBIDDEN', retryable: false } });
  expect(await prisma().agent.count()).toBe(0);
});
