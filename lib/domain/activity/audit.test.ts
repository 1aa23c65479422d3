import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { listActivity } from '@/lib/domain/console';
import { startBus, stopBus, subscribeToStream } from '@/lib/events/index';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { deleteCallsBefore } from './audit.repo';
import { flushAudit, recordCall } from './audit.service';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const call = {
  tool: 'auth.whoami',
  transport: 'rest' as const,
  outcome: 'ok',
  status: 200,
  durationUs: 1234.6,
  address: '10.0.0.1',
};

describe('recordCall', () => {
  test('writes a line a call, in batches, with the last use of the key', async () => {
    const { caller, agentId } = await agentFixture();
    for (let n = 0; n < 1200; n++) recordCall({ caller, ...call });
    await flushAudit();
    expect(await prisma().auditEntry.count({ where: { agentId } })).toBe(1200);
    const key = await prisma().apiKey.findUniqueOrThrow({ where: { id: caller.apiKeyId } });
    expect(key.lastUsedFrom).toBe('10.0.0.1');
    expect(Date.now() - (key.lastUsedAt?.getTime() ?? 0)).toBeLessThan(5000);
  });

  test('publishes the first call of an agent once, also when two batches contain calls', async () => {
    const { caller, agentId } = await agentFixture();
    const published: unknown[] = [];
    const { ready, stop } = subscribeToStream(`agent:${agentId}`, (events) =>
      published.push(...events.map((event) => event.data)),
    );
    await ready;
    recordCall({ caller, ...call });
    await flushAudit();
    recordCall({ caller, ...call });
    await flushAudit();
    await expect
      .poll(() => published)
      .toEqual([expect.objectContaining({ agent_id: agentId, tool: 'auth.whoami', transport: 'rest' })]);
    stop();
    expect((await prisma().agent.findUniqueOrThrow({ where: { id: agentId } })).firstCallAt).not.toBeNull();
  });

  test('flushes by itself soon after a call', async () => {
    const { caller, agentId } = await agentFixture();
    recordCall({ caller, ...call });
    await expect.poll(() => prisma().auditEntry.count({ where: { agentId } })).toBe(1);
  });

  test('stores hostile texts of a caller without failing', async () => {
    const { caller, agentId } = await agentFixture();
    recordCall({
      caller,
      ...call,
      tool: `x\u0000\ud800${'y'.repeat(10_000)}`,
      address: 'a\u0000b',
      durationUs: Number.POSITIVE_INFINITY,
    });
    await flushAudit();
    const entry = await prisma().auditEntry.findFirstOrThrow({ where: { agentId } });
    expect(entry.tool).toMatch(/^xy{97}$/);
  });

  test('records no anonymous calls and no credentials', async () => {
    const { caller, apiKey, agentId } = await agentFixture();
    const before = await prisma().auditEntry.count();
    recordCall({ caller: { kind: 'anonymous', address: '10.0.0.1' }, ...call });
    recordCall({ caller, ...call });
    await flushAudit();
    expect(await prisma().auditEntry.count()).toBe(before + 1);
    const lines = await prisma().auditEntry.findMany({ where: { agentId } });
    expect(JSON.stringify(lines)).not.toContain(apiKey.slice(5, 13));
  });
});

describe('the activity of an owner', () => {
  test('comes in pages that neither repeat nor leave out, over several agents', async () => {
    const owner = await ownerFixture();
    const agents = [await agentFixture({ owner }), await agentFixture({ owner })];
    const otherAgent = await agentFixture({ owner: await ownerFixture() });
    for (let n = 0; n < 25; n++)
      for (const { caller } of [...agents, otherAgent]) recordCall({ caller, ...call, tool: `t${n}` });
    await flushAudit();
    const seen: { id: string; at: string; agent_id: string }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listActivity>> = await listActivity({
        ownerId: owner.ownerId,
        cursor,
        limit: 7,
      });
      seen.push(...page.activity);
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen.map((line) => line.id)).size).toBe(50);
    expect(seen).toHaveLength(50);
    expect(seen.map((line) => line.at)).toEqual(
      seen
        .map((line) => line.at)
        .sort()
        .reverse(),
    );
    expect(seen.some((line) => line.agent_id === otherAgent.agentId)).toBe(false);
    const one = await listActivity({ ownerId: owner.ownerId, agentId: agents[0]?.agentId, limit: 100 });
    expect(one.activity).toHaveLength(25);
  });

  test('refuses another owner\u2019s agent and a broken cursor', async () => {
    const { ownerId } = await ownerFixture();
    const { agentId } = await agentFixture();
    await expect(listActivity({ ownerId, agentId, limit: 5 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const cursor of ['x', '\u0000', 'WzEsMl0', 'bnVsbA', Buffer.from('[1e300,"x"]').toString('base64url')]) {
      await expect(listActivity({ ownerId, cursor, limit: 5 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });
});

describe('a line of the activity', () => {
  test('names key, address, session, status, message and shape, and can be filtered by session, key and time', async () => {
    const owner = await ownerFixture();
    const { caller } = await agentFixture({ owner });
    const sessionId = newId();
    recordCall({ caller, ...call, tool: 'auth.whoami' });
    recordCall({
      caller,
      ...call,
      tool: 'session.step',
      outcome: 'EXPERIENCE_ERROR',
      status: 422,
      message: 'Session is completed, not active',
      argumentShape: '{ session_id: string(36) }',
      sessionId,
    });
    await flushAudit();
    const search = { ownerId: owner.ownerId, limit: 10 };
    const { activity } = await listActivity({ ...search, sessionId });
    expect(activity).toEqual([
      expect.objectContaining({
        tool: 'session.step',
        status: 422,
        message: 'Session is completed, not active',
        arguments: '{ session_id: string(36) }',
        session_id: sessionId,
        key_id: caller.apiKeyId,
        key_name: 'test',
        address: '10.0.0.1',
      }),
    ]);
    expect((await listActivity({ ...search, apiKeyId: caller.apiKeyId })).activity).toHaveLength(2);
    expect((await listActivity({ ...search, apiKeyId: newId() })).activity).toEqual([]);
    expect((await listActivity({ ...search, since: new Date(Date.now() + 60_000) })).activity).toEqual([]);
    const { ownerId } = await ownerFixture();
    expect((await listActivity({ ownerId, limit: 10, sessionId })).activity).toEqual([]);
  });

  test('says by which credential a call came, and stores the id of a key once', async () => {
    const owner = await ownerFixture();
    const { caller } = await agentFixture({ owner });
    recordCall({ caller, ...call });
    recordCall({ caller: { ...caller, credentialId: 'jwt:7' }, ...call });
    await flushAudit();
    const { activity } = await listActivity({ ownerId: owner.ownerId, limit: 10 });
    expect(activity.map((line) => line.credential_id).sort()).toEqual(['jwt:7', `key:${caller.apiKeyId}`]);
    const lines = await prisma().auditEntry.findMany({ where: { agentId: caller.agentId } });
    expect(lines.map(({ credentialId }) => credentialId).sort()).toEqual(['', 'jwt:7']);
  });

  test('is deleted by its age', async () => {
    const { caller, agentId } = await agentFixture();
    recordCall({ caller, ...call });
    await flushAudit();
    await deleteCallsBefore(new Date(Date.now() - 86_400_000), 100_000);
    expect(await prisma().auditEntry.count({ where: { agentId } })).toBe(1);
    await deleteCallsBefore(new Date(Date.now() + 86_400_000), 100_000);
    expect(await prisma().auditEntry.count({ where: { agentId } })).toBe(0);
  });
});
