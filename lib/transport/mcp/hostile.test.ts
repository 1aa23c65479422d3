import { request as rawRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { initializeBody, openRawSession, postMcp, rpc } from '@/lib/transport/testing/mcp';
import { type Lane, serveTransports, type TestServer } from '@/lib/transport/testing/serve';

useDatabase();

describe.each<Lane>(['direct', 'web'])('hostile and clumsy callers on the %s lane', (lane) => {
  let server: TestServer;
  let agent: AgentFixture;
  let session: Record<string, string>;
  let url: string;

  beforeAll(async () => {
    server = await serveTransports({ lane, requestTimeoutMs: 1000 });
    agent = await agentFixture();
    url = `${server.url}/mcp`;
    session = await openRawSession(url, agent.apiKey);
  });
  afterAll(() => server.close());

  const bearer = () => ({ authorization: `Bearer ${agent.apiKey}` });

  it('asks for a credential before anything else', async () => {
    for (const body of [initializeBody(), rpc('tools/list'), '{', '[]']) {
      const answer = await postMcp(url, body);
      expect(answer).toMatchObject({ status: 401, json: { error: { data: { code: 'UNAUTHENTICATED' } } } });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect((await postMcp(url, initializeBody(), { authorization: 'Bearer pgos_wrong' })).status).toBe(401);
    expect((await fetch(url, { headers: { accept: 'text/event-stream' } })).status).toBe(401);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(401);
  });

  it.each([
    ['text that is no JSON', '{"jsonrpc":', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a batch', `[${rpc('ping')}]`, 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['a number', '7', 400, -32600],
    ['null', 'null', 400, -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600],
    ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 400, -32600],
  ])('refuses %s with a JSON-RPC error', async (_what, body, status, code) => {
    expect(await postMcp(url, body, session)).toMatchObject({ status, json: { jsonrpc: '2.0', error: { code } } });
  });

  it.each([
    ['another content type', { 'content-type': 'text/plain' }, 415],
    ['a content type that only contains the right one', { 'content-type': 'text/plain; a=application/json' }, 415],
    ['an Accept without streams', { accept: 'application/json' }, 406],
    ['an Accept without JSON', { accept: 'text/event-stream' }, 406],
    ['an unknown protocol version', { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['an Origin of another site', { origin: 'http://evil.example' }, 403],
    ['an opaque Origin', { origin: 'null' }, 403],
    ['an unknown session', { 'mcp-session-id': 'no-such-session' }, 404],
    ['no session', { 'mcp-session-id': null }, 400],
  ])('refuses %s', async (_what, headers, status) => {
    const answer = await postMcp(url, rpc('tools/list'), { ...session, ...headers });
    expect(answer).toMatchObject({ status, json: { jsonrpc: '2.0', error: { message: expect.any(String) } } });
  });

  it('refuses an unknown Host, as sent after DNS rebinding', async () => {
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const headers = {
        ...bearer(),
        host: 'rebound.example',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      };
      const sent = rawRequest({ hostname, port, path: '/mcp', method: 'POST', headers }, (answer) =>
        resolve(answer.statusCode),
      );
      sent.on('error', reject);
      sent.end(initializeBody());
    });
    expect(status).toBe(403);
  });

  it('answers a session of another credential exactly as an unknown one', async () => {
    const other = await agentFixture();
    const foreign = { ...session, authorization: `Bearer ${other.apiKey}` };
    const unknown = { ...foreign, 'mcp-session-id': '00000000-0000-4000-8000-000000000000' };
    const bodies = [
      rpc('tools/list', {}, 1),
      rpc('resources/list', {}, 1),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    ];
    for (const body of bodies) {
      const [theirs, nobodys] = [await postMcp(url, body, foreign), await postMcp(url, body, unknown)];
      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe(nobodys.text);
    }
    expect((await fetch(url, { method: 'DELETE', headers: foreign })).status).toBe(404);
    expect((await fetch(url, { headers: { ...foreign, accept: 'text/event-stream' } })).status).toBe(404);
    expect((await postMcp(url, rpc('ping'), session)).status).toBe(200);
  });

  it('refuses bodies above 1 MiB, declared or not, and keeps serving', async () => {
    const declared = await sendRaw(url, { ...session, 'content-length': '1100000' }, []);
    const chunks = Array.from({ length: 20 }, () => `10000\r\n${'x'.repeat(0x10000)}\r\n`);
    const streamed = await sendRaw(url, { ...session, 'transfer-encoding': 'chunked' }, chunks);
    for (const answer of [declared, streamed]) {
      expect(answer).toMatch(/^HTTP\/1\.1 413/);
      expect(answer).toContain('PAYLOAD_TOO_LARGE');
    }
    expect((await postMcp(url, rpc('ping'), session)).status).toBe(200);
  });

  it('stops waiting for a body that is never sent', async () => {
    const answer = await sendRaw(url, { ...bearer(), 'content-length': '100' }, ['{"js']);
    expect(answer).toMatch(/^HTTP\/1\.1 408/);
  });

  it('answers text that is not UTF-8, and arguments that cannot be stored, as faults of the request', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...session, accept: '*/*', 'content-type': 'application/json' },
      body: broken,
    });
    expect(answer.status).toBe(400);
    const nul = await postMcp(
      url,
      rpc('tools/call', { name: 'experiences.list', arguments: { search: 'a\0b' } }),
      session,
    );
    expect(nul.json?.error).toMatchObject({ code: -32602, data: { issues: [{ path: ['search'] }] } });
  });

  it.each<[string, Record<string, unknown>, (string | number)[]]>([
    ['tools/call', { name: { toString: 1 } }, ['name']],
    ['tools/call', { name: [{ toString: 1 }] }, ['name']],
    ['tools/call', {}, ['name']],
    ['resources/read', {}, ['uri']],
    ['resources/subscribe', { uri: 5 }, ['uri']],
    ['resources/unsubscribe', { uri: { toString: 1 } }, ['uri']],
    ['resources/list', { cursor: 5 }, ['cursor']],
    ['prompts/get', { name: 'play', arguments: { game: 5 } }, ['arguments', 'game']],
    ['completion/complete', {}, ['ref']],
  ])('answers params of %s that have the wrong type, %j, as a fault of the request with its path', async (...tried) => {
    const [method, params, path] = tried;
    const answer = await postMcp(url, rpc(method, params), session);
    expect(answer.status).toBe(200);
    expect(answer.json?.error).toMatchObject({ code: -32602 });
    expect(answer.json?.error).toHaveProperty('data.issues[0].path', path);
  });

  it('answers unknown methods and paths with an error', async () => {
    const put = await fetch(url, { method: 'PUT', headers: bearer() });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
    for (const path of ['/mcp/nothing', '/mcp/gateway/more', '/mcp?toolsets=gateway,nothing']) {
      const answer = await postMcp(server.url + path, initializeBody(), bearer());
      expect(answer).toMatchObject({
        status: 404,
        json: { error: { message: expect.stringContaining('/mcp/games,') } },
      });
    }
    expect((await postMcp(url, rpc('no/such'), session)).json?.error?.code).toBe(-32601);
  });

  it('takes answers and cancellations of any length and passes them to all instances', async () => {
    const long = '\u00fc"'.repeat(50_000);
    for (const body of [
      { jsonrpc: '2.0', id: 'asked', result: { long } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: long } },
    ]) {
      expect((await postMcp(url, JSON.stringify(body), session)).status).toBe(202);
    }
  });

  it('answers notifications with 202 and nothing', async () => {
    const answer = await postMcp(url, '{"jsonrpc":"2.0","method":"notifications/initialized"}', session);
    expect([answer.status, answer.text]).toEqual([202, '']);
  });
});

/** Posts what it is given, whatever the headers promise; returns what the server said until it hung up. */
function sendRaw(url: string, headers: Record<string, string>, parts: readonly string[]): Promise<string> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve) => {
    const socket = connectSocket(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    const all = { host, accept: '*/*', 'content-type': 'application/json', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.write(['POST /mcp HTTP/1.1', ...lines, '', ''].join('\r\n'));
    for (const part of parts) socket.write(part);
  });
}
