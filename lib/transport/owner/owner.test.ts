import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { SCOPES } from '@/lib/core/scopes';
import { flushAudit, recordCall } from '@/lib/domain/activity';
import { authenticate } from '@/lib/domain/keys';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

async function ownedAgent() {
  const owner = await ownerFixture();
  return { owner, ...(await agentFixture({ owner })) };
}

describe('POST /api/owners', () => {
  test('opens an account and does not reveal its password', async () => {
    const email = `new-${newId()}@Example.org`;
    const created = await sendRest('POST', '/api/owners', {
      body: { email, password: 'long enough', display_name: 'Ann' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ email: email.toLowerCase(), display_name: 'Ann' });
    expect(JSON.stringify(created.body)).not.toMatch(/password|argon2/);
    const again = await sendRest('POST', '/api/owners', { body: { email, password: 'long enough' } });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE' } } });
  });

  test.each([
    ['no body', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a prototype', '{"__proto__":{"is_admin":true},"email":"a@example.org","password":"long enough"}'],
    ['null bytes', '{"email":"a\\u0000@example.org","password":"long enough"}'],
    ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('refuses %s with 400', async (_what, text) => {
    expect(await sendRest('POST', '/api/owners', { text })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    });
  });

  test('names the path of every fault', async () => {
    const { body } = await sendRest('POST', '/api/owners', { body: { email: 'invalid', password: 'short', extra: 1 } });
    const paths = (body as { error: { details: { issues: { path: string[] }[] } } }).error.details.issues.map(
      (issue) => issue.path,
    );
    expect(paths).toEqual(expect.arrayContaining([['email'], ['password']]));
  });

  test('refuses a body of 64 KiB', async () => {
    expect((await sendRest('POST', '/api/owners', { text: `"${'x'.repeat(70_000)}"` })).status).toBe(413);
  });
});

describe('POST /api/agents', () => {
  test('answers 201 with a key that works and a claim link that gives the agent away once', async () => {
    const created = await sendRest('POST', '/api/agents', {
      body: { display_name: 'Solver', scopes: ['session:write', 'catalog:read'] },
    });
    expect(created.status).toBe(201);
    const { agent_id, api_key, scopes, claim_url } = created.body as Record<string, string>;
    expect(Object.keys(created.body)).toEqual(['agent_id', 'api_key', 'scopes', 'claim_url']);
    expect(scopes).toEqual(['catalog:read', 'session:write']);
    expect(await authenticate({ apiKey: api_key })).toMatchObject({ agentId: agent_id, displayName: 'Solver' });
    const url = new URL(claim_url ?? '');
    expect(url.origin).toBe('http://localhost:3000');
    const owner = await ownerFixture();
    const token = url.pathname.replace('/claim/', '');
    const claim = () => sendRest('POST', '/api/console/claims', { owner, body: { token } });
    expect(await claim()).toMatchObject({ status: 200, body: { agent_id, display_name: 'Solver' } });
    expect(await claim()).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });

  test('needs no body, and then grants all scopes', async () => {
    expect((await sendRest('POST', '/api/agents', { text: '' })).body.scopes).toEqual(SCOPES);
  });

  test('refuses unknown scopes by path', async () => {
    const { status, body } = await sendRest('POST', '/api/agents', { body: { scopes: ['admin'] } });
    expect(status).toBe(400);
    expect(body.error.details.issues[0].path).toEqual(['scopes', 0]);
  });
});

describe('POST /api/token', () => {
  test('makes a token from a key', async () => {
    const { apiKey, agentId } = await agentFixture();
    const headers = { 'x-api-key': apiKey };
    const created = await sendRest('POST', '/api/token', {
      headers,
      body: { scopes: ['catalog:read'], ttl_seconds: 90 },
    });
    expect(created).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 90, scopes: ['catalog:read'] },
    });
    const authorization = `Bearer ${created.body.access_token}`;
    expect(await authenticate({ authorization })).toMatchObject({ agentId });
    expect((await sendRest('POST', '/api/token', { headers: { authorization } })).status).toBe(403);
  });

  test.each([
    { ttl_seconds: 86_401 },
    { ttl_seconds: 0 },
    { ttl_seconds: 1.5 },
    { ttl_seconds: '60' },
    { scopes: ['read'] },
  ])('refuses %j', async (body) => {
    const { apiKey } = await agentFixture();
    expect((await sendRest('POST', '/api/token', { headers: { 'x-api-key': apiKey }, body })).status).toBe(400);
  });

  test('refuses anonymous callers and an owner\u2019s cookie', async () => {
    expect((await sendRest('POST', '/api/token')).status).toBe(401);
    expect((await sendRest('POST', '/api/token', { owner: await ownerFixture() })).status).toBe(401);
  });
});

describe('the console', () => {
  test('makes, lists, shows and renames agents', async () => {
    const owner = await ownerFixture();
    const created = await sendRest('POST', '/api/console/agents', { owner, body: { display_name: ' Zoë ' } });
    expect(created).toMatchObject({ status: 201, body: { display_name: 'Zoë', active_keys: 0, first_call_at: null } });
    const path = `/api/console/agents/${created.body.agent_id}`;
    expect((await sendRest('PATCH', path, { owner, body: { display_name: 'Zed' } })).body.display_name).toBe('Zed');
    expect((await sendRest('GET', path, { owner })).body.display_name).toBe('Zed');
    await sendRest('POST', '/api/console/agents', { owner, body: { display_name: 'Second' } });
    const first = await sendRest('GET', '/api/console/agents?limit=1', { owner });
    expect(first.body.agents.map((agent: { display_name: string }) => agent.display_name)).toEqual(['Second']);
    const rest = await sendRest('GET', `/api/console/agents?limit=1&cursor=${first.body.next_cursor}`, { owner });
    expect(rest.body).toMatchObject({ agents: [{ display_name: 'Zed' }], next_cursor: null });
  });

  test('says in plain words what is wrong with a name', async () => {
    const owner = await ownerFixture();
    const name = (display_name: string) => sendRest('POST', '/api/console/agents', { owner, body: { display_name } });
    const issue = async (text: string) => (await name(text)).body.error.details.issues;
    expect(await issue('   ')).toEqual([{ path: ['display_name'], message: 'Must not be empty' }]);
    expect(await issue('x'.repeat(51))).toEqual([
      { path: ['display_name'], message: 'Must have at most 50 characters' },
    ]);
  });

  test('shows a key once and never again', async () => {
    const { owner, agentId } = await ownedAgent();
    const path = `/api/console/agents/${agentId}/keys`;
    const created = await sendRest('POST', path, {
      owner,
      body: { name: 'laptop', scopes: ['catalog:read'], expires_at: '2099-01-01T00:00:00Z' },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { expires_at: '2099-01-01T00:00:00.000Z', scopes: ['catalog:read'] },
    });
    expect(created.headers.get('cache-control')).toBe('no-store');
    const { key_id, api_key, prefix } = created.body;
    const listed = await sendRest('GET', path, { owner });
    expect(listed.body.keys[0]).toMatchObject({ key_id, prefix, name: 'laptop', status: 'active' });
    expect(JSON.stringify(listed.body)).not.toContain(api_key.slice(13));
    expect(JSON.stringify(listed.body)).not.toContain('hash');
  });

  test('rotates and revokes', async () => {
    const { owner, caller, apiKey } = await ownedAgent();
    const rotated = await sendRest('POST', `/api/console/keys/${caller.apiKeyId}/rotate`, {
      owner,
      body: { overlap_seconds: 3600 },
    });
    expect(rotated.status).toBe(200);
    expect(await authenticate({ apiKey })).not.toBeNull();
    expect((await sendRest('DELETE', `/api/console/keys/${rotated.body.key_id}`, { owner })).status).toBe(200);
    await expect(authenticate({ apiKey: rotated.body.api_key })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await sendRest('DELETE', `/api/console/keys/${rotated.body.key_id}`, { owner })).status).toBe(200);
  });

  test('lists sessions, newest first', async () => {
    const { owner, agentId } = await ownedAgent();
    for (const status of ['completed', 'active']) {
      const endedAt = status === 'active' ? null : new Date();
      await prisma().session.create({
        data: { id: newId(), agentId, experienceId: newId(), experienceAgentId: 'x', status, endedAt },
      });
    }
    const { body } = await sendRest('GET', `/api/console/sessions?agent_id=${agentId}`, { owner });
    expect(body.sessions.map((session: { status: string }) => session.status)).toEqual(['active', 'completed']);
    expect((await sendRest('GET', '/api/console/agents', { owner })).body.agents[0]).toMatchObject({
      sessions: 2,
      active_sessions: 1,
    });
  });

  test('lists calls', async () => {
    const { owner, caller } = await ownedAgent();
    recordCall({ caller, tool: 'auth.whoami', transport: 'mcp', outcome: 'FORBIDDEN', status: 403, durationUs: 2500 });
    await flushAudit();
    const { body } = await sendRest('GET', '/api/console/activity', { owner });
    expect(body.activity).toEqual([
      expect.objectContaining({ tool: 'auth.whoami', outcome: 'FORBIDDEN', duration_ms: 2.5 }),
    ]);
  });

  test('signs out everywhere', async () => {
    const owner = await ownerFixture();
    expect((await sendRest('POST', '/api/console/sign-out-everywhere', { owner })).status).toBe(200);
    expect((await sendRest('GET', '/api/console/agents', { owner })).status).toBe(401);
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=%00', 'other=1'])('refuses ?%s', async (query) => {
    const owner = await ownerFixture();
    expect((await sendRest('GET', `/api/console/agents?${query}`, { owner })).status).toBe(400);
  });
});

/** Every console route with ids from the path, called on someone's agent and key. */
const PRIVATE: [string, (ids: { agentId: string; keyId: string }) => string, unknown?][] = [
  ['GET', ({ agentId }) => `/api/console/agents/${agentId}`],
  ['PATCH', ({ agentId }) => `/api/console/agents/${agentId}`, { display_name: 'Mine' }],
  ['GET', ({ agentId }) => `/api/console/agents/${agentId}/keys`],
  ['POST', ({ agentId }) => `/api/console/agents/${agentId}/keys`, { name: 'mine' }],
  ['GET', ({ agentId }) => `/api/console/activity?agent_id=${agentId}`],
  ['GET', ({ agentId }) => `/api/console/sessions?agent_id=${agentId}`],
  ['POST', ({ keyId }) => `/api/console/keys/${keyId}/rotate`, { overlap_seconds: 0 }],
  ['DELETE', ({ keyId }) => `/api/console/keys/${keyId}`],
];

describe.each(PRIVATE)('%s %s', (method, path, body) => {
  test('answers another owner exactly as for what does not exist, and changes nothing', async () => {
    const { agentId, apiKey, caller } = await ownedAgent();
    const owner = await ownerFixture();
    const theirs = await sendRest(method, path({ agentId, keyId: caller.apiKeyId }), { owner, body });
    const missing = await sendRest(method, path({ agentId: newId(), keyId: newId() }), { owner, body });
    expect(theirs.status).toBe(404);
    expect({ status: theirs.status, body: theirs.body }).toEqual({ status: missing.status, body: missing.body });
    expect((await authenticate({ apiKey }))?.displayName).toBe('Test agent');
  });

  test.each([["'"], ['%00'], ['..%2f..'], ['x'.repeat(3000)], ['%ff']])('never fails on the id %s', async (id) => {
    const { status } = await sendRest(method, path({ agentId: id, keyId: id }), { owner: await ownerFixture(), body });
    expect([400, 404]).toContain(status);
  });

  test('asks for a sign-in, from agents too', async () => {
    const { agentId, apiKey, caller } = await ownedAgent();
    const target = path({ agentId, keyId: caller.apiKeyId });
    const attempts: Record<string, string>[] = [{}, { authorization: `Bearer ${apiKey}` }];
    for (const headers of attempts) {
      expect(await sendRest(method, target, { headers, body })).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHENTICATED' } },
      });
    }
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example', 'sec-fetch-site': 'same-origin' },
  ])('refuses another site: %j', async (headers) => {
    const { owner, agentId, apiKey, caller } = await ownedAgent();
    const refused = await sendRest(method, path({ agentId, keyId: caller.apiKeyId }), { owner, body, headers });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await authenticate({ apiKey }))?.displayName).toBe('Test agent');
  });
});

test('accepts same-origin requests', async () => {
  const owner = await ownerFixture();
  for (const headers of [
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ] as Record<string, string>[]) {
    expect((await sendRest('GET', '/api/console/agents', { owner, headers })).status).toBe(200);
  }
});

test('answers paths beside its own with 404', async () => {
  for (const path of ['/api/console', '/api/agents/x', '/api/consoles/agents', '/v1', '/v1/agents'])
    expect((await sendRest('GET', path)).status).toBe(404);
});

test('answers another method with 405 and the methods of the path', async () => {
  const refused = await sendRest('PUT', '/api/console/agents');
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toBe('GET, POST');
  expect((await sendRest('OPTIONS', '/api/console/agents')).headers.get('access-control-allow-origin')).toBeNull();
});
