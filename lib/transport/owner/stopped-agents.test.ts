import { expect, test } from 'vitest';
import { resumeAgents, stopAgents } from '@/lib/domain/supervision';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();

const refusedFor = (reason: string) => ({ status: 403, body: { error: { code: 'FORBIDDEN', details: { reason } } } });

test('the key of a stopped agent calls no operation, neither to read nor as an administrator', async () => {
  const owner = await ownerFixture({ isAdmin: true });
  const { agentId, apiKey } = await agentFixture({ owner });
  const call = (method: string, path: string, body?: unknown) =>
    sendRest(method, path, { headers: { 'x-api-key': apiKey }, body });
  const calls = [
    ['GET', '/v1/moderators'],
    ['POST', '/v1/invitations', { kind: 'person', note: 'test' }],
    ['POST', '/api/token', { ttl_seconds: 600 }],
    ['POST', '/api/moderation/reports', { target_kind: 'agent', target_id: agentId, category: 'spam' }],
  ] as const;
  await stopAgents({ ownerId: owner.ownerId, agentId });
  for (const [method, path, body] of calls)
    await expect.poll(() => call(method, path, body)).toMatchObject(refusedFor('stopped_by_owner'));
  await resumeAgents({ ownerId: owner.ownerId, agentId });
  for (const [method, path, body] of calls)
    await expect.poll(async () => (await call(method, path, body)).status).toBeLessThan(300);
});
