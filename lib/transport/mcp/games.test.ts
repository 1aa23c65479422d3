import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { TOOLS } from '@/lib/tools';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';

useDatabase();

let server: TestServer;
let agent: AgentFixture;

beforeAll(async () => {
  server = await serveTransports();
});
afterAll(() => server.close());
beforeEach(async () => {
  // A key without any scope of the gateway: the stateless tools take every valid credential.
  agent = await agentFixture({ scopes: [] });
});

const namesOf = (toolset: string) => TOOLS.filter((tool) => tool.toolset === toolset).map(({ name }) => name);
const requestInit = () => ({ headers: { authorization: `Bearer ${agent.apiKey}` } });
const TIC = 'G:X../.O./...|T:player|ST:in_progress|LA:B2|W:-|P:X|O:O';

async function connect(path: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url + path), { requestInit: requestInit() }));
  return client;
}

async function connectStateless(path: string): Promise<StatelessClient> {
  const client = new StatelessClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StatelessTransport(new URL(server.url + path), { requestInit: requestInit() }));
  return client;
}

async function overRest(name: string, input: object) {
  const answer = await fetch(`${server.url}/api/tools/${name}`, {
    method: 'POST',
    headers: { ...requestInit().headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('/mcp/games', () => {
  it('lists exactly the stateless tools, which no other endpoint lists', async () => {
    const games = await connect('/mcp/games');
    const { tools } = await games.listTools();
    expect(tools.map(({ name }) => name)).toEqual(namesOf('games'));
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
      expect(annotations).toMatchObject(
        annotations?.readOnlyHint ? { readOnlyHint: true } : { destructiveHint: false },
      );
    }
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly).toEqual(namesOf('games').filter((name) => /^(legal|choose)_/.test(name)));
    await expect(games.callTool({ name: 'auth.whoami', arguments: {} })).rejects.toThrow(/Unknown tool/);
    const gateway = await connect('/mcp');
    expect((await gateway.listTools()).tools.filter(({ name }) => namesOf('games').includes(name))).toEqual([]);
    await expect(gateway.callTool({ name: 'new_chess_game', arguments: {} })).rejects.toThrow(/Unknown tool/);
    await Promise.all([games.close(), gateway.close()]);
  });

  it('has instructions for stateless tools that do not mention sessions and lobbies', async () => {
    const client = await connect('/mcp/games');
    expect(client.getInstructions()).toContain('apply_*');
    expect(client.getInstructions()).not.toContain('session.step');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['botplay://guide/games']);
    const { contents } = await client.readResource({ uri: 'botplay://guide/games' });
    const text = (contents[0] as { text: string }).text;
    for (const name of namesOf('games').filter((one) => one !== 'roll_rpg_dice')) expect(text).toContain(`\`${name}\``);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
    await expect(client.readResource({ uri: 'botplay://guide' })).rejects.toThrow();
    await client.close();
  });

  it('is reached by ?toolsets= too, alone and with others', async () => {
    agent = await agentFixture();
    const both = await connect('/mcp?toolsets=gateway,games');
    const names = (await both.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual([...namesOf('gateway'), ...namesOf('games')]);
    expect(both.getInstructions()).toMatch(/session\.step[\s\S]*apply_\*/);
    const alone = await connect('/mcp?toolsets=games');
    expect((await alone.listTools()).tools.map(({ name }) => name)).toEqual(namesOf('games'));
    await Promise.all([both.close(), alone.close()]);
  });

  it('answers the same in every revision and over REST; refusals fit the schemas that clients check', async () => {
    const [handshake, stateless] = [await connect('/mcp/games'), await connectStateless('/mcp/games')];
    await Promise.all([handshake.listTools(), stateless.listTools()]);
    const calls: [string, Record<string, unknown>][] = [
      ['legal_tic_tac_toe_moves', { state: TIC }],
      ['choose_tic_tac_toe_opponent_move', { state: TIC }],
      ['apply_tic_tac_toe_move', { gameId: 'g_123', state: TIC, coord: 'C3' }],
      ['apply_tic_tac_toe_move', { gameId: 'g_123', state: TIC, coord: 'A1' }],
      ['apply_tic_tac_toe_move', { gameId: 'g_123', state: TIC, coord: 17 }],
      ['new_tic_tac_toe_game', { side: 'Z' }],
      ['roll_rpg_dice', { sides: 3 }],
    ];
    for (const [name, input] of calls) {
      const { body, status } = await overRest(name, input);
      expect(status).toBe(200);
      for (const client of [handshake, stateless]) {
        const answer = await client.callTool({ name, arguments: input });
        expect(answer.structuredContent).toEqual(body);
        expect(answer.isError).not.toBe(true);
        expect(JSON.parse((answer.content as { text: string }[])[0]?.text ?? '')).toEqual(body);
      }
    }
    await Promise.all([handshake.close(), stateless.close()]);
  });

  it('answers an invalid state string with -32602 and its path', async () => {
    const [handshake, stateless] = [await connect('/mcp/games'), await connectStateless('/mcp/games')];
    const inputs: [string, Record<string, unknown>, string][] = [
      ['legal_tic_tac_toe_moves', { state: 'nonsense' }, 'state'],
      ['legal_chess_moves', { fen: 'nonsense' }, 'fen'],
      ['apply_chess_move', { gameId: 'g_1', fen: 'nonsense', moveUci: 'e2e4' }, 'fen'],
      ['apply_chess_move', { gameId: 'g_1', moveUci: 'e2e4' }, 'fen'],
    ];
    for (const [name, input, field] of inputs) {
      for (const client of [handshake, stateless]) {
        await expect(client.callTool({ name, arguments: input })).rejects.toMatchObject({
          code: -32602,
          data: { issues: [{ path: [field] }] },
        });
      }
      expect(await overRest(name, input)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: [field] }] } } },
      });
    }
    await Promise.all([handshake.close(), stateless.close()]);
  });

  it('needs a credential', async () => {
    const answer = await fetch(`${server.url}/api/tools/new_chess_game`, { method: 'POST' });
    expect(answer.status).toBe(401);
    await expect(
      new Client({ name: 'test', version: '1' }).connect(
        new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/games`)),
      ),
    ).rejects.toThrow();
  });
});
