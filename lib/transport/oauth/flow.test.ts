import { describe, expect, test } from 'vitest';
import { seedFirstParty } from '@/lib/domain/catalog';
import { useDatabase as openDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { registry } from '@/lib/tools';
import { initializeBody, postMcp, rpc } from '@/lib/transport/testing/mcp';
import { oauthClient, REDIRECT } from '@/lib/transport/testing/oauth';
import { useServer as startServer } from '@/lib/transport/testing/use-server';

// The issuer is then the address by which a request came.
process.env.NEXTAUTH_URL = '';
openDatabase();
const server = startServer();
const client = oauthClient(server);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const initialize = (token: string, path: string) =>
  postMcp(`${server.url}${path}`, initializeBody(), bearer(token)).then(({ status }) => status);

describe('metadata', () => {
  test('every MCP endpoint, in every form of its query, has a document, and the 401 names it', async () => {
    const paths = ['/mcp', ...registry.toolsets.map(({ name }) => `/mcp/${name}`)];
    for (const path of [...paths, '/mcp?toolsets=werewolf,games', '/mcp?names=underscore']) {
      const refused = await postMcp(`${server.url}${path}`, initializeBody(), {
        accept: 'application/json, text/event-stream',
      });
      const challenge = refused.headers.get('www-authenticate') ?? '';
      const isOpen = refused.status !== 401;
      const url = isOpen
        ? `${server.url}/.well-known/oauth-protected-resource${path}`
        : /resource_metadata="([^"]+)"/.exec(challenge)?.[1];
      expect(url, path).toBe(`${server.url}/.well-known/oauth-protected-resource${path}`);
      const { status, body, headers } = await client.get(url?.slice(server.url.length) ?? '');
      expect(status).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(body).toMatchObject({
        resource: `${server.url}${path}`,
        authorization_servers: [server.url],
        bearer_methods_supported: ['header'],
      });
      expect(body.scopes_supported.length).toBeGreaterThan(0);
      if (!isOpen) expect(challenge).toMatch(/^Bearer realm="botplay", scope="[a-z: ]+", resource_metadata="/);
    }
    for (const path of ['/mcp/nothing', '//', '///', '//mcp', '//[/mcp', '//other.example/mcp'])
      expect((await client.get(`/.well-known/oauth-protected-resource${path}`)).status, path).toBe(404);
    expect((await client.get('/.well-known/oauth-protected-resource')).body.resource).toBe(server.url);
  });

  test('the server describes itself in both places where clients look', async () => {
    const { body } = await client.get('/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    expect((await client.get('/.well-known/openid-configuration')).body).toMatchObject(body);
  });

  test('a REST call without a working credential names the metadata of the whole site', async () => {
    const refused = await fetch(`${server.url}/api/whoami`, { headers: bearer('pgoa_unknown') });
    expect(refused.headers.get('www-authenticate')).toMatch(
      new RegExp(
        `^Bearer realm="botplay", error="invalid_token", scope=".*", resource_metadata="${server.url}/.well-known/oauth-protected-resource"$`,
      ),
    );
  });
});

describe('an app', () => {
  test('gets tokens for the agent that its person chose, and plays as it with these scopes only', async () => {
    await seedFirstParty();
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const clientId: string = (await client.register()).body.client_id;
    const { verifier, query } = client.ask(clientId, { scope: 'catalog:read lobby:read offline_access' });
    const decided = await client.decide(owner, {
      request: query,
      decision: 'agree',
      agent_id: agentId,
      scopes: ['catalog:read'],
    });
    const back = new URL(decided.body.redirect_to);
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(back.searchParams.get('iss')).toBe(server.url);
    expect(back.searchParams.get('state')).toBe('a state');
    const { status, body, headers } = await client.token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: REDIRECT,
      client_id: clientId,
      resource: `${server.url}/mcp`,
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'catalog:read' });
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        ...bearer(body.access_token),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: initializeBody(),
    });
    expect(answer.status).toBe(200);
    const session = { ...bearer(body.access_token), 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' };
    const called = await postMcp(`${server.url}/mcp`, rpc('tools/call', { name: 'auth.whoami' }), session);
    expect(called.text).toContain(agentId);
    const refused = await postMcp(
      `${server.url}/mcp`,
      rpc('tools/call', { name: 'lobby.list', arguments: {} }),
      session,
    );
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="botplay", error="insufficient_scope", scope="lobby:read", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`,
    );
    const stepUp = await client.authorize(owner, { clientId, agentId, scopes: ['catalog:read', 'lobby:read'] });
    const again = await postMcp(`${server.url}/mcp`, rpc('tools/call', { name: 'lobby.list', arguments: {} }), {
      ...session,
      ...bearer(stepUp.accessToken),
    });
    expect(again.status).toBe(200);
    expect(again.json?.result?.isError).toBeUndefined();
  });

  test('keeps its MCP session over a refresh, and the console shows one app however often it connects', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const first = await client.connect(owner, agentId);
    const opened = await postMcp(`${server.url}/mcp`, initializeBody(), bearer(first.accessToken));
    const fresh = (await client.refresh(first)).body;
    expect(fresh.scope).toBe('catalog:read');
    const pinged = await postMcp(`${server.url}/mcp`, rpc('ping'), {
      ...bearer(fresh.access_token),
      'mcp-session-id': opened.headers.get('mcp-session-id'),
    });
    expect(pinged.status).toBe(200);
    await client.authorize(owner, { clientId: first.clientId, agentId });
    const listed = await fetch(`${server.url}/api/console/apps`, { headers: { cookie: owner.cookie } });
    expect(await listed.json()).toMatchObject({
      apps: [{ client_id: first.clientId, agent_id: agentId, client_host: 'localhost', scopes: ['catalog:read'] }],
    });
    const keys = await fetch(`${server.url}/api/console/agents/${agentId}/keys`, { headers: { cookie: owner.cookie } });
    expect((await keys.json()).keys).toHaveLength(1);
  });

  test('works for its resource only, in every form of its query; for the whole site also over REST', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const { accessToken } = await client.connect(owner, agentId);
    expect(await initialize(accessToken, '/mcp')).toBe(200);
    expect(await initialize(accessToken, '/mcp?toolsets=games')).toBe(200);
    expect(await initialize(accessToken, '/mcp/werewolf')).toBe(401);
    expect(await initialize(accessToken, '/mcp/league')).toBe(401);
    expect((await fetch(`${server.url}/api/whoami`, { headers: bearer(accessToken) })).status).toBe(401);
    const whole = await client.connect(owner, agentId, { resource: server.url });
    expect(await initialize(whole.accessToken, '/mcp/werewolf')).toBe(200);
    expect((await fetch(`${server.url}/api/whoami`, { headers: bearer(whole.accessToken) })).status).toBe(200);
    // A token cannot make another credential.
    const minted = await fetch(`${server.url}/api/token`, {
      method: 'POST',
      headers: { ...bearer(whole.accessToken), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(minted.status).toBe(403);
  });

  test('that a person disconnects is refused within a second, with its refresh token', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const app = await client.connect(owner, agentId);
    expect(await initialize(app.accessToken, '/mcp')).toBe(200);
    const other = await ownerFixture();
    const listed = await fetch(`${server.url}/api/console/apps`, { headers: { cookie: owner.cookie } });
    const [{ app_id }] = (await listed.json()).apps;
    const disconnect = (cookie: string) =>
      fetch(`${server.url}/api/console/apps/${app_id}`, { method: 'DELETE', headers: { cookie } });
    expect((await disconnect(other.cookie)).status).toBe(404);
    expect((await disconnect(owner.cookie)).status).toBe(200);
    expect(await initialize(app.accessToken, '/mcp')).toBe(401);
    expect((await client.refresh(app)).body.error).toBe('invalid_grant');
  });

  test('revokes itself by either token, and says nothing of a token of another client', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    for (const kind of ['accessToken', 'refreshToken'] as const) {
      const app = await client.connect(owner, agentId);
      const stranger = (await client.register()).body.client_id;
      expect((await client.revoke({ token: app[kind], client_id: stranger })).status).toBe(200);
      expect(await initialize(app.accessToken, '/mcp')).toBe(200);
      expect((await client.revoke({ token: app[kind], client_id: app.clientId })).status).toBe(200);
      expect(await initialize(app.accessToken, '/mcp')).toBe(401);
    }
  });

  test('a stopped agent is stopped for its apps too', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const { accessToken } = await client.connect(owner, agentId, { resource: server.url });
    await fetch(`${server.url}/api/console/agents/${agentId}/stop`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    const refused = await fetch(`${server.url}/api/whoami`, { headers: bearer(accessToken) });
    expect([refused.status, (await refused.json()).error.details.reason]).toEqual([403, 'stopped_by_owner']);
  });
});
