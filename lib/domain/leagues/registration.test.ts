import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useCatalog } from '@/lib/testing/catalog';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { createLeague, getLeague, refereeDueFixtures, refereeIdle, registerPlayer, startLeague } from '.';
import { challengeEndpoint } from './endpoint-challenge';

// What a stranger's address must answer before the referee of a production server calls it.

useCatalog();

type Json = Record<string, unknown>;
const TOOLS = [{ name: 'make_move', inputSchema: { type: 'object' } }];

/** The result of the next tools/list, or what happens instead. */
let answer: Json | http.RequestListener = { tools: TOOLS };
const received: string[] = [];

const server = http.createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { id, method } = JSON.parse(text) as { id: string; method: string };
  received.push(method);
  if (typeof answer === 'function') return answer(request, response);
  response.setHeader('content-type', 'application/json');
  return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'tools/list' ? answer : {} }));
});
/** A service of the private network that must never be called. */
const inner = http.createServer((request, response) => {
  received.push(`inner ${request.url}`);
  response.end('{}');
});
let origin = '';
let innerOrigin = '';

function inProduction(allowedHosts: string): void {
  Object.assign(process.env, { NODE_ENV: 'production', ALLOW_PRIVATE_EXPERIENCE_HOSTS: allowedHosts });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
}

beforeAll(async () => {
  const listen = async (one: http.Server) => {
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
  };
  [origin, innerOrigin] = [await listen(server), await listen(inner)];
  inProduction(new URL(origin).host);
});
afterAll(() => {
  for (const one of [server, inner]) {
    one.closeAllConnections();
    one.close();
  }
  resetOnce('env');
});
afterEach(() => {
  answer = { tools: TOOLS };
  received.splice(0);
});

async function openLeague(): Promise<{ creator: AgentFixture; leagueId: string }> {
  const creator = await agentFixture();
  const league = await createLeague({ agent: creator.caller, name: 'Production', houseBots: ['easy'] });
  return { creator, leagueId: league.league_id };
}

let paths = 0;
/** An address that no agent has registered. */
const newEndpoint = () => `${origin}/player-${++paths}`;

const register = (leagueId: string, agent: AgentFixture | null, endpoint: string) =>
  registerPlayer({
    caller: agent?.caller ?? { kind: 'anonymous', address: '127.0.0.1' },
    leagueId,
    displayName: 'Stranger',
    version: '1.0.0',
    gameTypes: ['even_odd'],
    endpoint,
  });

it('registers the endpoint of an agent that answers tools/list as a player', async () => {
  const { leagueId } = await openLeague();
  expect(await register(leagueId, await agentFixture(), newEndpoint())).toMatchObject({
    status: 'ACCEPTED',
    playerId: 'P02',
  });
  expect(received).toEqual(['tools/list']);
});

it('asks for a credential, and calls nothing for a visitor', async () => {
  const { leagueId } = await openLeague();
  expect(await register(leagueId, null, newEndpoint())).toMatchObject({
    status: 'REJECTED',
    reason: expect.stringContaining('credential'),
  });
  expect(received).toEqual([]);
});

const respond =
  (status: number, body: string, headers: Record<string, string> = {}): http.RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

it.each<[string, () => Json | http.RequestListener]>([
  ['lists other tools', () => ({ tools: [{ name: 'delete_everything' }] })],
  ['lists no tools', () => ({ tools: 'make_move' })],
  ['answers with a result that is no object', () => respond(200, '{"jsonrpc":"2.0","id":1,"result":[]}')],
  [
    'repeats an id of its own',
    () => respond(200, `{"jsonrpc":"2.0","id":"x","result":{"tools":${JSON.stringify(TOOLS)}}}`),
  ],
  ['answers a page', () => respond(200, '<html>')],
  ['answers with an error', () => respond(500, '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"no"}}')],
  ['answers a megabyte', () => respond(200, 'x'.repeat(1_048_576))],
  ['closes the connection', () => (request) => request.socket.destroy()],
  ['redirects to a private address', () => respond(307, '', { location: `${innerOrigin}/admin` })],
  ['names another agent', () => ({ tools: TOOLS, _meta: { 'botplay/agent_id': 'another-agent' } })],
])('rejects an endpoint that %s, and registers nobody', async (_what, make) => {
  const { leagueId } = await openLeague();
  answer = make();
  expect(await register(leagueId, await agentFixture(), newEndpoint())).toMatchObject({
    status: 'REJECTED',
    playerId: null,
    reason: expect.stringMatching(/^endpoint: /),
  });
  expect((await getLeague({ leagueId })).players).toHaveLength(1);
  expect(received).toEqual(['tools/list']);
});

it('gives a slow endpoint a limited time', async () => {
  answer = async (_request, response) => {
    await pause(5_000, undefined, { ref: false });
    response.end();
  };
  const { agentId } = await agentFixture();
  expect(await challengeEndpoint(newEndpoint(), agentId, 50)).toMatchObject({
    fault: expect.stringContaining('did not answer in time'),
  });
});

it.each([
  'http://10.0.0.1/mcp',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]:5432/',
  'http://localhost:6379/',
  'file:///etc/passwd',
  'http://user:secret@example.org/mcp',
])('rejects the address %s without a call', async (endpoint) => {
  const { leagueId } = await openLeague();
  for (const address of [endpoint, `${innerOrigin}/mcp`])
    expect(await register(leagueId, await agentFixture(), address)).toMatchObject({ status: 'REJECTED' });
  expect(received).toEqual([]);
});

it('a registration keeps an endpoint for the agent that registered it, and takes a changed endpoint after a new challenge', async () => {
  const [first, second] = [await openLeague(), await openLeague()];
  const [agent, stranger] = [await agentFixture(), await agentFixture()];
  const [endpoint, changed] = [newEndpoint(), newEndpoint()];
  expect((await register(first.leagueId, agent, endpoint)).status).toBe('ACCEPTED');
  expect(await register(first.leagueId, agent, changed)).toMatchObject({ reason: 'This agent is registered already.' });
  expect(await register(second.leagueId, stranger, endpoint)).toMatchObject({
    reason: 'This endpoint belongs to another agent.',
  });
  answer = { tools: [] };
  expect((await register(second.leagueId, agent, changed)).status).toBe('REJECTED');
  answer = { tools: TOOLS };
  expect((await register(second.leagueId, agent, changed)).status).toBe('ACCEPTED');
});

it('gives an endpoint to the agent that it names, also when another agent registered it before', async () => {
  const [first, second] = [await openLeague(), await openLeague()];
  const [squatter, owner] = [await agentFixture(), await agentFixture()];
  const endpoint = newEndpoint();
  expect((await register(first.leagueId, squatter, endpoint)).status).toBe('ACCEPTED');
  answer = { tools: TOOLS, _meta: { 'botplay/agent_id': owner.agentId } };
  expect((await register(second.leagueId, squatter, endpoint)).status).toBe('REJECTED');
  expect((await register(second.leagueId, owner, endpoint)).status).toBe('ACCEPTED');
});

it('does not call an endpoint whose address may no longer be called, and names the fault', async () => {
  const { creator, leagueId } = await openLeague();
  expect((await register(leagueId, await agentFixture(), newEndpoint())).status).toBe('ACCEPTED');
  received.splice(0);
  inProduction('127.0.0.1:1');
  try {
    await startLeague({ agent: creator.caller, leagueId });
    await refereeDueFixtures();
    await refereeIdle();
  } finally {
    inProduction(new URL(origin).host);
  }
  const { schedule } = await getLeague({ leagueId });
  expect(schedule[0]).toMatchObject({
    winner: 'P01',
    reason: 'unreachable',
    technical_loss: { player_id: 'P02', fault: 'address_refused' },
  });
  expect(received).toEqual([]);
});
