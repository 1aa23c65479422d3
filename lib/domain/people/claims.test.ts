import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newClaimToken } from '@/lib/core/secrets';
import { selfRegisterAgent } from '@/lib/domain/keys';
import { issueOwnedKey } from '@/lib/domain/keys/api-keys.service';
import { authenticate } from '@/lib/domain/keys/credentials.service';
import { startBus, stopBus } from '@/lib/events/index';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { claimAgent, previewClaim } from './claims.service';

process.env.AGENT_SELF_REGISTRATION_PER_HOUR = '20';
useDatabase();
beforeAll(startBus);
afterAll(stopBus);

let next = 0;
/** Each from another address, so that only the test of the limit reaches the limit. */
const register = (address = `10.1.0.${next++}`) => selfRegisterAgent({ address });

describe('self-registration', () => {
  test('gives a working key, all scopes and no owner', async () => {
    const registration = await register();
    const caller = await authenticate({ apiKey: registration.apiKey });
    expect(caller).toMatchObject({ agentId: registration.agentId, ownerId: null, isAdmin: false });
    expect(caller?.scopes.size).toBe(14);
    expect(caller?.displayName).toMatch(/^Agent \w{4}$/);
  });

  test('keeps of the claim link only a hash', async () => {
    const registration = await register();
    const row = await prisma().agent.findUniqueOrThrow({ where: { id: registration.agentId } });
    expect(row.claimHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(registration.claimToken);
  });

  test('is limited by address, a whole /64 counting as one', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => register(`2001:db8:1:2:${n}::1`)));
    await expect(register('2001:db8:1:2::abcd')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(register('2001:db8:1:3::1')).resolves.toBeTruthy();
  });
});

describe('a claim link', () => {
  test('gives the agent to one of ten owners who open it concurrently, and works once', async () => {
    const registration = await register();
    const owners = await Promise.all(Array.from({ length: 10 }, () => ownerFixture()));
    const claims = await Promise.allSettled(
      owners.map(({ ownerId }) => claimAgent({ token: registration.claimToken, ownerId })),
    );
    const won = claims.findIndex((claim) => claim.status === 'fulfilled');
    expect(claims.filter((claim) => claim.status === 'fulfilled')).toHaveLength(1);
    for (const claim of claims)
      if (claim.status === 'rejected') expect(claim.reason).toMatchObject({ code: 'NOT_FOUND' });
    const row = await prisma().agent.findUniqueOrThrow({ where: { id: registration.agentId } });
    expect(row).toMatchObject({ ownerId: owners[won]?.ownerId, claimHash: null });
    expect(row.claimedAt).not.toBeNull();
  });

  test('that an administrator opens gives administrator rights only to keys made afterwards', async () => {
    const registration = await register();
    const { ownerId } = await ownerFixture({ isAdmin: true });
    await claimAgent({ token: registration.claimToken, ownerId });
    expect(await authenticate({ apiKey: registration.apiKey })).toMatchObject({ ownerId, isAdmin: false });
    const { apiKey } = await issueOwnedKey({ agentId: registration.agentId, ownerId, name: 'mine' });
    expect(await authenticate({ apiKey })).toMatchObject({ ownerId, isAdmin: true });
  });

  test('makes the owner known to a credential that was known before', async () => {
    const registration = await register();
    const { ownerId } = await ownerFixture();
    expect((await authenticate({ apiKey: registration.apiKey }))?.ownerId).toBeNull();
    await claimAgent({ token: registration.claimToken, ownerId });
    expect((await authenticate({ apiKey: registration.apiKey }))?.ownerId).toBe(ownerId);
  });

  test('shows which agent it gives, until it is used', async () => {
    const registration = await register();
    expect(await previewClaim({ token: registration.claimToken })).toMatchObject({ agentId: registration.agentId });
    await claimAgent({ token: registration.claimToken, ownerId: (await ownerFixture()).ownerId });
    expect(await previewClaim({ token: registration.claimToken })).toBeNull();
  });

  test.each([[''], ['claim_\u0000'], ['x'.repeat(10_000)], [newClaimToken().secret]])(
    'that is wrong gives nothing',
    async (token) => {
      const { ownerId } = await ownerFixture();
      await expect(claimAgent({ token, ownerId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await previewClaim({ token })).toBeNull();
    },
  );
});
