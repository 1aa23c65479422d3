import { base64url, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { jwtKeys } from '@/lib/core/jwt-keys';
import { issueKey } from '@/lib/domain/keys/api-keys.service';
import { startBus, stopBus } from '@/lib/events/index';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { authenticate } from './credentials.service';
import { mintToken } from './tokens.service';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const byToken = (token: string) => authenticate({ authorization: `Bearer ${token}` });
const nowS = () => Math.floor(Date.now() / 1000);

describe('a token', () => {
  test('speaks for its agent with the scopes that were asked for', async () => {
    const { caller, agentId } = await agentFixture();
    const minted = await mintToken({ caller, scopes: ['lobby:read', 'catalog:read'], ttlS: 60 });
    expect(minted).toMatchObject({ expiresInS: 60, scopes: ['catalog:read', 'lobby:read'] });
    const holder = await byToken(minted.accessToken);
    expect(holder).toMatchObject({ agentId, apiKeyId: caller.apiKeyId });
    expect([...(holder?.scopes ?? [])]).toEqual(['catalog:read', 'lobby:read']);
    expect(holder?.expiresAtS).toBeGreaterThanOrEqual(nowS() + 58);
    expect(holder?.credentialId).toBe(`jwt:${decodeJwt(minted.accessToken).jti}`);
  });

  test('has the scopes of its key and an hour by default', async () => {
    const { caller } = await agentFixture({ scopes: ['memory:read'] });
    expect(await mintToken({ caller })).toMatchObject({ scopes: ['memory:read'], expiresInS: 3600 });
  });

  test('never has a scope that its key lacks', async () => {
    const { caller } = await agentFixture({ scopes: ['memory:read'] });
    await expect(mintToken({ caller, scopes: ['memory:read', 'memory:write'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { missing_scopes: ['memory:write'] },
    });
  });

  test('cannot make a token', async () => {
    const { caller } = await agentFixture();
    const holder = await byToken((await mintToken({ caller })).accessToken);
    if (!holder) throw new Error('no holder');
    await expect(mintToken({ caller: holder })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('does not outlive its key', async () => {
    const { agentId } = await agentFixture();
    const { apiKey } = await issueKey({ agentId, name: 'short', expiresAt: new Date(Date.now() + 30_000) });
    const caller = await authenticate({ apiKey });
    if (!caller) throw new Error('no caller');
    expect((await mintToken({ caller, ttlS: 86_400 })).expiresInS).toBeLessThanOrEqual(30);
  });

  test('is signed by the first of JWT_KEYS, by name', async () => {
    const { caller } = await agentFixture();
    const header = decodeProtectedHeader((await mintToken({ caller })).accessToken);
    expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: jwtKeys()[0].kid });
  });
});

describe('a forged token is refused:', () => {
  interface Forgery {
    claims?: Record<string, unknown>;
    header?: Record<string, unknown>;
    secret?: Uint8Array;
  }

  /** A token like ours except for the given changes. */
  async function forge({ claims = {}, header = {}, secret = jwtKeys()[0].secret }: Forgery = {}): Promise<string> {
    const { caller } = await agentFixture();
    const payload = {
      iss: 'botplay',
      aud: 'botplay-agents',
      sub: caller.agentId,
      key: caller.apiKeyId,
      scope: 'catalog:read',
      jti: newId(),
      iat: nowS(),
      exp: nowS() + 60,
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: jwtKeys()[0].kid, ...header })
      .sign(secret);
  }

  test('(the honest one is accepted)', async () => {
    expect(await byToken(await forge())).not.toBeNull();
  });

  test.each<[string, Forgery]>([
    ['another secret', { secret: new Uint8Array(32).fill(1) }],
    ['an unknown key name', { header: { kid: 'other' } }],
    ['no key name', { header: { kid: undefined } }],
    ['expired', { claims: { exp: nowS() - 1 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['not valid yet', { claims: { nbf: nowS() + 60 } }],
    ['another audience', { claims: { aud: 'someone-else' } }],
    ['another issuer', { claims: { iss: 'someone-else' } }],
    ['another type', { header: { typ: 'JWT' } }],
    ['another algorithm of the same family', { header: { alg: 'HS384' } }],
    ['a key that is no id', { claims: { key: "' OR 1=1 --" } }],
    ['a key that does not exist', { claims: { key: newId() } }],
    ['another agent than the key speaks for', { claims: { sub: newId() } }],
    ['scopes of another type', { claims: { scope: ['catalog:read'] } }],
  ])('%s', async (_what, forgery) => {
    const token = await forge(forgery);
    await expect(byToken(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('algorithm none', async () => {
    const claims = decodeJwt(await forge());
    await expect(byToken(new UnsecuredJWT(claims).encode())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const kid = jwtKeys()[0].kid;
    const [head, body] = [{ alg: 'none', typ: 'at+jwt', kid }, claims].map((part) =>
      base64url.encode(JSON.stringify(part)),
    );
    for (const signature of ['', 'AAAA']) {
      await expect(byToken(`${head}.${body}.${signature}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  test('an asymmetric algorithm under the name of our key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const claims = decodeJwt(await forge());
    const header = { alg: 'RS256', typ: 'at+jwt', kid: jwtKeys()[0].kid };
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    await expect(byToken(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('changed after signing', async () => {
    const [head, , signature] = (await forge()).split('.');
    const other = (await forge({ claims: { scope: 'experience:write' } })).split('.')[1];
    await expect(byToken(`${head}.${other}.${signature}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('more scopes than the key has are not granted', async () => {
    const { caller } = await agentFixture({ scopes: ['catalog:read'] });
    const scope = 'catalog:read experience:write nonsense';
    const token = await forge({ claims: { sub: caller.agentId, key: caller.apiKeyId, scope } });
    expect([...((await byToken(token))?.scopes ?? [])]).toEqual(['catalog:read']);
  });
});
