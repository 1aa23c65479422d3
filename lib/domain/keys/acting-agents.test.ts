import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey, revokeKey } from '@/lib/domain/keys/api-keys.service';
import { renameAgent } from '@/lib/domain/people/agents.service';
import { startBus, stopBus } from '@/lib/events/index';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { countOwnStatements } from '@/lib/testing/statements';
import { judgeActOf } from './acting-agents';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

const MOVE = { tools: ['make_move'], scope: 'session:write' } as const;

const hindranceOf = async (agentId: string) => (await judgeActOf(agentId, MOVE)).hindrance;

/** Ends the keys of an agent in the database without a notification. */
async function endSilently(agentId: string): Promise<void> {
  await prisma().apiKey.updateMany({ where: { agentId }, data: { revokedAt: new Date() } });
}

test('costs a statement for the first act of an agent, and none for the next', async () => {
  const { agentId } = await agentFixture();
  const statements = () => countOwnStatements(async () => void (await judgeActOf(agentId, MOVE)));
  expect([await statements(), await statements()]).toEqual([1, 0]);
});

test('knows a revoked key and a new name immediately', async () => {
  const owner = await ownerFixture();
  const { agentId, caller } = await agentFixture({ owner });
  expect(await hindranceOf(agentId)).toBeNull();
  await renameAgent({ agentId, ownerId: owner.ownerId, displayName: 'Renamed' });
  expect((await judgeActOf(agentId, MOVE)).agent?.displayName).toBe('Renamed');
  await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
  expect(await hindranceOf(agentId)).toMatchObject({ code: 'FORBIDDEN' });
});

test('does not remember a hindrance', async () => {
  const { agentId } = await agentFixture({ scopes: ['catalog:read'] });
  expect(await hindranceOf(agentId)).toMatchObject({ details: { required_scope: 'session:write' } });
  await issueKey({ agentId, name: 'plays', scopes: ['session:write'] });
  expect(await hindranceOf(agentId)).toBeNull();
});

test('ends with the first key that ends', async () => {
  const { agentId, caller } = await agentFixture();
  const expiresAt = new Date(Date.now() + 10_000);
  await prisma().apiKey.update({ where: { id: caller.apiKeyId }, data: { expiresAt } });
  expect(await hindranceOf(agentId)).toBeNull();
  setClock(expiresAt);
  expect(await hindranceOf(agentId)).toMatchObject({ code: 'FORBIDDEN' });
});

test('asks the database while the bus is down, and after it came back', async () => {
  const [one, other] = [await agentFixture(), await agentFixture()];
  for (const { agentId } of [one, other]) expect(await hindranceOf(agentId)).toBeNull();
  await stopBus();
  await endSilently(one.agentId);
  expect(await hindranceOf(one.agentId)).not.toBeNull();
  await endSilently(other.agentId);
  await startBus();
  expect(await hindranceOf(other.agentId)).not.toBeNull();
});

test('is NOT_FOUND for an agent that does not exist', async () => {
  expect(await hindranceOf('0190f3a0-0000-7000-8000-000000000001')).toMatchObject({ code: 'NOT_FOUND' });
});
