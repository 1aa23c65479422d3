import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { handleRest } from '@/lib/transport/rest';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

async function verify(experienceId: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000/v1/experiences/${experienceId}/verify`, {
    method: 'POST',
    headers,
  });
  const response = await handleRest(request, '10.0.0.1');
  return { status: response?.status, body: await response?.json() };
}

async function adminHeaders(): Promise<Record<string, string>[]> {
  const owner = await ownerFixture({ isAdmin: true });
  const { apiKey } = await agentFixture({ owner });
  return [{ cookie: owner.cookie }, { 'x-api-key': apiKey }];
}

describe('POST /v1/experiences/{id}/verify', () => {
  test('refuses callers that are not administrators without revealing whether the experience exists', async () => {
    const owner = await ownerFixture();
    const { apiKey } = await agentFixture({ owner });
    const id = newId();
    expect((await verify(id)).status).toBe(401);
    expect((await verify(id, { cookie: owner.cookie })).status).toBe(403);
    expect((await verify(id, { authorization: `Bearer ${apiKey}` })).status).toBe(403);
  });

  test('answers 404 for what does not exist', async () => {
    for (const headers of await adminHeaders()) {
      for (const id of [newId(), 'x']) expect((await verify(id, headers)).status).toBe(404);
    }
  });

  test('is refused from another site by cookie', async () => {
    const [headers] = await adminHeaders();
    expect((await verify(newId(), { ...headers, origin: 'https://evil.example' })).status).toBe(403);
  });

  test('starts a run and answers 202 with its report', async () => {
    const experienceId = newId();
    const data = {
      name: 'Echo',
      version: '1.0.0',
      summary: 's',
      category: 'games',
      tags: [],
      tier: 2,
      publisherName: 'p',
      kind: 'mcp',
    };
    const manifest = { mcp: { server_url: 'http://127.0.0.1:9/mcp' } };
    await prisma().experience.create({ data: { ...data, id: experienceId, manifest } });
    const [headers] = await adminHeaders();
    const { status, body } = await verify(experienceId, headers);
    expect(status).toBe(202);
    expect(body).toMatchObject({ experience_id: experienceId, trigger: 'admin' });
  });
});
