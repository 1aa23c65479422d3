import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, expect, it, vi } from 'vitest';
import { agentStream } from '@/lib/core/stream';
import { flushAudit } from '@/lib/domain/activity';
import { listKeys } from '@/lib/domain/keys';
import { countReaders } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { drainTransports } from '@/lib/transport/drain';
import { useServer } from '@/lib/transport/testing/use-server';

useDatabase();
const server = useServer();

let owner: OwnerFixture;
let agent: AgentFixture;
beforeAll(async () => {
  owner = await ownerFixture();
  agent = await agentFixture({ owner });
});

interface Progress {
  progress: number;
}

interface TestClient {
  /** Calls a tool, with a progress token when `onprogress` is given. Returns its structured content. */
  call(name: string, input: object, onprogress?: (progress: Progress) => void): Promise<unknown>;
  close(): Promise<void>;
}

const requestInit = () => ({ headers: { authorization: `Bearer ${agent.apiKey}` } });
const endpoint = () => new URL(`${server.url}/mcp`);

async function connectHandshake(): Promise<TestClient> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: requestInit() }));
  return {
    call: async (name, input, onprogress) =>
      (await client.callTool({ name, arguments: { ...input } }, undefined, { onprogress })).structuredContent,
    close: () => client.close(),
  };
}

async function connectStateless(): Promise<TestClient> {
  const client = new StatelessClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StatelessTransport(endpoint(), { requestInit: requestInit() }));
  return {
    call: async (name, input, onprogress) =>
      (await client.callTool({ name, arguments: { ...input } }, { onprogress })).structuredContent,
    close: () => client.close(),
  };
}

const wait = (timeout_ms: number) => ({ stream: 'me', timeout_ms });

const CLIENTS = [
  ['2025-11-25', connectHandshake],
  ['2026-07-28', connectStateless],
] as const;

it.each(CLIENTS)('reports the progress of events.wait to the official client of %s', async (_version, connect) => {
  const realInterval = setInterval;
  const faster = vi
    .spyOn(globalThis, 'setInterval')
    .mockImplementation(((run: () => void, ms: number) => realInterval(run, ms === 10_000 ? 50 : ms)) as never);
  const client = await connect();
  const progress: number[] = [];
  const answer = await client.call('events.wait', wait(1_000), (update) => progress.push(update.progress));
  expect(answer).toMatchObject({ events: [], effective_timeout_ms: 1_000 });
  expect(progress.length).toBeGreaterThanOrEqual(3);
  expect(progress.slice(0, 3)).toEqual([10, 20, 30]);
  await client.close();
  faster.mockRestore();
});

it.each(CLIENTS)('records the address of a %s client that asks for progress', async (_version, connect) => {
  agent = await agentFixture({ owner });
  const client = await connect();
  await client.call('auth.whoami', {}, () => {});
  await client.close();
  await flushAudit();
  const keys = await listKeys({ agentId: agent.agentId, ownerId: owner.ownerId });
  expect(keys.map((key) => key.last_used_from)).toEqual(['127.0.0.1']);
});

// Last: a drain cannot be undone.
it('ends waiting calls of every revision when the process drains', async () => {
  agent = await agentFixture();
  const clients = await Promise.all(CLIENTS.flatMap(([, connect]) => [connect(), connect()]));
  const waits = clients.map((client, n) =>
    client.call('events.wait', wait(30_000), n % 2 === 0 ? () => {} : undefined),
  );
  await expect.poll(() => countReaders(agentStream(agent.agentId))).toBe(waits.length);
  const startedMs = performance.now();
  await drainTransports();
  for (const answer of await Promise.all(waits)) expect(answer).toMatchObject({ events: [] });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  await Promise.all(clients.map((client) => client.close()));
}, 40_000);
