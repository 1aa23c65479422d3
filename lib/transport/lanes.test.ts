import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { initializeBody, MCP_HEADERS, openRawSession, rpc } from './testing/mcp';
import { type Lane, serveTransports, type TestServer } from './testing/serve';

useDatabase();

/** What the connection adds, what is different in every answer, and compression: Next compresses what its routes answer. */
const OF_THE_CONNECTION = [
  ...['date', 'connection', 'keep-alive', 'transfer-encoding', 'mcp-session-id'],
  ...['content-encoding', 'content-length', 'vary'],
];

const servers = new Map<Lane, TestServer>();
let agent: AgentFixture;
let session: Record<string, string>;

beforeAll(async () => {
  for (const lane of ['direct', 'web'] as const) servers.set(lane, await serveTransports({ lane }));
  agent = await agentFixture();
  session = await openRawSession(`${servers.get('direct')?.url}/mcp`, agent.apiKey);
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

async function ask(lane: Lane, [path, init]: [string, RequestInit]) {
  const url = `${servers.get(lane)?.url}`;
  const answer = await fetch(url + path, { ...init, headers: { ...init.headers } });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name)));
  // Each lane has another port.
  const text = (await answer.text()).replaceAll(url, 'http://here');
  return { status: answer.status, headers, text };
}

const bearer = () => ({ authorization: `Bearer ${agent.apiKey}` });
const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { ...MCP_HEADERS, ...bearer(), ...headers },
});
const inSession = (body: string): RequestInit => ({ method: 'POST', body, headers: { ...MCP_HEADERS, ...session } });

const exchanges: [string, () => [string, RequestInit]][] = [
  ['MCP handshake', () => ['/mcp', post(initializeBody())]],
  ['MCP tools/list', () => ['/mcp', inSession(rpc('tools/list', {}, 1))]],
  ['MCP tools/call', () => ['/mcp', inSession(rpc('tools/call', { name: 'auth.whoami' }, 2))]],
  [
    'MCP tools/call that fails',
    () => [
      '/mcp',
      inSession(rpc('tools/call', { name: 'experiences.get', arguments: { experience_id: agent.agentId } }, 3)),
    ],
  ],
  ['MCP tools/call that does not fit', () => ['/mcp', inSession(rpc('tools/call', { name: 'experiences.get' }, 4))]],
  ['MCP resources/read', () => ['/mcp', inSession(rpc('resources/read', { uri: 'botplay://guide' }, 5))]],
  ['MCP notification', () => ['/mcp', inSession('{"jsonrpc":"2.0","method":"notifications/initialized"}')]],
  ['MCP without a credential', () => ['/mcp', { method: 'POST', body: initializeBody(), headers: MCP_HEADERS }]],
  ['MCP bad JSON', () => ['/mcp', post('{')]],
  ['MCP batch', () => ['/mcp', post('[]')]],
  ['MCP too large', () => ['/mcp', post(JSON.stringify({ text: 'x'.repeat(1_048_577) }))]],
  ['MCP OPTIONS', () => ['/mcp', { method: 'OPTIONS' }]],
  ['MCP unknown endpoint', () => ['/mcp/nothing', post(initializeBody())]],
  ['REST', () => ['/api/whoami', { headers: bearer() }]],
  ['REST HEAD', () => ['/api/whoami', { method: 'HEAD', headers: bearer() }]],
  ['REST query', () => ['/api/experiences?limit=3&search=%C3%A9', { headers: bearer() }]],
  ['REST by name', () => ['/api/tools/auth.whoami', post('{}')]],
  ['REST failure', () => [`/api/experiences/${agent.agentId}`, { headers: bearer() }]],
  ['REST without a credential', () => ['/api/whoami', {}]],
  ['REST bad JSON', () => ['/api/tools/auth.whoami', post('{')]],
  ['REST unknown route', () => ['/api/nothing', {}]],
  ['REST wrong method', () => ['/api/whoami', { method: 'PUT', body: '{}' }]],
  ['REST OPTIONS', () => ['/api/experiences', { method: 'OPTIONS' }]],
  ['REST openapi', () => ['/api/openapi.json', {}]],
  ['owners', () => ['/api/console/agents', {}]],
];

describe('both lanes', () => {
  it.each(exchanges)('answer alike: %s', async (_what, exchange) => {
    const direct = await ask('direct', exchange());
    expect(await ask('web', exchange())).toEqual(direct);
    expect(direct.status).toBeGreaterThanOrEqual(200);
  });
});
