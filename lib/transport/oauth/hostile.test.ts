import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAuthorizationRequest } from '@/lib/domain/oauth';
import { useDatabase as openDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { oauthSite } from '@/lib/tools/endpoints';
import { initializeBody, postMcp } from '@/lib/transport/testing/mcp';
import { oauthClient, REDIRECT } from '@/lib/transport/testing/oauth';
import { useServer as startServer } from '@/lib/transport/testing/use-server';

process.env.NEXTAUTH_URL = '';
openDatabase();
const server = startServer();
const client = oauthClient(server);

const works = async (token: string, path = '/mcp') =>
  (await postMcp(`${server.url}${path}`, initializeBody(), { authorization: `Bearer ${token}` })).status === 200;

async function connected() {
  const owner = await ownerFixture();
  const { agentId } = await agentFixture({ owner });
  return { owner, agentId, app: await client.connect(owner, agentId) };
}

/** A code that its client has not exchanged yet, and the form that exchanges it. */
async function freshCode(changes: Record<string, string | null> = {}) {
  const owner = await ownerFixture();
  const { agentId } = await agentFixture({ owner });
  const clientId: string = (await client.register()).body.client_id;
  const { verifier, query } = client.ask(clientId, { scope: 'catalog:read', ...changes });
  const decided = await client.decide(owner, {
    request: query,
    decision: 'agree',
    agent_id: agentId,
    scopes: ['catalog:read'],
  });
  const code = new URL(decided.body.redirect_to).searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    client_id: clientId,
  };
  return { form, owner, agentId };
}

/** How the page reads a request of this client. */
async function read(query: string, ownerId = '0190f3a0-0000-7000-8000-000000000001') {
  return readAuthorizationRequest(new URLSearchParams(query), { site: oauthSite(server.url), ownerId });
}

describe('a code', () => {
  test.each<[string, Record<string, string>, string]>([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ])('is used up when it is exchanged with %s', async (_what, changes, error) => {
    const { form } = await freshCode();
    expect((await client.token({ ...form, ...changes })).body.error).toBe(error);
    expect((await client.token(form)).body.error).toBe('invalid_grant');
  });

  test('is worth nothing to another client', async () => {
    const { form } = await freshCode();
    const thief = (await client.register()).body.client_id;
    expect((await client.token({ ...form, client_id: thief })).body.error).toBe('invalid_grant');
  });

  test('that is exchanged twice ends the app that it became', async () => {
    const { app } = await connected();
    expect(await works(app.accessToken)).toBe(true);
    expect((await client.token(app.exchange)).body.error).toBe('invalid_grant');
    expect(await works(app.accessToken)).toBe(false);
  });

  test('gives tokens to one of many exchanges at the same time, and these end too', async () => {
    const { form } = await freshCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.token(form)));
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(await works(won?.body.access_token)).toBe(false);
  });

  test('ends after a minute', async () => {
    const { form } = await freshCode();
    await prisma().oauthCode.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await client.token(form)).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  test('that is used twice ends the app with every token of it', async () => {
    const { app } = await connected();
    const fresh = (await client.refresh(app)).body;
    expect(await works(fresh.access_token)).toBe(true);
    expect((await client.refresh(app)).body.error).toBe('invalid_grant');
    expect(await works(fresh.access_token)).toBe(false);
    expect(await works(app.accessToken)).toBe(false);
    const { clientId } = app;
    expect((await client.refresh({ clientId, refreshToken: fresh.refresh_token })).body.error).toBe('invalid_grant');
  });

  test('gives no more scopes, no other resource, and nothing to another client', async () => {
    const { app } = await connected();
    const stranger = (await client.register()).body.client_id;
    const { refreshToken } = app;
    expect((await client.refresh({ clientId: stranger, refreshToken })).body.error).toBe('invalid_grant');
    expect((await client.refresh(app, { scope: 'session:write' })).body.error).toBe('invalid_scope');
    expect((await client.refresh(app, { resource: `${server.url}/mcp/werewolf` })).body.error).toBe('invalid_target');
    expect((await client.refresh(app)).status).toBe(200);
  });

  test('is no access token, and an access token refreshes nothing', async () => {
    const { app } = await connected();
    expect(await works(app.refreshToken)).toBe(false);
    expect((await client.refresh({ ...app, refreshToken: app.accessToken })).body.error).toBe('invalid_grant');
  });
});

describe('tokens', () => {
  test('are stored as hashes only', async () => {
    const { app } = await connected();
    const rows = JSON.stringify([
      await prisma().appToken.findMany(),
      await prisma().oauthCode.findMany(),
      await prisma().apiKey.findMany(),
    ]);
    for (const secret of [app.accessToken, app.refreshToken, app.exchange.code]) expect(rows).not.toContain(secret);
  });

  test('of a client that wants no refresh token end within the hour', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const metadata = {
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
    };
    const clientId = (await client.register(metadata)).body.client_id;
    expect((await client.authorize(owner, { clientId, agentId })).body).not.toHaveProperty('refresh_token');
  });

  test('of a deleted agent end with it', async () => {
    const { owner, agentId, app } = await connected();
    const path = `${server.url}/api/console/agents/${agentId}`;
    expect((await fetch(path, { method: 'DELETE', headers: { cookie: owner.cookie } })).status).toBe(200);
    expect(await works(app.accessToken)).toBe(false);
    expect((await client.refresh(app)).body.error).toBe('invalid_grant');
  });
});

describe('a decision', () => {
  test('is taken from nobody who is not signed in, from no page of another site and from no form', async () => {
    const owner = await ownerFixture();
    const { query } = client.ask((await client.register()).body.client_id);
    const body = { request: query, decision: 'agree', new_agent_name: 'Ada', scopes: ['catalog:read'] };
    expect((await client.decide(null, body)).status).toBe(401);
    expect((await client.decide(owner, body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await client.decide(owner, body, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await client.decide(owner, body, { 'content-type': 'text/plain' })).status).toBeGreaterThanOrEqual(400);
    expect(await prisma().oauthCode.count({ where: { ownerId: owner.ownerId } })).toBe(0);
  });

  test('gives no agent of another owner and no scope that the app did not ask for', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner: await ownerFixture() });
    const { query } = client.ask((await client.register()).body.client_id, { scope: 'catalog:read' });
    const decide = (more: object) => client.decide(owner, { request: query, decision: 'agree', ...more });
    expect((await decide({ agent_id: agentId, scopes: ['catalog:read'] })).status).toBe(404);
    expect((await decide({ new_agent_name: 'Ada', scopes: ['session:write'] })).status).toBe(400);
    expect((await decide({ new_agent_name: 'Ada', scopes: [] })).status).toBe(400);
    expect((await decide({ scopes: ['catalog:read'] })).status).toBe(400);
  });

  test('against the app brings it the refusal with our issuer', async () => {
    const owner = await ownerFixture();
    const { query } = client.ask((await client.register()).body.client_id);
    const { body } = await client.decide(owner, { request: query, decision: 'refuse' });
    const { searchParams } = new URL(body.redirect_to);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      iss: server.url,
      state: 'a state',
    });
  });
});

describe('a request', () => {
  test.each([
    ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token in the answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['a foreign resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['an unknown endpoint', { resource: 'SERVER/mcp/nothing' }, 'invalid_target'],
    ['foreign scopes', { scope: 'files:read' }, 'invalid_scope'],
  ])('with %s is faulty, and its client learns it with our issuer', async (_what, changes, error) => {
    const clientId = (await client.register()).body.client_id;
    const sent = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value?.replace('SERVER', server.url) ?? null]),
    );
    const found = await read(client.ask(clientId, sent).query);
    if (found.kind !== 'faulty') throw new Error(found.kind);
    expect(found.isAutomatic).toBe(true);
    expect(Object.fromEntries(new URL(found.redirectTo).searchParams)).toMatchObject({ error, iss: server.url });
  });

  test('redirects nobody without a click to an address of a stranger', async () => {
    const redirect = 'https://evil.example/callback';
    const metadata = { redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
    const clientId = (await client.register(metadata)).body.client_id;
    const { query } = client.ask(clientId, { redirect_uri: redirect, code_challenge: null });
    expect(await read(query)).toMatchObject({ kind: 'faulty', isAutomatic: false, returnHost: 'evil.example' });
  });

  test.each([
    'http://127.0.0.1:33418/callback/',
    'http://127.0.0.1:33418/callback?next=x',
    'http://localhost:33418/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://user@127.0.0.1:33418/callback',
    'http://127.0.0.1:33418/callback#fragment',
    'http://127.0.0.1:33418/other/../callback',
    'https://127.0.0.1:33418/callback',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ])('with the address %s, which was not registered, ends on our page', async (redirect_uri) => {
    const clientId = (await client.register()).body.client_id;
    expect((await read(client.ask(clientId, { redirect_uri }).query)).kind).toBe('refused');
  });

  test('may name any port of a loopback address', async () => {
    const clientId = (await client.register()).body.client_id;
    const found = await read(client.ask(clientId, { redirect_uri: 'http://127.0.0.1:51234/callback' }).query);
    expect(found.kind).toBe('valid');
  });

  test('with a parameter twice, or of an unknown client, ends on our page', async () => {
    const clientId = (await client.register()).body.client_id;
    expect((await read(`${client.ask(clientId).query}&redirect_uri=https%3A%2F%2Fevil.example`)).kind).toBe('refused');
    expect((await read(client.ask('0190f3a0-0000-7000-8000-000000000001').query)).kind).toBe('refused');
    expect((await read(client.ask("' OR 1=1").query)).kind).toBe('refused');
  });
});

describe('a registration', () => {
  test.each([
    ['http://evil.example/callback'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['https://*.evil.example/callback'],
    ['https://user:password@evil.example/'],
    ['https://evil.example/#fragment'],
    ['blob:https://evil.example/x'],
  ])('with the address %s is refused', async (uri) => {
    const { status, body } = await client.register({ redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test('as the platform shows the host that its codes go to in place of the name', async () => {
    const redirect_uris = ['https://evil.example/callback'];
    for (const client_name of ['Botplay', 'B\u043etplay Support', '\u200b', 'x\u202eelpmaxe', ''])
      expect((await client.register({ redirect_uris, client_name })).body.client_name).toBe('evil.example');
    const { body } = await client.register({ redirect_uris, client_name: 'Claude' });
    const found = await read(client.ask(body.client_id, { redirect_uri: redirect_uris[0] as string }).query);
    // What a person sees beside the name is where the code goes.
    expect(found).toMatchObject({ request: { client: { name: 'Claude' }, returnHost: 'evil.example' } });
  });

  test('with a secret needs it for tokens, by either way of sending it', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const { body } = await client.register({ redirect_uris: [REDIRECT] });
    expect(body).toMatchObject({ token_endpoint_auth_method: 'client_secret_basic', client_secret_expires_at: 0 });
    const { verifier, query } = client.ask(body.client_id);
    const decision = { request: query, decision: 'agree', agent_id: agentId, scopes: ['catalog:read'] };
    const decided = await client.decide(owner, decision);
    const form = {
      grant_type: 'authorization_code',
      code: new URL(decided.body.redirect_to).searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: REDIRECT,
    };
    const { client_id, client_secret } = body;
    const unproved = await client.token({ ...form, client_id });
    expect([unproved.status, unproved.body.error]).toEqual([401, 'invalid_client']);
    expect((await client.token({ ...form, client_id, client_secret: 'wrong' })).status).toBe(401);
    const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` };
    expect((await client.token(form, basic)).status).toBe(200);
  });

  test('is bounded by address', async () => {
    let last = 0;
    for (let sent = 0; sent < 400 && last !== 429; sent++) last = (await client.register()).status;
    expect(last).toBe(429);
  });
});

describe('a metadata document', () => {
  let answer = { status: 200, headers: {} as Record<string, string>, body: '' };
  let asked = 0;
  const host = createServer((_request, response) => {
    asked++;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  let id = '';
  let next = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => host.close());

  const describeAs = (changes: object = {}, headers: Record<string, string> = {}) => {
    id = `http://127.0.0.1:${(host.address() as AddressInfo).port}/client-${++next}.json`;
    asked = 0;
    const document = { client_id: id, client_name: 'Its name', redirect_uris: [REDIRECT], ...changes };
    answer = {
      status: 200,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(document),
    };
  };

  test('describes a client, and is kept as long as its headers say', async () => {
    describeAs({}, { 'cache-control': 'max-age=60' });
    expect(await read(client.ask(id).query)).toMatchObject({
      kind: 'valid',
      request: { client: { name: 'Its name' } },
    });
    await read(client.ask(id).query);
    expect(asked).toBe(1);
    describeAs({}, { 'cache-control': 'no-store' });
    await read(client.ask(id).query);
    await read(client.ask(id).query);
    expect(asked).toBe(2);
  });

  test('that prefers signed assertions and takes none describes a client', async () => {
    const methods = { token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] };
    describeAs({ token_endpoint_auth_method: 'private_key_jwt', ...methods });
    expect((await read(client.ask(id).query)).kind).toBe('valid');
  });

  test('lets its client play without a registration', async () => {
    describeAs();
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const app = await client.authorize(owner, { clientId: id, agentId });
    expect(await works(app.accessToken)).toBe(true);
    expect((await client.refresh(app)).status).toBe(200);
  });

  test.each<[string, () => void]>([
    ['another client_id', () => describeAs({ client_id: 'https://claude.ai/oauth/client.json' })],
    ['no name', () => describeAs({ client_name: undefined })],
    ['no addresses', () => describeAs({ redirect_uris: [] })],
    ['signed assertions only', () => describeAs({ token_endpoint_auth_method: 'private_key_jwt' })],
    ['a secret', () => describeAs({ token_endpoint_auth_method: 'client_secret_basic' })],
    [
      'a redirect',
      () => describeAs() ?? Object.assign(answer, { status: 302, headers: { location: 'http://127.0.0.1/' } }),
    ],
    ['an error', () => describeAs() ?? Object.assign(answer, { status: 500 })],
    ['no JSON', () => describeAs() ?? Object.assign(answer, { body: '<html>' })],
    ['too many bytes', () => describeAs({ padding: 'x'.repeat(20_000) })],
  ])('with %s is refused', async (_what, prepare) => {
    prepare();
    const found = await read(client.ask(id).query);
    expect(found).toMatchObject({ kind: 'refused' });
    expect(asked).toBe(1);
  });

  test.each([
    'https://127.0.0.1.nip.io/../client.json',
    'https://user@evil.example/client.json',
    'https://evil.example/client.json#x',
    'https://evil.example',
    'ftp://evil.example/client.json',
    'http://evil.example/client.json',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
  ])('at %s is not fetched', async (clientId) => {
    expect((await read(client.ask(clientId).query)).kind).toBe('refused');
  });
});

describe('the server', () => {
  test('answers faults of form in the words of OAuth', async () => {
    const post = async (path: string, body: string, type: string) => {
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } });
      return [answer.status, ((await answer.json()) as { error: string }).error];
    };
    const form = 'application/x-www-form-urlencoded';
    expect(await post('/oauth/token', '{}', 'application/json')).toEqual([400, 'invalid_request']);
    expect(await post('/oauth/token', '', form)).toEqual([401, 'invalid_client']);
    expect(await post('/oauth/token', 'client_id=x&client_id=y', form)).toEqual([400, 'invalid_request']);
    expect(await post('/oauth/token', 'client_id=x&grant_type=password', form)).toEqual([
      400,
      'unsupported_grant_type',
    ]);
    expect(await post('/oauth/token', `client_id=x&x=${'x'.repeat(20_000)}`, form)).toEqual([413, 'invalid_request']);
    expect(await post('/oauth/register', '[', 'application/json')).toEqual([400, 'invalid_client_metadata']);
    expect((await fetch(`${server.url}/oauth/token`)).status).toBe(405);
    expect((await fetch(`${server.url}/oauth/token`, { method: 'OPTIONS' })).status).toBe(204);
  });
});
