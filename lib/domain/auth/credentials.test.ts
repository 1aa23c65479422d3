import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { revokeKey } from './api-keys.service';
import { authenticate } from './credentials.service';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

describe('authenticate', () => {
  test('knows a key by either header', async () => {
    const { apiKey, agentId } = await agentFixture();
    expect((await authenticate({ authorization: `Bearer ${apiKey}` }))?.agentId).toBe(agentId);
    expect((await authenticate({ apiKey }))?.agentId).toBe(agentId);
  });

  test('answers null only when no credential was sent', async () => {
    expect(await authenticate({})).toBeNull();
    await expect(authenticate({ authorization: 'Bearer nonsense' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('refuses a revoked key that it knew', async () => {
    const owner = await ownerFixture();
    const { apiKey, caller } = await agentFixture({ owner });
    await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
    await expect(authenticate({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
