import { expect, it } from 'vitest';
import { agentStream } from '@/lib/core/stream';
import { countReaders } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { drainTransports } from './drain';
import { openRawSession, postMcp, rpc } from './testing/mcp';
import { openStream } from './testing/sse';
import { useServer } from './testing/use-server';

useDatabase();

const server = useServer();

it('a drain answers waiting calls, ends every stream, and leaves other calls alone', async () => {
  const { agentId, apiKey } = await agentFixture();
  const bearer = { authorization: `Bearer ${apiKey}` };
  const session = await openRawSession(`${server.url}/mcp`, apiKey);
  const mcpStream = await openStream(`${server.url}/mcp`, session);
  const eventStream = await openStream(`${server.url}/api/streams/me/events`, bearer);
  const poll = fetch(`${server.url}/api/streams/me/events?timeout_ms=20000`, { headers: bearer });
  const called = fetch(`${server.url}/api/tools/events.wait`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ stream: 'me', timeout_ms: 20_000 }),
  });
  const wait = rpc('tools/call', { name: 'events.wait', arguments: { stream: 'me', timeout_ms: 20_000 } });
  const waiting = postMcp(`${server.url}/mcp`, wait, session);
  await expect.poll(() => countReaders(agentStream(agentId))).toBe(4);
  await drainTransports();
  expect((await (await poll).json()) as object).toMatchObject({ events: [] });
  expect((await (await called).json()) as object).toMatchObject({ events: [] });
  expect((await waiting).json?.result?.structuredContent).toMatchObject({ events: [] });
  expect(await mcpStream.ended()).toBe(true);
  expect(await eventStream.ended()).toBe(true);
  expect((await postMcp(`${server.url}/mcp`, rpc('tools/call', { name: 'auth.whoami' }), session)).status).toBe(200);
});
