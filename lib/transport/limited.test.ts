import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { initializeBody, MCP_HEADERS, openRawSession, postMcp, rpc } from './testing/mcp';
import { serveTransports, type TestServer } from './testing/serve';

process.env.RATE_LIMIT_PER_MINUTE = '3';
useDatabase();

let server: TestServer;
beforeAll(async () => {
  server = await serveTransports();
});
afterAll(() => server.close());

it('REST sends the rest of the minute, then 429 with the seconds to wait', async () => {
  const { apiKey } = await agentFixture();
  const ask = () => fetch(`${server.url}/api/whoami`, { headers: { 'x-api-key': apiKey } });
  const answers = [await ask(), await ask(), await ask(), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
  const refused = answers[3] as Response;
  expect(refused.headers.get('ratelimit-limit')).toBe('3');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED', retryable: true } });
});

it('MCP answers a failed result that may be tried again', async () => {
  const { apiKey } = await agentFixture();
  const session = await openRawSession(`${server.url}/mcp`, apiKey);
  const ask = () => postMcp(`${server.url}/mcp`, rpc('tools/call', { name: 'auth.whoami' }), session);
  const [served, , , refused] = [await ask(), await ask(), await ask(), await ask()];
  expect(served?.json?.result).toHaveProperty('structuredContent');
  const [content] = (refused?.json?.result?.content ?? []) as { text: string }[];
  expect(refused?.json?.result).toMatchObject({ isError: true });
  expect(refused?.json?.result).not.toHaveProperty('structuredContent');
  expect(JSON.parse(content?.text ?? '')).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});

it.each(['initialize', 'tools/list', 'ping', 'resources/read', 'resources/subscribe', 'no/such'])(
  'MCP counts %s with the calls of tools, and refuses one too many with 429',
  async (method) => {
    const { apiKey } = await agentFixture();
    const session = await openRawSession(`${server.url}/mcp`, apiKey);
    const params = method === 'initialize' ? JSON.parse(initializeBody()).params : { uri: 'botplay://streams/me' };
    const ask = () => postMcp(`${server.url}/mcp`, rpc(method, params), session);
    const [, , , refused] = [await ask(), await ask(), await ask(), await ask()];
    expect(refused).toMatchObject({ status: 429, json: { error: { data: { code: 'RATE_LIMITED' } } } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const whoami = await fetch(`${server.url}/api/whoami`, { headers: { 'x-api-key': apiKey } });
    expect(whoami.status).toBe(429);
  },
);

it.each(['GET', 'DELETE'])('MCP counts %s', async (method) => {
  const { apiKey } = await agentFixture();
  const headers = { ...MCP_HEADERS, 'x-api-key': apiKey, 'mcp-session-id': 'none' };
  const ask = async () => (await fetch(`${server.url}/mcp`, { method, headers })).status;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([404, 404, 404, 429]);
});

it('POST /api/token counts too, and sends the rest of the minute', async () => {
  const { apiKey } = await agentFixture();
  const ask = () => fetch(`${server.url}/api/token`, { method: 'POST', headers: { 'x-api-key': apiKey } });
  const answers = [await ask(), await ask(), await ask(), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
  const { access_token: token } = (await (answers[0] as Response).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${server.url}/api/whoami`, { headers })).status).toBe(429);
});
