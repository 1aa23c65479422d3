import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { env } from '@/lib/core/env';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { type Program, startProgram } from '@/lib/testing/program';
import { registry } from '@/lib/tools';
import { findSchemaDisagreements } from '@/lib/tools/testing/listed-schema';
import { villageSay, villageToolset } from '@/lib/tools/testing/village';
import { openapiDocument } from './openapi/document';
import { openRawSession, postMcp, rpc } from './testing/mcp';
import { useServer } from './testing/use-server';

registry.add(villageToolset);
const listed = villageSay.listed as { input: JsonObject; output: JsonObject };
useDatabase();
const server = useServer();

let agent: AgentFixture;
let other: Program;
beforeAll(async () => {
  agent = await agentFixture();
  other = startProgram('lib/tools/testing/call-process.ts');
});
afterAll(() => other.end());

const failure = (code: string, retryable = false) => ({
  ok: false,
  serverTime: expect.stringMatching(/Z$/),
  error: { code, message: expect.any(String), retryable },
});

const requestInit = () => ({ headers: { authorization: `Bearer ${agent.apiKey}` } });
const endpoint = () => new URL(`${server.url}/mcp/village`);

async function connectHandshake() {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: requestInit() }));
  return client;
}

async function connectStateless() {
  const client = new StatelessClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StatelessTransport(endpoint(), { requestInit: requestInit() }));
  return client;
}

let match = 0;
const newMatch = () => `m${++match}`;

interface CallResult {
  isError?: boolean;
  structuredContent?: unknown;
  content: unknown;
}

/** The structured content of a result, which must be the JSON of its text. */
function structured(result: CallResult): unknown {
  const [text] = result.content as { text: string }[];
  expect(JSON.parse(text?.text ?? '')).toEqual(result.structuredContent);
  return result.structuredContent;
}

const post = (matchId: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/village/${matchId}/messages`, {
    method: 'POST',
    headers: { 'x-api-key': agent.apiKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe.each([
  ['2025-11-25', connectHandshake],
  ['2026-07-28', connectStateless],
])('a toolset with its own conventions, for the official client of %s', (_version, connect) => {
  it('lists exactly the schemas that its definition fixes', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const say = tools.find(({ name }) => name === 'village.say');
    expect({ input: say?.inputSchema, output: say?.outputSchema }).toEqual(listed);
    await client.close();
  });

  it('answers success, and failures of every kind, in the form of the toolset', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const client = await connect();
    const say = async (matchId: string, input: object) =>
      (await client.callTool({ name: 'village.say', arguments: { matchId, ...input } })) as CallResult;
    const matchId = newMatch();
    const answer = await say(matchId, { text: 'Hello.' });
    expect(answer.isError).toBeFalsy();
    expect(structured(answer)).toMatchObject({ ok: true, matchId, error: null });
    const failures: [CallResult, string, boolean][] = [
      [await say(matchId, { text: 'Again.' }), 'RATE_LIMITED', true],
      [await say(newMatch(), { text: 'boom' }), 'INTERNAL_ERROR', true],
    ];
    for (const [result, code, retryable] of failures) {
      expect(result.isError).toBe(true);
      expect(structured(result)).toEqual(failure(code, retryable));
    }
    await expect(say(newMatch(), { text: '' })).rejects.toMatchObject({
      code: -32602,
      data: { issues: [{ path: ['text'] }] },
    });
    await client.close();
    logged.mockRestore();
  });
});

describe('a toolset with its own conventions', () => {
  it('answers FORBIDDEN in its form to a credential without the scope', async () => {
    const lesser = await agentFixture({ scopes: ['lobby:read'] });
    const session = await openRawSession(endpoint().href, lesser.apiKey);
    const call = rpc('tools/call', { name: 'village.say', arguments: { matchId: 'm', text: 'Hello.' } });
    const { json } = await postMcp(endpoint().href, call, session);
    expect(json?.result).toMatchObject({ isError: true, structuredContent: failure('FORBIDDEN') });
  });

  it('answers over REST with the status of the error and the same body', async () => {
    const matchId = newMatch();
    const answer = await post(matchId, { text: 'Hello.' });
    expect([answer.status, await answer.json()]).toMatchObject([200, { ok: true, matchId }]);
    const limited = await post(matchId, { text: 'Again.' });
    expect([limited.status, await limited.json()]).toEqual([429, failure('RATE_LIMITED', true)]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    const invalid = await post(newMatch(), { text: 7 });
    expect([invalid.status, await invalid.json()]).toEqual([400, failure('VALIDATION_ERROR')]);
    const { apiKey } = await agentFixture({ scopes: ['lobby:read'] });
    const forbidden = await post(newMatch(), { text: 'Hello.' }, { 'x-api-key': apiKey });
    expect([forbidden.status, await forbidden.json()]).toEqual([403, failure('FORBIDDEN')]);
  });

  it('shows its schemas in OpenAPI', () => {
    const paths = openapiDocument().paths as Record<string, { post: { requestBody: { content: object } } }>;
    const { properties } = listed.input as unknown as { properties: Record<string, object> };
    expect(paths['/village/{matchId}/messages']?.post.requestBody.content).toMatchObject({
      'application/json': { schema: { properties: { text: properties.text } } },
    });
  });

  it('takes the idempotency key from its own field: a repeated call gets the first answer and does not count', async () => {
    const matchId = newMatch();
    const message = { text: 'Hello.', idempotencyKey: 'key-00001' };
    const first = await (await post(matchId, message)).json();
    expect(await (await post(matchId, message)).json()).toEqual(first);
    const conflict = await post(matchId, { ...message, text: 'Other.' });
    expect([conflict.status, await conflict.json()]).toEqual([409, failure('IDEMPOTENCY_CONFLICT')]);
  });

  it('counts the calls of two processes together', async () => {
    await other.heard('ready');
    const [mine, theirs] = [newMatch(), newMatch()];
    expect((await post(mine, { text: 'Hello.' })).status).toBe(200);
    other.say(`${agent.apiKey} ${mine}`);
    await other.heard(`${mine} RATE_LIMITED`);
    other.say(`${agent.apiKey} ${theirs}`);
    await other.heard(`${theirs} ok`);
    expect((await post(theirs, { text: 'Hello.' })).status).toBe(429);
  });

  it('may need a scope that depends on the configuration', async () => {
    const { apiKey } = await agentFixture({ scopes: ['memory:read'] });
    const list = () =>
      fetch(`${server.url}/api/tools/village.list`, { method: 'POST', headers: { 'x-api-key': apiKey } });
    expect((await list()).status).toBe(200);
    env().AGENT_SELF_REGISTRATION = 'closed';
    expect((await list()).status).toBe(403);
    env().AGENT_SELF_REGISTRATION = 'open';
  });
});

describe('the comparison of a listed schema with the one that checks calls', () => {
  it('finds nothing where they agree', () => {
    expect(findSchemaDisagreements(villageSay)).toEqual([]);
  });

  it('names what only one of them accepts', () => {
    const loose = { ...listed, input: { ...listed.input, required: ['matchId'] } };
    expect(findSchemaDisagreements({ ...villageSay, listed: loose })).toContain(
      'village.say {"matchId":"m1"}: listed true, zod false',
    );
  });
});
