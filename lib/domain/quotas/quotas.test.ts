import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { now } from '@/lib/core/clock';
import { resetOnce } from '@/lib/core/globals';
import type { OwnerId } from '@/lib/core/ids';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { selfRegisterAgent } from '@/lib/domain/keys';
import { hashAddress, QUOTA_NAMES, quotaOf } from '@/lib/domain/limits';
import { findSession, openSession } from '@/lib/domain/mcp-sessions';
import { claimAgent, createAgent } from '@/lib/domain/people';
import { startBus, stopBus } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { prisma } from '@/lib/testing/prisma';

useCatalog();
beforeAll(startBus);
afterAll(stopBus);

/** Limits hold as in production. */
beforeEach(() => {
  process.env.RATE_LIMIT_PER_MINUTE = '100000';
  resetOnce('env');
});
afterEach(() => {
  for (const name of ['RATE_LIMIT_PER_MINUTE', 'AGENTS_PER_OWNER', 'QUOTAS']) delete process.env[name];
  resetOnce('env');
});

const ofOwner = async (count: number): Promise<Player[]> => {
  const owner = await ownerFixture();
  return Promise.all(Array.from({ length: count }, () => playerFixture({ owner })));
};

/** Players without an owner that one address registered. */
async function ofAddress(count: number, address: string): Promise<Player[]> {
  const players = await Promise.all(Array.from({ length: count }, () => playerFixture()));
  await prisma().agent.updateMany({
    where: { id: { in: players.map(({ agentId }) => agentId) } },
    data: { registeredFrom: hashAddress(address) },
  });
  return players;
}

/** Calls in turn of these players. Returns how many worked, and the refusals. */
async function callInTurn(players: readonly Player[], times: number, tool: string, input: () => object) {
  const refusals: unknown[] = [];
  let worked = 0;
  for (let n = 0; n < times; n += 10) {
    const some = Array.from({ length: Math.min(10, times - n) }, (_, m) => players[(n + m) % players.length] as Player);
    const results = await Promise.allSettled(some.map((player) => player.call(tool, { ...input() })));
    for (const result of results) {
      if (result.status === 'fulfilled') worked += 1;
      else refusals.push(result.reason);
    }
  }
  return { worked, refusals };
}

const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString();
const shareOf = (refusals: unknown[]) =>
  new Set(refusals.map((error) => (error as { details: { per: string } }).details.per));

describe('what is open at a time', () => {
  test.each([
    ['social_lobbies', 'social.create', () => ({})],
    ['upcoming_events', 'demand.schedule', () => ({ experience_id: TIC_TAC_TOE, starts_at: inDays(1) })],
  ] as const)(
    '%s counts for an agent and for all agents of an owner, also of racing calls',
    async (name, tool, input) => {
      const { agent = 0, owner = 0 } = quotaOf(name);
      const [alone] = await ofOwner(1);
      const byOne = await callInTurn([alone as Player], agent + 3, tool, input);
      expect(byOne.worked).toBe(agent);
      expect(byOne.refusals[0]).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        details: { name, limit: agent, remaining: 0, per: 'agent', resets_at: null, next: expect.any(String) },
      });
      const byMany = await callInTurn(await ofOwner(4), owner + 5, tool, input);
      expect(byMany.worked).toBe(owner);
      expect(shareOf(byMany.refusals)).toEqual(new Set(['owner']));
    },
  );

  test('counts agents without an owner for the address that registered them', async () => {
    const { address = 0 } = quotaOf('social_lobbies');
    const here = await ofAddress(4, '203.0.113.5');
    const { worked, refusals } = await callInTurn(here, address + 5, 'social.create', () => ({}));
    expect(worked).toBe(address);
    expect(shareOf(refusals)).toEqual(new Set(['address']));
    const [elsewhere] = await ofAddress(1, '203.0.113.6');
    await elsewhere?.call('social.create', {});
  });

  test('counts waiting game lobbies for all agents of an owner', async () => {
    const { owner = 0 } = quotaOf('lobbies');
    const players = await ofOwner(owner + 1);
    const { worked, refusals } = await callInTurn(players, owner + 1, 'lobby.create', () => ({
      experience_id: firstPartyExperienceId('chess'),
    }));
    expect(worked).toBe(owner);
    expect(refusals[0]).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { name: 'lobbies', limit: owner, per: 'owner' },
    });
  });

  test('does not hold with QUOTAS=false', async () => {
    process.env.QUOTAS = 'false';
    resetOnce('env');
    const [player] = await ofOwner(1);
    const { worked } = await callInTurn([player as Player], 22, 'social.create', () => ({}));
    expect(worked).toBe(22);
  });
});

describe('agents of an owner', () => {
  test('are at most AGENTS_PER_OWNER, made or claimed, also by racing calls', async () => {
    process.env.AGENTS_PER_OWNER = '3';
    resetOnce('env');
    const { ownerId } = await ownerFixture();
    const make = (n: number) => createAgent({ ownerId: ownerId as OwnerId, displayName: `A${n}`, address: '' });
    const results = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => make(n)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const { claimToken } = await selfRegisterAgent({ address: '203.0.113.9' });
    await expect(claimAgent({ token: claimToken, ownerId: ownerId as OwnerId })).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { name: 'agents', limit: 3 },
    });
    const other = await ownerFixture();
    await claimAgent({ token: claimToken, ownerId: other.ownerId as OwnerId });
  });
});

describe('calls in a window', () => {
  test('count for the agent and for all agents of its owner', async () => {
    const { agent = 0, owner = 0 } = quotaOf('social_messages');
    const players = await ofOwner(3);
    const [first] = players as [Player];
    const { id } = await first.call<{ id: string }>('social.create', {});
    for (const player of players.slice(1)) await player.call('social.join', { social_lobby_id: id });
    const say = () => ({ social_lobby_id: id, content: 'Hello' });
    const byOne = await callInTurn([first], agent + 2, 'social.message', say);
    expect(byOne.worked).toBe(agent);
    expect(byOne.refusals[0]).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterS: expect.any(Number),
      details: { name: 'social_messages.agent', limit: agent },
    });
    const byOthers = await callInTurn(players.slice(1), owner, 'social.message', say);
    expect(byOthers.worked).toBeLessThanOrEqual(owner - agent);
    expect(byOthers.refusals.at(-1)).toMatchObject({ details: { name: 'social_messages.owner', limit: owner } });
  });
});

test('the least recently used MCP session ends above the quota of an agent', async () => {
  const { agent = 0 } = quotaOf('mcp_sessions');
  const { caller } = await agentFixture();
  const wanted = {
    protocolVersion: '2025-11-25',
    clientInfo: { name: 'test', version: '1' },
    capabilities: {},
    toolsets: ['gateway'],
    underscoreNames: false,
  };
  const oldest = await openSession(caller, wanted);
  const second = await openSession(caller, wanted);
  for (let n = 0; n < agent - 1; n += 1) await openSession(caller, wanted);
  expect(await findSession(oldest.id, caller.credentialId)).toBeNull();
  expect(await findSession(second.id, caller.credentialId)).not.toBeNull();
  expect(await prisma().mcpSession.count({ where: { agentId: caller.agentId } })).toBe(agent);
});

test('every quota limits something for a named share', () => {
  for (const name of QUOTA_NAMES) {
    const { what, agent, owner, address } = quotaOf(name);
    expect(what).toMatch(/^[a-zA-Z]/);
    expect([agent, owner, address].some((limit) => limit !== undefined && limit > 0)).toBe(true);
  }
});
