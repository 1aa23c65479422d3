import { randomUUID } from 'node:crypto';
import { openRawSession, rpc } from '@/lib/transport/testing/mcp';
import { openStream } from '@/lib/transport/testing/sse';
import { expect, type Json, restToolClient, test } from '../fixtures';
import { expectNoServerFault, send, sendBytes } from '../fixtures/raw';

const DEEP = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const MCP = { accept: 'application/json, text/event-stream' };

/** Bodies that are not a call, with the expected status. */
const BODIES: [what: string, body: string | Uint8Array<ArrayBuffer>, status: number][] = [
  ['text that is no JSON', '{"experience_id":', 400],
  ['two values', '{}{}', 400],
  ['a list', '[{}]', 400],
  ['a text', '"hello"', 400],
  ['null', 'null', 400],
  ['10,000 levels', DEEP, 400],
  ['10,000 levels of lists', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
  ['a prototype', '{"__proto__":{"agentId":"x"},"search":"a"}', 400],
  ['a prototype below', '{"search":{"__proto__":{"x":1}}}', 400],
  ['NUL', '{"search":"a\\u0000b"}', 400],
  ['half of a pair', '{"search":"\\ud800"}', 400],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400],
  ['2 MiB', JSON.stringify({ search: 'x'.repeat(2 * 1024 * 1024) }), 413],
];

test('refuses malformed REST requests with JSON that names the fault', async ({ url, signUp }) => {
  const { bearer } = await signUp('Clumsy');
  for (const [what, body, status] of BODIES) {
    const answer = await send(`${url}/api/tools/experiences.list`, body, bearer);
    expectNoServerFault(answer, what);
    expect([what, answer.status]).toEqual([what, status]);
    expect(answer.json.error.code).toMatch(/^(VALIDATION_ERROR|PAYLOAD_TOO_LARGE)$/);
  }
  const wrongType = await send(`${url}/api/tools/experiences.list`, '{}', { ...bearer, 'content-type': 'text/plain' });
  expect([wrongType.status, wrongType.json.error.code]).toEqual([415, 'VALIDATION_ERROR']);
  const form = await send(`${url}/api/lobbies`, 'experience_id=1', {
    ...bearer,
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(form.status).toBe(415);
  for (const [method, path, status] of [
    ['POST', '/api/tools/no.such', 404],
    ['POST', '/api/tools/constructor', 404],
    ['POST', '/api/tools/__proto__', 404],
    ['GET', '/api/no/such/route', 404],
    ['GET', '/api/sessions/%00/replay', 400],
    ['GET', '/api/sessions/%E0%A4%A/replay', 404],
    ['GET', `/api/streams/${'x'.repeat(5_000)}/events`, 400],
    ['GET', '/api/streams/match:1/events?timeout_ms=1e999', 400],
    ['DELETE', '/api/lobbies', 405],
  ] as const) {
    const answer = await fetch(url + path, { method, headers: bearer });
    const text = await answer.text();
    expectNoServerFault({ status: answer.status, text, json: JSON.parse(text) }, path);
    expect([path, answer.status]).toEqual([path, status]);
  }
});

test('refuses malformed MCP requests with JSON-RPC errors and keeps the session', async ({ url, signUp }) => {
  const agent = await signUp('Garbled');
  const session = { ...MCP, ...(await openRawSession(`${url}/mcp`, agent.apiKey)) };
  for (const [what, body, status] of BODIES) {
    const answer = await send(`${url}/mcp`, body, session);
    expectNoServerFault(answer, what);
    expect([what, answer.status]).toEqual([what, status]);
  }
  const call = async (params: string) =>
    (await send(`${url}/mcp`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`, session)).json;
  for (const params of [
    '{}',
    '{"name":7}',
    '{"name":{"toString":1}}',
    '{"name":"no.such"}',
    '{"name":"__proto__"}',
    '{"name":"constructor","arguments":{}}',
    '{"name":"experiences.list","arguments":[]}',
    '{"name":"experiences.list","arguments":"{}"}',
    '{"name":"experiences.get","arguments":{"experience_id":"\\u0000"}}',
    '{"name":"session.step","arguments":{"__proto__":{"session_id":"x"}}}',
    `{"name":"memory.set","arguments":{"experience_id":"${randomUUID()}","data":${DEEP}}}`,
  ]) {
    const answer = await call(params);
    expect([params.slice(0, 80), answer.error?.code]).toEqual([params.slice(0, 80), -32602]);
  }
  const path = await call('{"name":"lobby.create","arguments":{"experience_id":"x","max_players":"two","nope":1}}');
  expect(path.error.data.issues.map((issue: Json) => issue.path)).toEqual(
    expect.arrayContaining([['experience_id'], ['max_players'], ['nope']]),
  );
  const batch = await send(`${url}/mcp`, `[${rpc('ping')},${rpc('tools/list')}]`, session);
  expect([batch.status, batch.json.error.code]).toEqual([400, -32600]);
  expect((await send(`${url}/mcp`, rpc('ping'), session)).status).toBe(200);
});

test('refuses an unknown Host or a foreign Origin', async ({ url, signUp, openOwner }) => {
  const agent = await signUp('Rebound');
  const body = rpc('ping');
  const head = (path: string, more: string[]) => [
    `POST ${path} HTTP/1.1`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `authorization: Bearer ${agent.apiKey}`,
    `content-length: ${body.length}`,
    'connection: close',
    ...more,
  ];
  const { host } = new URL(url);
  expect(await sendBytes(url, head('/mcp', ['host: rebound.example']), [body])).toMatch(/^HTTP\/1\.1 403/);
  expect(await sendBytes(url, head('/mcp', [`host: ${host}`, 'origin: http://evil.example']), [body])).toMatch(
    /^HTTP\/1\.1 403/,
  );
  expect(await sendBytes(url, head('/mcp', [`host: ${host}`, 'origin: null']), [body])).toMatch(/^HTTP\/1\.1 403/);
  expect(await sendBytes(url, head('/mcp', [`host: ${host}`, `origin: http://${host}`]), [body])).toMatch(
    /^HTTP\/1\.1 400/,
  );
  // Cross-site requests are refused before the cookie is read.
  const owner = await openOwner();
  const foreign: Record<string, string>[] = [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
  for (const headers of foreign) {
    const refused = await owner.request('POST', '/agents', { display_name: 'Trojan' }, headers);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
  }
  expect((await owner.call('GET', '/agents')).agents).toEqual([]);
});

test('closes connections with invalid, incomplete or smuggled HTTP', async ({ url, request }) => {
  const { host } = new URL(url);
  const get = [`GET /api/openapi.json HTTP/1.1`, `host: ${host}`];
  expect(await sendBytes(url, ['\u0016\u0003\u0001 this is TLS'])).toMatch(/^HTTP\/1\.1 400/);
  expect(await sendBytes(url, [...get, `x: ${'a'.repeat(20_000)}`])).toMatch(/^HTTP\/1\.1 4(00|31)/);
  const both = ['content-length: 4', 'transfer-encoding: chunked'];
  expect(await sendBytes(url, [...get, ...both], ['0\r\n\r\n'])).toMatch(/^HTTP\/1\.1 400/);
  expect(await sendBytes(url, [...get, 'content-length: 4', 'content-length: 5'], ['ab'])).toMatch(/^HTTP\/1\.1 400/);
  expect((await request.get('/healthz')).ok()).toBe(true);
});

test('answers unknown page URLs with 404, and a NUL character with 400, for visitors and owners', async ({
  openOwner,
  request,
}) => {
  const owner = await openOwner();
  for (const id of ['x', '%00', randomUUID()]) {
    const status = id === '%00' ? 400 : 404;
    for (const path of [
      '/agents',
      '/experiences',
      '/matches',
      '/embed/matches',
      '/board',
      '/docs/tools',
      '/docs/games',
    ]) {
      expect([path, id, (await request.get(`${path}/${id}`)).status()]).toEqual([path, id, status]);
    }
    for (const path of ['/console/agents', '/publish']) {
      expect([path, id, await owner.visit(`${path}/${id}`)]).toEqual([path, id, status]);
    }
  }
  expect((await request.get('/leagues?after=no-cursor')).status()).toBe(404);
  // Shared memory outlives its experience, so every valid id has a page; an invalid id has none.
  for (const id of ['x', '00']) expect(await owner.visit(`/console/memory/${id}`)).toBe(404);
  for (const name of ['search', 'category', 'tag', 'page']) {
    expect([name, (await request.get(`/experiences?${name}=%00`)).status()]).toEqual([name, 200]);
  }
  expect(await owner.visit('/console?cursor=x')).toBe(404);
  for (const path of ['/console?cursor=%00', '/console/activity?cursor=%00&tool=%00', '/console/sessions?cursor=%00']) {
    expect([path, (await owner.visit(path)) < 500]).toEqual([path, true]);
  }
});

test('answers for another owner’s object exactly as for a missing one', async ({ signUp, openOwner }) => {
  const [mine, theirs] = await Promise.all([signUp('Owner'), signUp('Snoop')]);
  const { session_id } = await mine.call('POST', '/sessions', { experience_id: await mine.experience('Chess') });
  const snoop = await restToolClient(theirs);
  const messageOf = async (tool: string, args: Record<string, unknown>, id: string) => {
    const refusal = await snoop.call(tool, args).catch((thrown) => thrown);
    return `${refusal.code} ${refusal.message}`.replaceAll(id, '<id>');
  };
  const missing = randomUUID();
  for (const [tool, args] of [
    ['session.replay', (id: string) => ({ session_id: id })],
    ['events.wait', (id: string) => ({ stream: `session:${id}`, timeout_ms: 0 })],
  ] as const) {
    expect(await messageOf(tool, args(session_id), session_id)).toBe(await messageOf(tool, args(missing), missing));
  }
  // The contract names these two codes for another agent's session.
  expect(await messageOf('session.step', { session_id, action: 'e4' }, session_id)).toMatch(/^EXPERIENCE_AUTH_FAILED/);
  expect(await messageOf('session.end', { session_id }, session_id)).toMatch(/^EXPERIENCE_AUTH_FAILED/);
  expect((await mine.step(session_id, { type: 'state' })).experience_response.view.moves).toBe('');

  const [one, another] = await Promise.all([openOwner(), openOwner()]);
  const owned = await one.agent();
  for (const path of [`/agents/${owned.id}`, `/agents/${owned.id}/keys`]) {
    const foreign = await another.request('GET', path);
    const absent = await another.request('GET', path.replace(owned.id, missing));
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  }
  const revoke = await another.request('DELETE', `/keys/${owned.keyId}`);
  expect([revoke.status, revoke.text]).toEqual([404, (await another.request('DELETE', `/keys/${missing}`)).text]);
  expect((await owned.request('GET', '/whoami')).status).toBe(200);
});

test('a revoked key ends its waits and streams within a second and is refused afterwards', async ({
  url,
  openOwner,
}) => {
  const owner = await openOwner();
  const agent = await owner.agent('Dismissed');
  const session = await openRawSession(`${url}/mcp`, agent.apiKey);
  const [events, notices] = await Promise.all([
    openStream(`${url}/api/streams/me/events`, agent.bearer),
    openStream(`${url}/mcp`, session),
  ]);
  expect([events.status, notices.status]).toEqual([200, 200]);
  const quiet = await agent.quietStream();
  const waiting = agent.request('GET', `/streams/${quiet.stream}/events?timeout_ms=55000&after=${quiet.after}`);
  const waitingMcp = send(`${url}/mcp`, rpc('tools/call', { name: 'events.wait', arguments: quiet }), {
    ...MCP,
    ...session,
  });
  await new Promise((resolve) => setTimeout(resolve, 300));

  await owner.call('DELETE', `/keys/${agent.keyId}`);
  const startedMs = Date.now();
  const [answer, answerMcp, eventsEnded, noticesEnded] = await Promise.all([
    waiting,
    waitingMcp,
    events.ended(5_000),
    notices.ended(5_000),
  ]);
  expect(Date.now() - startedMs).toBeLessThan(3_000);
  expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(answerMcp.text).toContain('UNAUTHENTICATED');
  expect([eventsEnded, noticesEnded]).toEqual([true, true]);
  expect((await agent.request('GET', '/whoami')).status).toBe(401);
  expect((await send(`${url}/mcp`, rpc('ping'), { ...MCP, ...session })).status).toBe(401);
});

test('refuses malformed credentials, other kinds of credentials and missing scopes', async ({
  url,
  signUp,
  request,
}) => {
  const agent = await signUp('Narrow');
  for (const authorization of [
    'Bearer',
    'Bearer pgos_no',
    `Basic ${agent.apiKey}`,
    `Bearer ${'x'.repeat(9_000)}`,
    'Bearer a.b.c',
  ]) {
    const answer = await send(`${url}/api/tools/auth.whoami`, '{}', { authorization });
    expectNoServerFault(answer, authorization.slice(0, 40));
    expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  }
  const minted = await request.post('/api/token', {
    headers: agent.bearer,
    data: { scopes: ['catalog:read'], ttl_seconds: 60 },
  });
  const { access_token } = await minted.json();
  const narrow = { authorization: `Bearer ${access_token}` };
  expect((await send(`${url}/api/tools/auth.whoami`, '{}', narrow)).json.scopes).toEqual(['catalog:read']);
  const refused = await send(`${url}/api/sessions`, JSON.stringify({ experience_id: randomUUID() }), narrow);
  expect([refused.status, refused.json.error.code]).toEqual([403, 'FORBIDDEN']);
  expect(refused.json.error.details).toMatchObject({ required_scope: 'session:write' });
  const wider = await request.post('/api/token', { headers: narrow, data: { scopes: ['session:write'] } });
  expect(wider.status()).toBeGreaterThanOrEqual(400);
});
