import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { type ApiKeyId, newId } from '@/lib/core/ids';
import { newApiKey } from '@/lib/core/secrets';
import { issueKey, mintToken, revokeKey } from '@/lib/domain/keys';
import { signToken } from '@/lib/domain/keys/token-codec';
import { startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { countStatements } from '@/lib/testing/statements';
import { serveWeb } from '@/lib/transport/http/web';
import { mcpLane } from '@/lib/transport/mcp';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
useClock();
beforeAll(async () => {
  Object.assign(process.env, { NODE_ENV: 'production' });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
  await startBus();
});
afterAll(stopBus);

/** Failures that one address may have in a minute. */
const LIMIT = 100;
/** Look-ups that may run when the last of them is counted. */
const MAX_IN_FLIGHT = 4;
const LOOKUPS = /^keys\.key_by_/;

let blocks = 0;
const newAddress = () => `10.77.${++blocks}.1`;
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
const unknownKey = () => newApiKey().secret;
/** A token that we signed, of a key that does not exist. */
const unknownToken = () => {
  const issuedAtS = Math.floor(Date.now() / 1000);
  const ids = { tokenId: newId(), agentId: newId(), apiKeyId: newId() };
  return signToken({ ...ids, scopes: [], issuedAtS, expiresAtS: issuedAtS + 600 });
};

async function sendMcp(credential: string, address: string) {
  const headers = { host: 'localhost:3000', 'content-type': 'application/json', ...bearer(credential) };
  const request = new Request('http://localhost:3000/mcp', { method: 'POST', headers, body: '{}' });
  return serveWeb(request, address, mcpLane);
}

const whoami = (credential: string, address: string) =>
  sendRest('GET', '/api/whoami', { headers: bearer(credential), address });
const reports = (credential: string, address: string) =>
  sendRest('GET', '/v1/reports', { headers: bearer(credential), address });

/** Sends more unknown keys than the limit, all at the same time. */
const fill = (address: string) =>
  Promise.all(Array.from({ length: 3 * LIMIT }, () => whoami(unknownKey(), address))).then((answers) =>
    answers.map(({ status }) => status),
  );

describe('an address that sends invalid credentials', () => {
  test.each([
    ['REST', whoami, unknownKey],
    ['REST with a token', whoami, unknownToken],
    ['an operation of administrators', reports, unknownKey],
    ['MCP', sendMcp, unknownKey],
    ['MCP with a token', sendMcp, unknownToken],
  ])('is refused by %s without a query after the limit, also in one burst', async (_door, send, make) => {
    const address = newAddress();
    const queries = await countStatements(LOOKUPS, async () => {
      const credentials = await Promise.all(Array.from({ length: 3 * LIMIT }, async () => make()));
      const statuses = await Promise.all(credentials.map(async (one) => (await send(one, address)).status));
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
    });
    expect(queries).toBeGreaterThanOrEqual(LIMIT);
    expect(queries).toBeLessThan(LIMIT + MAX_IN_FLIGHT);
    const refused = await send(await make(), address);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('does not stop other addresses', async () => {
    await fill(newAddress());
    const { apiKey } = await agentFixture();
    expect((await whoami(apiKey, newAddress())).status).toBe(200);
  });

  test('does not stop credentials from there that have worked, also when they are checked again', async () => {
    const address = newAddress();
    const { apiKey, caller } = await agentFixture();
    const { accessToken } = await mintToken({ caller });
    expect((await whoami(apiKey, address)).status).toBe(200);
    expect((await whoami(accessToken, address)).status).toBe(200);
    expect(await fill(address)).toContain(429);
    for (const credential of [apiKey, accessToken]) expect((await whoami(credential, address)).status).toBe(200);
    advanceClock(31_000);
    for (const credential of [apiKey, accessToken]) expect((await whoami(credential, address)).status).toBe(200);
  });

  test('cannot send a credential that worked without a limit after it was revoked', async () => {
    const address = newAddress();
    const owner = await ownerFixture();
    const { apiKey, caller } = await agentFixture({ owner });
    expect((await whoami(apiKey, address)).status).toBe(200);
    await revokeKey({ ownerId: owner.ownerId, keyId: caller.apiKeyId as ApiKeyId });
    await fill(address);
    expect((await whoami(apiKey, address)).status).toBe(429);
  });

  test('is not reached by hundreds of working keys that call for the first time at the same moment', async () => {
    const address = newAddress();
    const { agentId } = await agentFixture();
    const keys = await Promise.all(Array.from({ length: LIMIT + 50 }, () => issueKey({ agentId, name: 'new' })));
    const statuses = await Promise.all(keys.map(async ({ apiKey }) => (await whoami(apiKey, address)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
