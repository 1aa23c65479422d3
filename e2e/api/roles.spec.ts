import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { type APIRequestContext, request as requests } from '@playwright/test';
import { io } from 'socket.io-client';
import { openStream } from '@/lib/transport/testing/sse';
import { type Agent, expect, type Json, registerAgent, test } from '../fixtures';
import { type Fleet, type Product, startFleet } from '../fixtures/fleet';
import { hasNginx, startNginx } from '../fixtures/nginx';

// One worker: the tests share the processes.
test.describe.configure({ mode: 'default' });
test.setTimeout(480_000);

const QUIET = {
  EXHIBITION: 'false',
  TRUST_PROXY: 'true',
  RATE_LIMIT_PER_MINUTE: '0',
  AGENT_SELF_REGISTRATION_PER_HOUR: '0',
  DATABASE_POOL: '4',
};

let fleet: Fleet;
let api: [Product, Product];
let watch: [Product, Product];
let nginx: Awaited<ReturnType<typeof startNginx>> | null = null;
let context: APIRequestContext;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  fleet = await startFleet(QUIET, { ROLE: 'worker' });
  const add = (ROLE: string) => fleet.add({ ROLE });
  api = [await add('api'), await add('api')];
  watch = [await add('watch'), await add('watch')];
  const processes = { botplay_api: api.map(({ url }) => url), botplay_watch: watch.map(({ url }) => url) };
  if (await hasNginx()) nginx = await startNginx('roles.conf', processes);
  context = await requests.newContext({ baseURL: nginx?.url ?? api[0].url });
});
test.afterAll(async () => {
  await context?.dispose();
  await nginx?.stop();
  await fleet?.stop();
});
const needsNginx = () => test.skip(!nginx, 'nginx is not installed and could not be installed');

/** A started match of two new agents, and the session of each. */
async function startMatch(): Promise<{ agents: [Agent, Agent]; stream: string; sessions: [string, string] }> {
  const agents: [Agent, Agent] = [await registerAgent(context), await registerAgent(context)];
  const experience_id = await agents[0].experience('Tic-tac-toe');
  const { game_session_id: id } = await agents[0].call('POST', '/lobbies', { experience_id });
  await agents[1].call('POST', `/lobbies/${id}/join`);
  await agents[0].call('POST', `/matches/${id}/start`);
  const { players } = await agents[0].call('GET', `/matches/${id}`);
  return { agents, stream: `match:${id}`, sessions: players.map(({ session_id }: Json) => session_id) };
}

test('each role answers what it is for, says 421 to the rest, and is healthy', async () => {
  const statuses = async ({ url }: Product) => {
    const paths = ['/healthz', '/readyz', '/api/experiences', '/mcp', '/', '/socket.io/?EIO=4&transport=websocket'];
    return Promise.all(paths.map(async (path) => (await fetch(url + path, { redirect: 'manual' })).status));
  };
  const [call, mcp] = [401, 401];
  expect((await statuses(api[0])).slice(0, 5)).toEqual([200, 200, call, mcp, 200]);
  expect((await statuses(watch[0])).slice(0, 5)).toEqual([200, 200, call, mcp, 421]);
  expect(await statuses(fleet.first)).toEqual([200, 200, 421, 421, 421, 421]);
  expect(await (await fetch(`${fleet.first.url}/mcp`)).text()).toMatch(
    /^This process has ROLE=worker and answers no calls/,
  );
  const connects = (url: string) =>
    new Promise((resolve) => {
      const socket = io(`${url}/watch`, { transports: ['websocket'], reconnection: false });
      const end = (isConnected: boolean) => {
        socket.close();
        resolve(isConnected);
      };
      socket.once('connect', () => end(true)).once('connect_error', () => end(false));
    });
  expect([await connects(api[0].url), await connects(watch[0].url), await connects(fleet.first.url)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('a house bot of the worker answers a move of an api process within half a second', async () => {
  const agent = await registerAgent(context);
  const experience_id = await agent.experience('Tic-tac-toe');
  const times: number[] = [];
  for (let game = 0; game < 3; game++) {
    const initial_action = { type: 'options', opponent: 'easy' };
    const { session_id, experience_response } = await agent.call('POST', '/sessions', {
      experience_id,
      initial_action,
    });
    let answer = experience_response;
    while (answer.status === 'active') {
      const startedMs = performance.now();
      answer = (await agent.step(session_id, answer.legal_moves[0])).experience_response;
      while (answer.status === 'active' && !answer.your_turn)
        answer = (await agent.step(session_id, { type: 'state' })).experience_response;
      times.push(performance.now() - startedMs);
    }
  }
  expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(500);
});

test('sockets, event streams, MCP streams, long polls and large bodies need no stickiness behind nginx', async () => {
  needsNginx();
  const url = nginx?.url ?? '';
  const { agents, stream, sessions } = await startMatch();
  const [one, other] = agents;
  const { cursor: after } = await one.call('GET', `/streams/${stream}/events?timeout_ms=0`);

  const sockets = [0, 1, 2, 3].map(() => io(`${url}/watch`, { transports: ['websocket'], forceNew: true }));
  const received = await Promise.all(
    sockets
      .map(async (socket) => {
        await socket.timeout(10_000).emitWithAck('subscribe', { stream, view: 'public' });
        return new Promise<Json>((resolve) => socket.once('event', resolve));
      })
      .map((event) => ({ event })),
  );
  const streams = await Promise.all([0, 1].map(() => openStream(`${url}/api/streams/${stream}/events`, one.bearer)));
  const client = new Client({ name: 'behind nginx', version: '1.0.0' });
  const requestInit = { headers: other.bearer };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const uri = `botplay://streams/${stream}`;
  const updated = new Promise((resolve) =>
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri)),
  );
  await client.subscribeResource({ uri });
  const polls = [one, other, one, other].map((agent) =>
    agent.call('GET', `/streams/${stream}/events?timeout_ms=20000&after=${after}`),
  );

  await one.step(sessions[0], 'B2');
  for (const { event } of received) expect(await event).toMatchObject({ stream });
  for (const each of streams)
    await expect.poll(async () => (await each.next()).data, { intervals: [0] }).toContain('B2');
  for (const poll of polls) expect(JSON.stringify((await poll).events)).toContain('B2');
  expect(await updated).toBe(uri);

  const post = (bytes: number) =>
    context.post(`/api/sessions/${sessions[1]}/step`, {
      headers: { ...other.bearer, 'content-type': 'application/json' },
      data: JSON.stringify({ action: 'x'.repeat(bytes) }),
    });
  // Botplay reads a body of 1 MiB and refuses the move; nginx refuses a larger one.
  const large = await post(1_048_000);
  expect([large.status(), (await large.json()).error.code]).toEqual([422, 'EXPERIENCE_ERROR']);
  expect((await post(1_200_000)).status()).toBe(413);
  for (const socket of sockets) socket.close();
  for (const each of streams) each.close();
  await client.close();
});

test('a restart and a kill of a process behind nginx fail no call that is tried twice, and leave no gap in a feed', async () => {
  needsNginx();
  const { agents, stream, sessions } = await startMatch();
  const socket = io(`${nginx?.url}/watch`, { transports: ['websocket'], reconnectionDelay: 100 });
  const seen: string[] = [];
  let cursor: string | null = null;
  const subscribe = async () => {
    const after = cursor === null ? {} : { after: cursor };
    const answer = await socket.timeout(10_000).emitWithAck('subscribe', { stream, view: 'public', ...after });
    cursor ??= answer.cursor;
  };
  const take = (id: string) => {
    seen.push(id);
    cursor = id;
  };
  socket.on('event', ({ id }: Json) => take(id));
  socket.on('connect', () => void subscribe());
  await expect.poll(() => cursor).not.toBeNull();
  const from = cursor as unknown as string;

  let isOver = false;
  let repeated = 0;
  const failures: string[] = [];
  /** A client that tries once more, as every client of HTTP should. */
  const call = async (agent: Agent) => {
    const once = () => agent.request('GET', '/whoami').then(({ status }) => status, String);
    const status = await once();
    if (status === 200) return;
    repeated++;
    const second = await once();
    if (second !== 200) failures.push(`${status}, then ${second}`);
  };
  const load = agents.map(async (agent) => {
    while (!isOver) await call(agent);
  });
  const move = async (index: number, cell: string) => {
    const agent = agents[index % 2] as Agent;
    const step = () => agent.step(sessions[index % 2] as string, cell, { 'idempotency-key': cell });
    await step().catch(step);
  };
  await move(0, 'A1');
  await api[0].crash();
  await move(1, 'B1');
  await api[0].startAgain();
  await move(2, 'A2');
  await Promise.all([watch[0].crash(), watch[1].crash()]);
  await move(3, 'B2');
  await Promise.all([watch[0].startAgain(), watch[1].startAgain()]);
  await move(4, 'A3');
  isOver = true;
  await Promise.all(load);
  expect(failures).toEqual([]);
  const [reader] = agents;
  const feed = `/streams/${stream}/events?timeout_ms=0&after=${from}`;
  // Both processes that serve feeds have just been killed: nginx asks them again after some seconds.
  await expect.poll(async () => (await reader.request('GET', feed)).status, { timeout: 20_000 }).toBe(200);
  const { events } = await reader.call('GET', feed);
  const stored = events.map(({ id }: Json) => id);
  expect(stored.length).toBeGreaterThanOrEqual(5);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(stored);
  socket.close();
  test.info().annotations.push({ type: 'calls tried twice', description: String(repeated) });
});

test('a role that does not exist is refused at the start by name', async () => {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, ROLE: 'spectator', DATABASE_URL: '', BOTPLAY_DATA_DIR: '/nonexistent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, errors]).toEqual([1, expect.stringContaining('ROLE: must be all, api, watch, worker')]);
});
