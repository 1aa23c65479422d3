import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { useServer } from '@/lib/transport/testing/use-server';

useDatabase();
const server = useServer();

const BOARD = 'ui://botplay/board';
const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

/** The tools of an endpoint that name the document, and the resources that it lists, by URI. */
async function listsOf(path: string, capabilities: object) {
  const { apiKey } = await agentFixture();
  const client = new Client({ name: 'chat', version: '1' }, { capabilities });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url + path), { requestInit }));
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  await client.close();
  const documents = tools.filter(({ _meta }) => JSON.stringify(_meta ?? {}).includes(BOARD));
  return { named: documents.map(({ name }) => name), listed: resources.map(({ uri }) => uri) };
}

describe('the board of a chat', () => {
  it('is named by the tools whose answers it draws, and listed', async () => {
    const { named, listed } = await listsOf('/mcp', APPS);
    expect(named.sort()).toEqual(['match.start', 'session.create', 'session.step']);
    expect(listed).toContain(BOARD);
    expect((await listsOf('/mcp/play', APPS)).named.sort()).toEqual(['play.call', 'play.start', 'session.step']);
  });

  it('is named in Werewolf for clients that show it only, whose lists are those of the specification else', async () => {
    expect((await listsOf('/mcp/werewolf', APPS)).named).toEqual(['et.werewolf.match.get_state']);
    const plain = await listsOf('/mcp/werewolf', {});
    expect(plain.named).toEqual([]);
    expect(plain.listed).not.toContain(BOARD);
  });

  it('is absent where no tool answers a position', async () => {
    expect(await listsOf('/mcp/league', APPS)).toMatchObject({ named: [] });
  });
});
