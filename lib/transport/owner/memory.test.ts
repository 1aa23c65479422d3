import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { listMemoryVersions, listOwnedMemories, readOwnedMemory, writeMemory } from '@/lib/domain/memory';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const send = (method: string, path: string, owner: OwnerFixture, body: unknown) =>
  sendRest(method, `/api/console${path}`, { owner, body });

async function remembering() {
  const owner = await ownerFixture();
  const agent = await agentFixture({ owner });
  const experienceId = newId();
  const remember = (data: Record<string, number>, layer: 'agent' | 'owner' = 'agent') =>
    writeMemory({
      agent: { agentId: agent.agentId, ownerId: owner.ownerId },
      experienceId,
      layer,
      data,
      scope: 'persistent',
    });
  await remember({ wins: 1 });
  const document = { ownerId: owner.ownerId, layer: 'agent' as const, agentId: agent.agentId, experienceId };
  return { owner, agent, experienceId, remember, document, path: `/agents/${agent.agentId}/memory/${experienceId}` };
}

describe('memory in the console', () => {
  test('stores the correction of an owner as a new version', async () => {
    const { owner, document, path } = await remembering();
    expect(await send('PUT', path, owner, { version: 1, data: { wins: 2 } })).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    expect(await readOwnedMemory(document)).toMatchObject({ data: { wins: 2 }, version: 2 });
    expect((await listMemoryVersions(document))[0]).toMatchObject({
      writtenBy: 'owner',
      diff: { set: { wins: 2 }, removed: [] },
    });
  });

  test('never overwrites what the agent wrote meanwhile', async () => {
    const { owner, document, path, remember } = await remembering();
    await remember({ losses: 1 });
    expect(await send('PUT', path, owner, { version: 1, data: {} })).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_STATE' } },
    });
    expect((await readOwnedMemory(document)).data).toEqual({ wins: 1, losses: 1 });
  });

  test('puts an earlier version back as a new one', async () => {
    const { owner, document, path, remember } = await remembering();
    await remember({ wins: 9, noise: 1 });
    expect(await send('POST', `${path}/restore`, owner, { version: 1 })).toMatchObject({
      status: 200,
      body: { version: 3 },
    });
    expect(await readOwnedMemory(document)).toMatchObject({ data: { wins: 1 }, version: 3 });
  });

  test('keeps the shared layer apart', async () => {
    const { owner, experienceId, remember } = await remembering();
    await remember({ code: 7 }, 'owner');
    expect((await send('PUT', `/memory/${experienceId}`, owner, { version: 1, data: { code: 8 } })).status).toBe(200);
    const listed = await listOwnedMemories({ ownerId: owner.ownerId, limit: 10 });
    expect(listed.map(({ layer, keys, version }) => ({ layer, keys, version }))).toEqual([
      { layer: 'owner', keys: ['code'], version: 2 },
      { layer: 'agent', keys: ['wins'], version: 1 },
    ]);
  });

  test.each([
    [{ version: 1, data: [] }, 400],
    [{ version: 1, data: 'text' }, 400],
    [{ version: 1, data: { constructor: 1 } }, 400],
    [{ version: 1, data: { long: 'ü'.repeat(40_000) } }, 400],
    [{ data: {} }, 400],
  ])('refuses what cannot be stored (%#)', async (body, status) => {
    const { owner, document, path } = await remembering();
    expect((await send('PUT', path, owner, body)).status).toBe(status);
    expect((await readOwnedMemory(document)).version).toBe(1);
  });

  test("answers another owner's agent exactly as a missing one", async () => {
    const { document, path, experienceId } = await remembering();
    const otherOwner = await ownerFixture();
    for (const [method, end, body] of [
      ['PUT', '', { version: 1, data: {} }],
      ['POST', '/restore', { version: 1 }],
    ] as const) {
      const theirs = await send(method, `${path}${end}`, otherOwner, body);
      const missing = await send(method, `/agents/${newId()}/memory/${experienceId}${end}`, otherOwner, body);
      expect(theirs).toEqual(missing);
      expect(theirs.status).toBe(404);
    }
    expect((await readOwnedMemory(document)).version).toBe(1);
    expect(await listOwnedMemories({ ownerId: otherOwner.ownerId, limit: 10 })).toEqual([]);
  });
});
