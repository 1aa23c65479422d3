import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { type Lane, serveTransports, type TestServer } from '@/lib/transport/testing/serve';

useDatabase();

describe.each<Lane>(['direct', 'web'])('the official clients on the %s lane', (lane) => {
  let server: TestServer;
  let agent: AgentFixture;

  beforeAll(async () => {
    server = await serveTransports({ lane });
    agent = await agentFixture();
  });
  afterAll(() => server.close());

  const requestInit = () => ({ headers: { authorization: `Bearer ${agent.apiKey}` } });

  async function connect(path = '/mcp'): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url + path), { requestInit: requestInit() }));
    return client;
  }

  async function connectStateless(): Promise<StatelessClient> {
    const client = new StatelessClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StatelessTransport(new URL(`${server.url}/mcp`), { requestInit: requestInit() }));
    return client;
  }

  it('opens a session, lists tools and calls one', async () => {
    const client = await connect();
    expect(client.getInstructions()).toContain('session.step');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('auth.whoami');
    const answer = await client.callTool({ name: 'auth.whoami', arguments: {} });
    expect(answer.structuredContent).toMatchObject({ agent_id: agent.agentId });
    const [text] = answer.content as { text: string }[];
    expect(JSON.parse(text?.text ?? '')).toEqual(answer.structuredContent);
    await client.close();
  });

  it('lists and accepts names with underscores', async () => {
    const client = await connect('/mcp?names=underscore');
    const { tools } = await client.listTools();
    expect(tools.filter(({ name }) => name.includes('.'))).toEqual([]);
    for (const name of ['auth_whoami', 'auth.whoami']) {
      expect((await client.callTool({ name, arguments: {} })).structuredContent).toMatchObject({
        agent_id: agent.agentId,
      });
    }
    await client.close();
  });

  it('reads resources and prompts', async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('botplay://games/tic_tac_toe');
    const { contents } = await client.readResource({ uri: 'botplay://guide' });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('events.wait') });
    const prompt = await client.getPrompt({ name: 'play', arguments: { game: 'tic_tac_toe' } });
    expect(JSON.stringify(prompt.messages)).toContain('botplay://games/tic_tac_toe');
    const completion = await client.complete({
      ref: { type: 'ref/prompt', name: 'play' },
      argument: { name: 'game', value: 'tic' },
    });
    expect(completion.completion.values).toEqual(['tic_tac_toe']);
    await client.close();
  });

  it('refuses completions for prompts and templates that it does not list, in every revision', async () => {
    for (const client of [await connect(), await connectStateless()]) {
      const argument = { name: 'game', value: '' };
      for (const ref of [
        { type: 'ref/prompt' as const, name: 'no-such' },
        { type: 'ref/resource' as const, uri: 'botplay://no-such/{game}' },
      ]) {
        await expect(client.complete({ ref, argument })).rejects.toMatchObject({ code: -32602 });
      }
      const empty = await client.complete({
        ref: { type: 'ref/prompt', name: 'play' },
        argument: { ...argument, name: 'x' },
      });
      expect(empty.completion.values).toEqual([]);
      await client.close();
    }
  });

  it('declares tasks in the stateless revision, which serves them', async () => {
    const client = await connectStateless();
    expect(JSON.stringify(client.getServerCapabilities())).toContain('io.modelcontextprotocol/tasks');
    await client.close();
  });

  it('serves 2026-07-28 on the same URL', async () => {
    const client = await connectStateless();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('auth.whoami');
    const answer = await client.callTool({ name: 'auth.whoami', arguments: {} });
    expect(answer.structuredContent).toMatchObject({ agent_id: agent.agentId });
    const { contents } = await client.readResource({ uri: 'botplay://guide' });
    expect(contents).toHaveLength(1);
    await client.close();
  });

  it('answers faults of a request as JSON-RPC errors with the path, in every revision', async () => {
    for (const client of [await connect(), await connectStateless()]) {
      await expect(client.callTool({ name: 'no.such', arguments: {} })).rejects.toMatchObject({
        code: -32602,
        data: { issues: [{ path: ['name'] }] },
      });
      await expect(client.callTool({ name: 'auth.whoami', arguments: { surplus: 1 } })).rejects.toMatchObject({
        code: -32602,
        data: { issues: [{ path: ['surplus'] }] },
      });
      await client.close();
    }
  });
});
