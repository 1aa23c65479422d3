import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { SCOPES } from '@/lib/core/scopes';
import { hashSecret, newApiKey } from '@/lib/core/secrets';
import { issueKeyBody } from '@/lib/domain/console';
import { authenticate } from '@/lib/domain/keys/credentials.service';
import { startBus, stopBus } from '@/lib/events/index';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { issueKey, issueOwnedKey, listKeys, revokeKey, rotateKey } from './api-keys.service';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

describe('an API key', () => {
  test('is pgos_ and 43 base62 characters, each equally likely', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 3000; i++) {
      const { secret } = newApiKey();
      expect(secret).toMatch(/^pgos_[0-9A-Za-z]{43}$/);
      for (const character of secret.slice(5)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (3000 * 43) / 62;
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // 61 degrees of freedom: more than 130 happens once in a million.
    expect(chiSquared).toBeLessThan(130);
  });

  test('is stored as hash and prefix only', async () => {
    const { apiKey, caller } = await agentFixture();
    const row = await prisma().apiKey.findUniqueOrThrow({ where: { id: caller.apiKeyId } });
    expect(row).toMatchObject({ hash: hashSecret(apiKey), prefix: apiKey.slice(5, 13) });
    expect(JSON.stringify(row)).not.toContain(apiKey.slice(5));
  });

  test('carries all canonical scopes by default', async () => {
    const { agentId } = await agentFixture();
    expect((await issueKey({ agentId, name: 'all' })).scopes).toEqual(SCOPES);
  });

  test('is refused an expiry that is not in the future', async () => {
    const { agentId } = await agentFixture();
    await expect(issueKey({ agentId, name: 'late', expiresAt: new Date() })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['expires_at'] }] },
    });
  });

  test('is one of at most 50 that work of an agent, also of racing calls; an ended one leaves its place', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const order = { agentId, ownerId: owner.ownerId, name: 'many' };
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => issueOwnedKey(order)));
    const keys = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    // The fixture has one already.
    expect(keys).toHaveLength(49);
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'QUOTA_EXCEEDED', details: { name: 'keys', limit: 50, per: 'agent' } });
    const [first, second] = keys;
    await revokeKey({ keyId: first?.keyId ?? '', ownerId: owner.ownerId });
    await rotateKey({ keyId: second?.keyId ?? '', ownerId: owner.ownerId, overlapS: 0 });
    await issueOwnedKey(order);
    await expect(issueOwnedKey(order)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    const listed = await listKeys({ agentId, ownerId: owner.ownerId });
    expect(listed.map(({ status }) => status).slice(0, 50)).toEqual(Array(50).fill('active'));
  });

  test('is made by the owner of the agent alone', async () => {
    const [owner, otherOwner] = [await ownerFixture(), await ownerFixture()];
    const { agentId } = await agentFixture({ owner });
    const refusal = { code: 'NOT_FOUND', message: 'Unknown agent: check the agent_id.' };
    await expect(issueOwnedKey({ agentId, ownerId: otherOwner.ownerId, name: 'x' })).rejects.toMatchObject(refusal);
    await expect(issueOwnedKey({ agentId: newId(), ownerId: otherOwner.ownerId, name: 'x' })).rejects.toMatchObject(
      refusal,
    );
  });
});

describe('the body of a new key', () => {
  test.each([
    ['an unknown scope', { name: 'x', scopes: ['catalog:read', 'read'] }, ['scopes', 1]],
    ['no scope', { name: 'x', scopes: [] }, ['scopes']],
    ['a name of spaces', { name: '   ' }, ['name']],
    ['a null byte in the name', { name: 'a\u0000b' }, ['name']],
    ['half of a surrogate pair', { name: 'a\ud800b' }, ['name']],
    ['a direction override', { name: 'a\u202eb' }, ['name']],
    ['10,000 characters', { name: 'x'.repeat(10_000) }, ['name']],
    ['a time without zone', { name: 'x', expires_at: '2030-01-01T00:00:00' }, ['expires_at']],
    ['an unknown field', { name: 'x', admin: true }, []],
  ])('refuses %s', (_what, body, path) => {
    expect(issueKeyBody.safeParse(body).error?.issues[0]?.path).toEqual(path);
  });

  test('puts scopes in canonical order, each once', () => {
    const scopes = ['proxy:write', 'catalog:read', 'proxy:write'];
    expect(issueKeyBody.parse({ name: 'x', scopes }).scopes).toEqual(['catalog:read', 'proxy:write']);
  });
});

describe('rotation', () => {
  async function keyOf(scopes?: Parameters<typeof agentFixture>[0]) {
    const owner = await ownerFixture();
    const agent = await agentFixture({ owner, ...scopes });
    return { ...agent, ownerId: owner.ownerId, keyId: agent.caller.apiKeyId };
  }

  test('ends the old key immediately with an overlap of 0', async () => {
    const { apiKey, keyId, ownerId, agentId } = await keyOf({ scopes: ['lobby:read'] });
    const fresh = await rotateKey({ keyId, ownerId, overlapS: 0 });
    await expect(authenticate({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const caller = await authenticate({ apiKey: fresh.apiKey });
    expect(caller?.agentId).toBe(agentId);
    expect([...(caller?.scopes ?? [])]).toEqual(['lobby:read']);
  });

  test('with an overlap lets both work until it is over', async () => {
    const { apiKey, keyId, ownerId, agentId } = await keyOf();
    const fresh = await rotateKey({ keyId, ownerId, overlapS: 60 });
    expect((await authenticate({ apiKey }))?.agentId).toBe(agentId);
    expect((await listKeys({ agentId, ownerId })).map((key) => key.status)).toEqual(['active', 'replaced']);
    advanceClock(60_000);
    await expect(authenticate({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await authenticate({ apiKey: fresh.apiKey }))?.agentId).toBe(agentId);
  });

  test('never makes an ending key live longer', async () => {
    const { agentId, ownerId } = await keyOf();
    const expiresAt = new Date(Date.now() + 60_000);
    const { keyId } = await issueKey({ agentId, name: 'ending', expiresAt });
    const fresh = await rotateKey({ keyId, ownerId, overlapS: 3600 });
    const old = (await listKeys({ agentId, ownerId })).find((key) => key.key_id === keyId);
    expect(old?.expires_at).toBe(expiresAt.toISOString());
    expect(fresh.expiresAt).toEqual(expiresAt);
  });

  test('makes one successor of ten concurrent rotations', async () => {
    const { keyId, ownerId, agentId } = await keyOf();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => rotateKey({ keyId, ownerId, overlapS: 60 })),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'INVALID_STATE' });
    expect(await listKeys({ agentId, ownerId })).toHaveLength(2);
  });

  test('is refused for a revoked key, and as NOT_FOUND for another owner', async () => {
    const { keyId, ownerId } = await keyOf();
    await revokeKey({ keyId, ownerId });
    await expect(rotateKey({ keyId, ownerId, overlapS: 60 })).rejects.toMatchObject({ code: 'INVALID_STATE' });
    const otherOwner = await ownerFixture();
    await expect(rotateKey({ keyId, ownerId: otherOwner.ownerId, overlapS: 60 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('ends an overlap early when the old key is revoked', async () => {
    const { apiKey, keyId, ownerId } = await keyOf();
    await rotateKey({ keyId, ownerId, overlapS: 3600 });
    await revokeKey({ keyId, ownerId });
    await expect(authenticate({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
