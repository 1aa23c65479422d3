import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type APIRequestContext, request as requests } from '@playwright/test';
import { type BreakableProxy, openBreakableProxy } from '@/lib/testing/breakable-proxy';
import { initializeBody, openRawSession, postMcp, rpc } from '@/lib/transport/testing/mcp';
import { openStream } from '@/lib/transport/testing/sse';
import { freePort, startProduct } from '../../scripts/test-server.mjs';
import { Agent, expect, type Json, Owner, registerAgent, restToolClient, test } from '../fixtures';
import { OPERA_GAME, outcomeByTheRules } from '../fixtures/matches';
import { fromList, playByAnswers, readStream } from '../fixtures/play';

// One worker: the tests share two processes.
test.describe.configure({ mode: 'default' });
test.setTimeout(300_000);

type Product = Awaited<ReturnType<typeof startProduct>>;

/** Two processes on one database: the first with the embedded database, the second configured as in production. */
let products: [Product, Product];
let contexts: [APIRequestContext, APIRequestContext];
/** Between the second process and the database. */
let database: BreakableProxy;
/** The environment of the second process. */
let production: Record<string, string>;

test.beforeAll(async () => {
  const quiet = { EXHIBITION: 'false', RATE_LIMIT_PER_MINUTE: '0', AGENT_SELF_REGISTRATION_PER_HOUR: '0' };
  const first = await startProduct(quiet);
  const read = async (file: string) => JSON.parse(await readFile(path.join(first.dataDirectory, file), 'utf8'));
  const { password, port } = await read('postgres.json');
  database = await openBreakableProxy(port);
  production = {
    ...quiet,
    ...(await read('secrets.json')),
    DATABASE_URL: `postgresql://postgres:${password}@127.0.0.1:${database.port}/botplay`,
    NEXTAUTH_URL: 'http://localhost:3000',
  };
  const second = await startProduct(production);
  products = [first, second];
  contexts = [await requests.newContext({ baseURL: first.url }), await requests.newContext({ baseURL: second.url })];
});
test.afterAll(async () => {
  for (const context of contexts ?? []) await context.dispose();
  // Stop the second process first: the first owns the database.
  for (const product of [...(products ?? [])].reverse()) await product.stop();
  database?.close();
});

/** The same agent on the other process. */
const at = (context: APIRequestContext, agent: Agent) =>
  new Agent(context, { agent_id: agent.id, api_key: agent.apiKey });

/** A started match between an agent on the first process, who moves first, and one on the second. */
async function startApart(game: string, here: string, there: string) {
  const agents: [Agent, Agent] = [await registerAgent(contexts[0], here), await registerAgent(contexts[1], there)];
  const [host, guest] = agents;
  const experience_id = await host.experience(game);
  const { game_session_id: id } = await host.call('POST', '/lobbies', { experience_id });
  await guest.call('POST', `/lobbies/${id}/join`, {});
  await host.call('POST', `/matches/${id}/start`, {});
  const { players } = await guest.call('GET', `/matches/${id}`);
  return { agents, experience_id, id, players };
}

test('serves an MCP session on another process and ends it on both', async () => {
  const agent = await registerAgent(contexts[0]);
  const session = await openRawSession(`${products[0].url}/mcp`, agent.apiKey);
  const whoami = rpc('tools/call', { name: 'auth.whoami' }, 1);
  for (const { url } of products) expect((await postMcp(`${url}/mcp`, whoami, session)).status).toBe(200);
  expect((await fetch(`${products[1].url}/mcp`, { method: 'DELETE', headers: session })).status).toBe(200);
  // The process that ended it knows immediately, the other after a notification.
  const served = async (url: string) => (await postMcp(`${url}/mcp`, whoami, session)).status;
  expect(await served(products[1].url)).toBe(404);
  await expect.poll(() => served(products[0].url), { intervals: [50], timeout: 5_000 }).toBe(404);
});

test('racing calls on two processes open one session and make one move', async () => {
  const agent = await registerAgent(contexts[0]);
  const both = [agent, at(contexts[1], agent)] as const;
  const experience_id = await agent.experience('Tic-tac-toe');
  const of = (index: number) => both[index % 2] as Agent;
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, index) => of(index).call('POST', '/sessions', { experience_id })),
  );
  const [session_id, ...others] = new Set(opened.map((session) => session.session_id));
  expect(others).toEqual([]);
  const cells = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3', 'C1', 'C2', 'C3'];
  const steps = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      of(index).request('POST', `/sessions/${session_id}/step`, { action: cells[0] }, { 'idempotency-key': 'first' }),
    ),
  );
  for (const { status, body } of steps) expect([status, body]).toEqual([200, steps[0]?.body]);
  expect((await agent.call('GET', `/sessions/${session_id}/replay`)).steps).toHaveLength(1);
});

test('two agents on two processes play to checkmate with events.wait', async () => {
  const { agents, experience_id, id, players } = await startApart('Chess', 'Here', 'There');
  const [, black] = agents;
  const endings = await Promise.all(
    agents.map(async (agent, seat) =>
      playByAnswers(
        await restToolClient(agent),
        players[seat].session_id,
        fromList(seat === 0 ? OPERA_GAME.white : OPERA_GAME.black),
      ),
    ),
  );
  for (const ending of endings) expect(ending).toMatchObject({ status: 'completed', outcome: { winner: 0 } });
  const streams = await Promise.all(
    agents.map(async (agent) => readStream(await restToolClient(agent), `match:${id}`)),
  );
  expect(streams[0]).toEqual(streams[1]);
  expect(outcomeByTheRules(streams[0] as Json[])).toMatchObject({ reason: 'checkmate' });
  const { rankings } = await black.call('GET', `/leaderboards/${experience_id}`);
  expect(rankings.map((line: Json) => line.elo_rating)).toEqual([1216, 1184]);
});

test('accepts a move right after the opponent moved on another process', async () => {
  const { agents, players } = await startApart('Tic-tac-toe', 'Blind', 'Blind too');
  let last: Json = null;
  for (const [index, cell] of ['A1', 'B1', 'A2', 'B2', 'A3'].entries()) {
    const [agent, session] = [agents[index % 2] as Agent, players[index % 2].session_id];
    last = (await agent.step(session, cell)).experience_response;
    expect(last.view.last_move).toBe(cell);
  }
  expect(last).toMatchObject({ status: 'completed', outcome: { winner: 0 } });
});

test('refuses a key soon after another process revoked it', async () => {
  const owner = await Owner.open(products[0].url);
  const agent = await owner.agent();
  const there = at(contexts[1], agent);
  const stream = await openStream(`${products[1].url}/api/streams/me/events`, agent.bearer);
  const quiet = await there.quietStream();
  const waiting = there.request('GET', `/streams/${quiet.stream}/events?timeout_ms=30000&after=${quiet.after}`);
  expect((await there.request('GET', '/whoami')).status).toBe(200);
  await owner.call('DELETE', `/keys/${agent.keyId}`);
  const startedMs = Date.now();
  expect(await stream.ended(5_000)).toBe(true);
  expect((await waiting).status).toBe(401);
  expect((await there.request('GET', '/whoami')).status).toBe(401);
  expect(Date.now() - startedMs).toBeLessThan(3_000);
  await owner.close();
});

/** Headers that depend on the connection or on Next, or differ in every answer. */
const OF_THE_LANE =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|vary|mcp-session-id)$/;

interface Lane {
  url: string;
  process: ChildProcess;
}

/** Next without the custom server, as `next start` runs it: the route handlers answer. */
async function startRouteHandlers(): Promise<Lane> {
  const port = String(await freePort());
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', port], {
    env: {
      ...process.env,
      ...production,
      BOTPLAY_EMBEDDED: '1',
      PORT: port,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(async () => (await fetch(`${url}/healthz`).catch(() => null))?.status, { timeout: 30_000 })
    .toBe(200);
  return { url, process: child };
}

test('the Next route handlers answer as the direct lane does', async () => {
  const agent = await registerAgent(contexts[0]);
  const session = await openRawSession(`${products[0].url}/mcp`, agent.apiKey);
  const json = { 'content-type': 'application/json', ...agent.bearer };
  const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
    method: 'POST',
    body,
    headers,
  });
  const mcp = (body: string) => post(body, { ...json, ...session, accept: 'application/json, text/event-stream' });
  const exchanges: [path: string, init: RequestInit][] = [
    ['/api/whoami', { headers: agent.bearer }],
    ['/api/whoami', {}],
    ['/api/whoami', { method: 'HEAD', headers: agent.bearer }],
    ['/api/openapi.json', {}],
    ['/api/experiences?search=chess&limit=1', { headers: agent.bearer }],
    ['/api/experiences?limit=many', { headers: agent.bearer }],
    ['/api/tools/experiences.list', post('{')],
    ['/api/tools/experiences.list', post('{}', { ...json, 'content-type': 'text/plain' })],
    ['/api/tools/experiences.list', post(JSON.stringify({ search: 'x'.repeat(2_000_000) }))],
    ['/api/tools/no.such', post('{}')],
    ['/api/no/such', { headers: agent.bearer }],
    ['/api/lobbies', { method: 'DELETE', headers: agent.bearer }],
    ['/api/lobbies', { method: 'OPTIONS' }],
    ['/api/streams/me/events?timeout_ms=0', { headers: agent.bearer }],
    ['/api/console/agents', {}],
    ['/api/agents', post('{"scopes":["no"]}')],
    ['/v1/experiences/01a200a3-ac67-72d1-bf0a-03d6cab5eaa4/verify', post('{}')],
    ['/mcp', post(initializeBody())],
    ['/mcp', { method: 'POST', body: initializeBody() }],
    ['/mcp', mcp(rpc('tools/list', {}, 1))],
    ['/mcp', mcp(rpc('tools/call', { name: 'auth.whoami' }, 2))],
    ['/mcp', mcp(rpc('tools/call', { name: 'experiences.get', arguments: { experience_id: 7 } }, 3))],
    ['/mcp', mcp('[]')],
    ['/mcp', { headers: agent.bearer }],
    ['/mcp/no-such', mcp(rpc('ping', {}, 4))],
  ];
  const handlers = await startRouteHandlers();
  try {
    for (const [path, init] of exchanges) {
      const [direct, routed] = await Promise.all(
        [products[0].url, handlers.url].map(async (url) => {
          const answer = await fetch(url + path, init);
          const headers = [...answer.headers].filter(([name]) => !OF_THE_LANE.test(name));
          const compared = { status: answer.status, headers, text: await answer.text() };
          // Each lane names the address by which it was reached.
          return JSON.parse(JSON.stringify(compared).replaceAll(/http:\/\/[\w.]+:\d+/g, 'http://this.server'));
        }),
      );
      expect(routed, `${init.method ?? 'GET'} ${path}`).toEqual(direct);
    }
  } finally {
    handlers.process.kill();
    await once(handlers.process, 'exit');
  }
});

test('pages and next-auth answer 503 while the database is away, and sign nobody out', async () => {
  const [{ url }, owner] = [products[1], await Owner.open(products[1].url)];
  const missing = '00000000-0000-7000-8000-000000000000';
  const read = (path: string) => contexts[1].get(path, { headers: { accept: 'text/html' } });
  expect([await owner.visit('/console'), await owner.visit('/api/auth/session')]).toEqual([200, 200]);
  database.cut();
  for (const path of ['/', '/experiences', '/leaderboards', `/matches/${missing}`, `/agents/${missing}`]) {
    const page = await read(path);
    expect([path, page.status(), page.headers()['retry-after']]).toEqual([path, 503, '2']);
    expect(await page.text()).toContain('Back in a moment');
  }
  const record = await read(`/matches/${missing}/record.jsonl`);
  expect([record.status(), record.headers()['retry-after']]).toEqual([503, '2']);
  expect([await owner.visit('/console'), await owner.visit('/api/auth/session')]).toEqual([503, 503]);
  expect((await read('/docs')).status()).toBe(200);
  database.repair();
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  expect([await owner.visit('/console'), (await read('/leaderboards')).status()]).toEqual([200, 200]);
});
