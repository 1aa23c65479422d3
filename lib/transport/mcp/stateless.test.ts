import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentCaller } from '@/lib/core/caller';
import { settled } from '@/lib/core/deferred';
import { flushAudit } from '@/lib/domain/activity';
import { listKeys } from '@/lib/domain/keys';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { toWebResponse, WebRequest } from '@/lib/transport/http/web';
import type { WireResponse } from '@/lib/transport/http/wire';
import { readRpc } from '@/lib/transport/json-rpc';
import type { McpExchange } from './endpoint';
import { revisionOf } from './revision';
import { serveStateless } from './stateless';
import { readStatelessCall, type StatelessCall, serveStatelessCall } from './stateless-calls';

const ARRIVAL = { host: 'localhost', protocol: 'http' } as const;

useDatabase();

let agent: AgentCaller;
let lesser: AgentCaller;
beforeAll(async () => {
  agent = (await agentFixture()).caller;
  lesser = (await agentFixture({ scopes: ['lobby:read'] })).caller;
});

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
};

function exchange(caller: AgentCaller, body: object, headers: Record<string, string> = {}): McpExchange {
  const { method = '', params = {} } = body as { method?: string; params?: { name?: string } };
  const all = {
    ...HEADERS,
    'mcp-method': method,
    ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
    ...headers,
  };
  const web = new Request('http://localhost:3000/mcp', { method: 'POST', headers: all, body: JSON.stringify(body) });
  return {
    request: new WebRequest(web, { arrival: ARRIVAL, address: '' }),
    agent: caller,
    endpoint: { toolsets: ['gateway'], underscoreNames: false },
  };
}

async function read(answer: WireResponse) {
  const text = typeof answer.body === 'string' ? answer.body : await toWebResponse(answer, 'POST').text();
  return { status: answer.status, type: answer.headers['content-type'], body: JSON.parse(text) as unknown };
}

const rpc = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 'a',
  method,
  params: { ...params, _meta: META },
});
const call = (name: string, input?: object) => rpc('tools/call', { name, ...(input ? { arguments: input } : {}) });

describe('a 2026-07-28 call without the SDK answers what the SDK answers', () => {
  it.each<[string, object]>([
    ['a list', rpc('tools/list')],
    ['a call', call('auth.whoami', {})],
    ['a call in the other spelling', call('auth_whoami')],
    ['a call that fails', call('experiences.get', { experience_id: '00000000-0000-7000-8000-000000000000' })],
    ['arguments that do not fit', call('experiences.get', { experience_id: 7 })],
    ['an unknown tool', call('no.such')],
  ])('%s', async (_what, body) => {
    for (const caller of [agent, lesser]) {
      const direct = readStatelessCall(exchange(caller, body), readRpc(body));
      expect(direct).not.toBeNull();
      const bySdk = await read(await serveStateless(exchange(caller, body), body));
      expect(await read(await settled(await serveStatelessCall(direct as StatelessCall)))).toEqual(bySdk);
    }
  });

  it.each([[[]], ['x'], [7], [true]])('reports arguments that are not an object (%j) with their path', async (sent) => {
    const body = rpc('tools/call', { name: 'auth.whoami', arguments: sent });
    const direct = readStatelessCall(exchange(agent, body), readRpc(body));
    const { body: answered } = await read(await settled(await serveStatelessCall(direct as StatelessCall)));
    expect(answered).toMatchObject({ error: { code: -32602, data: { issues: [{ path: [] }] } } });
  });

  it('records the address of a call in its short form', async () => {
    const owner = await ownerFixture();
    const called = await agentFixture({ owner });
    const body = call('auth.whoami', {});
    const asked = exchange(called.caller, body);
    const web = new Request('http://localhost:3000/mcp', { method: 'POST', headers: asked.request.headers() });
    const request = new WebRequest(web, { arrival: ARRIVAL, address: '::ffff:10.1.2.3' });
    await serveStatelessCall(readStatelessCall({ ...asked, request }, readRpc(body)) as StatelessCall);
    await flushAudit();
    const keys = await listKeys({ agentId: called.agentId, ownerId: owner.ownerId });
    expect(keys.map((key) => key.last_used_from)).toEqual(['10.1.2.3']);
  });

  it.each<[string, object, Record<string, string>]>([
    ['a header that names another tool', call('auth.whoami'), { 'mcp-name': 'lobby.list' }],
    ['a header that names another method', call('auth.whoami'), { 'mcp-method': 'tools/list' }],
    ['another version in the header', call('auth.whoami'), { 'mcp-protocol-version': '2025-11-25' }],
    [
      'an envelope without capabilities',
      { ...rpc('tools/list'), params: { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined } } },
      {},
    ],
    ['answers to questions', rpc('tools/call', { name: 'auth.whoami', inputResponses: {} }), {}],
    ['a cursor', rpc('tools/list', { cursor: 'x' }), {}],
    ['another method', rpc('resources/list'), {}],
  ])('leaves %s to the SDK', (_what, body, headers) => {
    expect(readStatelessCall(exchange(agent, body, headers), readRpc(body))).toBeNull();
  });
});

const initialize = (params: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' }, ...params },
});

describe('the revision of a request', () => {
  const bodies: unknown[] = [
    rpc('tools/list'),
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { progressToken: 1 } } },
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 7 } },
    },
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} },
    { jsonrpc: '2.0', id: 1, method: 'server/discover' },
    initialize({}),
    initialize({ _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/initialized', params: { _meta: { trace: 1 } } },
    { jsonrpc: '2.0', method: 'notifications/initialized', params: { _meta: META } },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1 },
    7,
  ];
  const versions = [undefined, '2025-11-25', '2024-11-05', '2026-07-28', '2031-01-01'];

  it.each(
    bodies.flatMap((body) =>
      versions.map((version): [string, unknown, string | undefined] => [
        JSON.stringify(body).slice(0, 60),
        body,
        version,
      ]),
    ),
  )('is the one that the SDK finds: %s, version %3$s', (_shown, body, version) => {
    const { kind } = classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader: version, body });
    const header = (name: string) => (name === 'mcp-protocol-version' ? (version ?? null) : null);
    expect(revisionOf({ header }, body, readRpc(body))).toBe(kind === 'legacy' ? 'handshake' : 'stateless');
  });
});
