import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForVerifications } from '@/lib/domain/verification';
import { closeExperienceClients } from '@/lib/gateway';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import {
  startEverything,
  startFilesystem,
  startMemory,
  type ThirdPartyServer,
} from '@/lib/testing/third-party-servers';
import { useServer } from './testing/use-server';

// Servers that nobody here wrote, discovered, played and proxied through /mcp by the official client.

useDatabase();
const server = useServer();

type Json = Record<string, unknown>;
type Call = (tool: string, args: Json) => Promise<Json>;

const opened: { close(): Promise<void> }[] = [];
let directory = '';
beforeAll(async () => {
  directory = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-servers-')));
});
afterAll(async () => {
  for (const one of opened.reverse()) await one.close();
  await closeExperienceClients();
  await fs.rm(directory, { recursive: true, force: true });
});

/** An agent with a session of the official client; a failed call rejects with the error's text. */
async function connectAgent(): Promise<Call> {
  const { apiKey } = await agentFixture();
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  opened.push(client);
  return async (tool, args) => {
    const result = await client.callTool({ name: tool, arguments: args });
    const [first] = result.content as { text: string }[];
    if (result.isError) throw new Error(first?.text);
    return result.structuredContent as Json;
  };
}

async function start(starting: Promise<ThirdPartyServer>): Promise<ThirdPartyServer> {
  const started = await starting;
  opened.push(started);
  return started;
}

async function discover(call: Call, { url }: ThirdPartyServer): Promise<string> {
  const experience = await call('experience.discover', { server_url: url });
  expect(experience).toMatchObject({ kind: 'discovered', verification_status: 'connectivity_verified' });
  return String(experience.id);
}

/** Registers the server in proxy mode, and waits until it is verified. */
async function registerProxy(call: Call, { url }: ThirdPartyServer, name: string): Promise<string> {
  const manifest = {
    name,
    version: '1.0.0',
    summary: 'A server of others.',
    category: 'tools',
    tier: 2,
    publisher: { name: 'Test publisher' },
    discovered: { server_url: url },
    sessions: { interaction_model: 'proxy' },
  };
  const { id } = await call('experience.register', { manifest: JSON.stringify(manifest) });
  await waitForVerifications();
  expect(await call('experiences.get', { experience_id: id })).toMatchObject({
    verification_status: 'connectivity_verified',
  });
  return String(id);
}

async function openSession(call: Call, experience_id: string) {
  const opening = await call('session.create', { experience_id });
  const { session_id } = opening;
  const act = async (tool: string, args: Json = {}) =>
    (await call('session.step', { session_id, action: { tool, args } })).experience_response;
  return { opening, act, session_id, end: () => call('session.end', { session_id }) };
}

const textOf = (value: unknown): string => JSON.stringify(value);

describe('server-everything', () => {
  let everything: ThirdPartyServer;
  let agent: Call;
  beforeAll(async () => {
    everything = await start(startEverything());
    agent = await connectAgent();
  });

  it('is discovered, played, forgotten by a restart and played on', async () => {
    const { opening, act, session_id, end } = await openSession(agent, await discover(agent, everything));
    const tools = opening.available_tools as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
    expect(opening.getting_started).toMatch(/only read: .*`get-sum`/);
    const listed = await agent('session.tools', { session_id, tool_name: 'get-sum' });
    expect(listed.tools).toMatchObject([{ name: 'get-sum', inputSchema: { required: ['a', 'b'] } }]);
    expect(await act('echo', { message: 'hello' })).toBe('Echo: hello');
    expect(await act('get-sum', { a: 2, b: 3 })).toContain('5');
    expect(textOf(await act('get-tiny-image'))).toContain('"type":"image"');
    expect(await act('get-structured-content', { location: 'Chicago' })).toHaveProperty('temperature');
    await expect(act('get-sum', { a: 'two' })).rejects.toThrow('EXPERIENCE_ERROR');
    await expect(act('no-such-tool')).rejects.toThrow('EXPERIENCE_TOOL_NOT_FOUND');
    await everything.restart();
    await expect.poll(() => act('echo', { message: 'again' }).catch(String)).toBe('Echo: again');
    const replay = await agent('session.replay', { session_id });
    expect(replay.steps).toHaveLength(5);
    expect(await end()).toMatchObject({ status: 'completed', step_count: 5 });
  });

  it('is called in proxy mode', async () => {
    const experience_id = await registerProxy(agent, everything, 'Everything by proxy');
    const { tools } = await agent('proxy.tools', { experience_id });
    expect(textOf(tools)).toContain('get-sum');
    const sum = { experience_id, tool_name: 'get-sum', arguments: { a: 20, b: 22 } };
    expect(textOf(await agent('proxy.call', sum))).toContain('42');
    const image = await agent('proxy.call', { experience_id, tool_name: 'get-tiny-image' });
    expect(image.content).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'image' })]));
    expect(await agent('proxy.end', { experience_id })).toEqual({ ended: true });
  });
});

describe('server-memory', () => {
  it('is discovered, played by two agents at the same time, and proxied', async () => {
    const memory = await start(startMemory(path.join(directory, 'memory.jsonl')));
    const [ada, bob] = [await connectAgent(), await connectAgent()];
    const experienceId = await discover(ada, memory);
    const [first, second] = [await openSession(ada, experienceId), await openSession(bob, experienceId)];
    const entity = { name: 'Dragon', entityType: 'monster', observations: ['sleeps'] };
    await first.act('create_entities', { entities: [entity] });
    expect(await second.act('read_graph')).toMatchObject({ entities: [entity] });
    await first.end();
    await second.end();
    const experience_id = await registerProxy(bob, memory, 'Memory by proxy');
    const found = await bob('proxy.call', { experience_id, tool_name: 'search_nodes', arguments: { query: 'sleeps' } });
    expect(found.structuredContent).toMatchObject({ entities: [entity] });
  });
});

describe('server-filesystem', () => {
  it('is discovered and played; a refusal is forwarded and its session goes on', async () => {
    await fs.writeFile(path.join(directory, 'rules.txt'), 'Be kind.');
    const files = await start(startFilesystem(directory));
    const agent = await connectAgent();
    const { act, end } = await openSession(agent, await discover(agent, files));
    expect(textOf(await act('read_text_file', { path: path.join(directory, 'rules.txt') }))).toContain('Be kind.');
    await expect(act('read_text_file', { path: '/etc/passwd' })).rejects.toThrow('EXPERIENCE_ERROR');
    await files.restart();
    expect(textOf(await act('list_directory', { path: directory }))).toContain('rules.txt');
    expect(await end()).toMatchObject({ step_count: 2 });
    const experience_id = await registerProxy(agent, files, 'Files by proxy');
    const listed = { experience_id, tool_name: 'list_directory', arguments: { path: directory } };
    expect(textOf(await agent('proxy.call', listed))).toContain('rules.txt');
  });
});
