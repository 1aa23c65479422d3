import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeDatabase } from '@/lib/data/database';
import { migrate } from '@/lib/data/migrate';
import { startBus, stopBus } from '@/lib/events';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { programArguments } from '@/lib/testing/program';
import { temporaryDirectory } from '@/lib/testing/server';
import { postMcp, rpc } from './testing/mcp';
import { serveTransports, type TestServer } from './testing/serve';

// A PostgreSQL for this file alone, so that it can be stopped.
let database: Database;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: TestServer;
let agent: AgentFixture;
/** Has a key that this process has not seen. */
let other: AgentFixture;

interface Database {
  url: string;
  stop(): Promise<void>;
}

/** In another process, which finds the port of the last start free again. */
async function startDatabase(): Promise<Database> {
  const child = spawn(process.execPath, [...programArguments('lib/testing/embedded-child.ts'), directory.directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const stop = async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { url: line.toString().trim(), stop };
}

beforeAll(async () => {
  directory = await temporaryDirectory('away');
  database = await startDatabase();
  process.env.DATABASE_URL = database.url;
  await migrate(database.url);
  await startBus();
  server = await serveTransports();
  agent = await agentFixture();
  other = await agentFixture();
}, 60_000);
afterAll(async () => {
  await server.close();
  await stopBus();
  await closeDatabase();
  await database.stop();
  await directory.remove();
});

const headers = () => ({ 'x-api-key': agent.apiKey });
const requestInit = () => ({ headers: headers() });
const endpoint = () => new URL(`${server.url}/mcp`);
const listMine = () => fetch(`${server.url}/api/experiences/mine`, { headers: headers() });

async function expectUnavailable(answer: Response) {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', retryable: true } });
}

describe('while the database is away', () => {
  it('answers 503 with Retry-After over REST and MCP, and serves again when it is back', async () => {
    const handshake = new Client({ name: 'test', version: '1' });
    await handshake.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: requestInit() }));
    const stateless = new StatelessClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await stateless.connect(new StatelessTransport(endpoint(), { requestInit: requestInit() }));
    expect((await listMine()).status).toBe(200);

    await database.stop();
    await expectUnavailable(await listMine());
    for (const client of [handshake, stateless]) {
      await expect(client.callTool({ name: 'experience.mine', arguments: {} })).rejects.toThrow(/SERVICE_UNAVAILABLE/);
    }
    await expectUnavailable(
      await fetch(`${server.url}/api/owners`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'someone@example.org', password: 'a long enough password' }),
      }),
    );
    for (const apiKey of [agent.apiKey, other.apiKey]) {
      const answer = await postMcp(endpoint().href, rpc('tools/list'), { 'x-api-key': apiKey });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(answer.json?.error?.data).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
    }

    database = await startDatabase();
    expect(database.url).toBe(process.env.DATABASE_URL);
    await vi.waitFor(async () => expect((await listMine()).status).toBe(200), { timeout: 10_000, interval: 100 });
    for (const client of [handshake, stateless]) {
      const result = await client.callTool({ name: 'experience.mine', arguments: {} });
      expect(result.structuredContent).toEqual({ experiences: [] });
      await client.close();
    }
  }, 60_000);
});
