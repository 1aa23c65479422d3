import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiKeyId, newId } from '@/lib/core/ids';
import { newApiKey } from '@/lib/core/secrets';
import { insertKey } from '@/lib/domain/keys/api-keys.repo';
import { issueKey, revokeKey, rotateKey } from '@/lib/domain/keys/api-keys.service';
import { renameAgent } from '@/lib/domain/people/agents.service';
import { startBus, stopBus } from '@/lib/events/index';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { startProgram } from '@/lib/testing/program';
import { watchCredential, whileCredentialWorks } from './credential-watch';
import { authenticate } from './credentials.service';
import { mintToken } from './tokens.service';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };

/** Revokes a key in the database without a notification. */
async function endSilently(keyId: string): Promise<void> {
  await prisma().apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } });
}

describe('authenticate', () => {
  test('knows a key by either header, in any spelling of Bearer', async () => {
    const { apiKey, agentId } = await agentFixture();
    for (const headers of [
      { authorization: `Bearer ${apiKey}` },
      { authorization: `bearer  ${apiKey} ` },
      { apiKey },
    ]) {
      expect((await authenticate(headers))?.agentId).toBe(agentId);
    }
  });

  test('prefers X-API-Key to an Authorization of another scheme, which a proxy may need', async () => {
    const { apiKey, agentId } = await agentFixture();
    expect((await authenticate({ authorization: 'Basic dTpw', apiKey }))?.agentId).toBe(agentId);
  });

  test('answers null only when no credential was sent', async () => {
    expect(await authenticate({})).toBeNull();
    expect(await authenticate({ authorization: null, apiKey: null })).toBeNull();
  });

  test.each([
    ['an unknown key', `Bearer ${newApiKey().secret}`],
    ['a key of another form', 'Bearer pgos_short'],
    ['no word after Bearer', 'Bearer '],
    ['another scheme', 'Basic dTpw'],
    ['null bytes', 'Bearer pgos_\u0000'],
    ['10,000 characters', `Bearer ${'x'.repeat(10_000)}`],
    ['a key with something behind it', `Bearer ${newApiKey().secret}x`],
    ['three dots', 'Bearer ...'],
  ])('refuses %s', async (_what, authorization) => {
    await expect(authenticate({ authorization })).rejects.toMatchObject(UNAUTHENTICATED);
  });

  test('describes the caller of a credential', async () => {
    const owner = await ownerFixture({ isAdmin: true });
    const { caller, agentId } = await agentFixture({ owner, scopes: ['session:write', 'catalog:read'] });
    expect(caller).toMatchObject({ kind: 'agent', agentId, ownerId: owner.ownerId, isAdmin: true, expiresAtS: null });
    expect([...caller.scopes].sort()).toEqual(['catalog:read', 'session:write']);
    expect(caller.credentialId).toBe(`key:${caller.apiKeyId}`);
  });

  test('refuses a key from the millisecond of its expiry, cached or not', async () => {
    const { agentId } = await agentFixture();
    const expiresAt = new Date(Date.now() + 60_000);
    const { apiKey } = await issueKey({ agentId, name: 'short', expiresAt });
    expect(await authenticate({ apiKey })).not.toBeNull();
    setClock(expiresAt);
    await expect(authenticate({ apiKey })).rejects.toMatchObject(UNAUTHENTICATED);
  });

  test('ignores scopes of a row that are not canonical', async () => {
    const { agentId } = await agentFixture();
    const { secret, hash, prefix } = newApiKey();
    await insertKey({
      id: newId<ApiKeyId>(),
      agentId,
      name: 'old',
      hash,
      prefix,
      scopes: ['read', 'lobby:read'],
      expiresAt: null,
    });
    expect([...((await authenticate({ apiKey: secret }))?.scopes ?? [])]).toEqual(['lobby:read']);
  });

  test('answers from memory while the bus works', async () => {
    const { apiKey, caller } = await agentFixture();
    await endSilently(caller.apiKeyId);
    expect(await authenticate({ apiKey })).toBe(caller);
  });

  test('asks the database while the bus is down, and after it came back', async () => {
    const { apiKey, caller } = await agentFixture();
    const other = await agentFixture();
    await stopBus();
    await endSilently(caller.apiKeyId);
    await expect(authenticate({ apiKey })).rejects.toMatchObject(UNAUTHENTICATED);
    await endSilently(other.caller.apiKeyId);
    await startBus();
    await expect(authenticate({ apiKey: other.apiKey })).rejects.toMatchObject(UNAUTHENTICATED);
  });

  test('sees a new name and owner immediately', async () => {
    const owner = await ownerFixture();
    const { apiKey, agentId } = await agentFixture({ owner });
    await renameAgent({ agentId, ownerId: owner.ownerId, displayName: 'Renamed' });
    expect((await authenticate({ apiKey }))?.displayName).toBe('Renamed');
  });
});

describe('revocation', () => {
  test('ends a key and its tokens that were known', async () => {
    const owner = await ownerFixture();
    const { apiKey, caller } = await agentFixture({ owner });
    const { accessToken } = await mintToken({ caller });
    expect(await authenticate({ authorization: `Bearer ${accessToken}` })).not.toBeNull();
    await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
    await expect(authenticate({ apiKey })).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(authenticate({ authorization: `Bearer ${accessToken}` })).rejects.toMatchObject(UNAUTHENTICATED);
  });

  test('is not undone by a look-up that began before it', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    for (let round = 0; round < 20; round++) {
      const { apiKey, keyId } = await issueKey({ agentId, name: 'racing' });
      const early = authenticate({ apiKey }).catch(() => null);
      await revokeKey({ keyId, ownerId: owner.ownerId });
      await early;
      await expect(authenticate({ apiKey })).rejects.toMatchObject(UNAUTHENTICATED);
    }
  });

  test('reaches a second process within a second, although that one answers from memory', async () => {
    const owner = await ownerFixture();
    const { apiKey, caller } = await agentFixture({ owner });
    const other = startProgram(`${import.meta.dirname}/testing/other-process.ts`, { TEST_API_KEY: apiKey });
    try {
      await other.heard('known');
      await endSilently(caller.apiKeyId);
      // It uses its copy at least fifty times more.
      const uses = () => other.lines.filter((line) => line === 'used').length;
      const before = uses();
      await expect.poll(uses, { timeout: 20_000 }).toBeGreaterThan(before + 1);
      expect(other.lines).not.toContain('refused');
      await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
      const revokedMs = performance.now();
      await other.heard('refused');
      expect(performance.now() - revokedMs).toBeLessThan(1000);
      expect(other.logged()).not.toContain(apiKey);
    } finally {
      other.end();
    }
  });

  test('of an unknown key, or of one of another owner, is NOT_FOUND', async () => {
    const [owner, otherOwner] = [await ownerFixture(), await ownerFixture()];
    const { caller, apiKey } = await agentFixture({ owner });
    for (const keyId of [caller.apiKeyId, newId()]) {
      await expect(revokeKey({ keyId, ownerId: otherOwner.ownerId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await authenticate({ apiKey })).not.toBeNull();
  });
});

describe('watchCredential', () => {
  const ended = (caller: Parameters<typeof watchCredential>[0], withinMs: number) =>
    new Promise<number>((resolve, reject) => {
      const startMs = performance.now();
      const late = setTimeout(() => reject(new Error('The connection was not notified.')), withinMs);
      watchCredential(caller, () => {
        clearTimeout(late);
        resolve(performance.now() - startMs);
      });
    });

  test('notifies an open connection of a revocation within a second', async () => {
    const owner = await ownerFixture();
    const { caller } = await agentFixture({ owner });
    const notified = ended(caller, 1000);
    await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
    await notified;
  });

  test('notifies of an expiry, also of a token', async () => {
    const { agentId } = await agentFixture();
    const { apiKey } = await issueKey({ agentId, name: 'short', expiresAt: new Date(Date.now() + 2000) });
    const caller = await authenticate({ apiKey });
    if (!caller) throw new Error('no caller');
    const { accessToken } = await mintToken({ caller, ttlS: 1 });
    const token = await authenticate({ authorization: `Bearer ${accessToken}` });
    if (!token) throw new Error('no token');
    await Promise.all([ended(caller, 5000), ended(token, 4000)]);
  });

  test('lets a rotated key live until its overlap is over', async () => {
    const owner = await ownerFixture();
    const { caller } = await agentFixture({ owner });
    const notified = ended(caller, 5000);
    await rotateKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId, overlapS: 1 });
    expect(await notified).toBeGreaterThan(900);
  });

  test('notices within a second while the bus is down', async () => {
    const { caller } = await agentFixture();
    const notified = ended(caller, 1500);
    await stopBus();
    await endSilently(caller.apiKeyId);
    await notified;
    await startBus();
  });

  test('notifies a connection that is opened after its key was revoked', async () => {
    const owner = await ownerFixture();
    const { caller } = await agentFixture({ owner });
    await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
    await ended(caller, 1000);
  });

  test('does not notify after watching has stopped', async () => {
    const owner = await ownerFixture();
    const { caller } = await agentFixture({ owner });
    let isNotified = false;
    watchCredential(caller, () => {
      isNotified = true;
    })();
    await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
    expect(isNotified).toBe(false);
  });
});

describe('whileCredentialWorks', () => {
  /** Work that answers when its signal aborts. */
  const wait = (signal: AbortSignal) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('news')));

  test('ends a wait whose key is revoked without an answer', async () => {
    const owner = await ownerFixture();
    const { caller } = await agentFixture({ owner });
    const waiting = whileCredentialWorks(caller, new AbortController().signal, (signal) => {
      void revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
      return wait(signal);
    });
    await expect(waiting).rejects.toMatchObject(UNAUTHENTICATED);
  });

  test('hands over what came of it otherwise, also when the caller went away', async () => {
    const { caller } = await agentFixture();
    expect(await whileCredentialWorks(caller, AbortSignal.timeout(20), wait)).toBe('news');
    expect(await whileCredentialWorks(caller, AbortSignal.abort(), async ({ aborted }) => aborted)).toBe(true);
  });
});
