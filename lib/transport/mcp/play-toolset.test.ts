import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { encode } from 'gpt-tokenizer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { refereeDueFixtures } from '@/lib/domain/leagues';
import { fillDueLobbies } from '@/lib/domain/lobbies';
import { fireDueMatches, readMatch } from '@/lib/domain/matches';
import { DEFAULT_QUEUE, joinQueue } from '@/lib/domain/werewolf';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { useServer } from '@/lib/transport/testing/use-server';
import { endWerewolfPhase } from '@/lib/transport/testing/werewolf-match';

// An agent that knows nothing but the tools of /mcp/play, with the official client, from the first call to the end of a game.

useCatalog();
useClock();
const server = useServer();
const remote = useRemoteExperiences();

const WEREWOLF = firstPartyExperienceId('werewolf');
/** A tool of a server that does not know the contract. */
const LOOK = { name: 'look', description: 'Looks around', inputSchema: { type: 'object', properties: {} } };

type Json = Record<string, unknown>;
interface Call {
  tool: string;
  arguments: Json;
}
interface Entry {
  kind: string;
  not_before?: string;
  call: Call;
}

interface PlayAgent extends AgentFixture {
  client: Client;
  call<T = Json>(tool: string, input?: Json): Promise<T>;
  /** The error of a call that fails. */
  fail(tool: string, input?: Json): Promise<Json>;
}

const clients: Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

async function playAgent(displayName = 'Small model'): Promise<PlayAgent> {
  const agent = await agentFixture({ displayName });
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${agent.apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/play`), { requestInit }));
  clients.push(client);
  const send = async (name: string, input: Json) => {
    const result = await client.callTool({ name, arguments: input });
    const [first] = result.content as { text: string }[];
    return { isError: result.isError === true, value: JSON.parse(first?.text ?? 'null') as Json };
  };
  return {
    ...agent,
    client,
    async call<T>(tool: string, input: Json = {}) {
      const { isError, value } = await send(tool, input);
      if (isError) throw new Error(`${tool} failed: ${JSON.stringify(value)}`);
      return value as T;
    },
    async fail(tool, input = {}) {
      const { isError, value } = await send(tool, input);
      expect(isError, JSON.stringify(value)).toBe(true);
      return value;
    },
  };
}

const todoOf = async (agent: PlayAgent) => (await agent.call<{ todo: Entry[] }>('me.todo')).todo;

/** Makes a call of a list or a hint, after it has looked what is legal. */
async function follow(agent: PlayAgent, { tool, arguments: args }: Call): Promise<Json> {
  if (tool === 'play.call') {
    const inner = { ...(args.arguments as Json), ...(args.tool === 'make_move' ? { number: 3 } : {}) };
    return agent.call(tool, { ...args, arguments: inner });
  }
  if (tool !== 'session.step') return agent.call(tool, args);
  const looked = await agent.call('session.step', { ...args, action: { type: 'state' } });
  const { legal_moves: moves } = looked.experience_response as { legal_moves: unknown[] };
  return agent.call('session.step', { ...args, action: moves[0] });
}

const isNow = ({ kind, not_before }: Entry) => (kind === 'move' || kind === 'start') && not_before === undefined;

/** What the ticker does, some time later. */
async function tick(ms = 1_000): Promise<void> {
  advanceClock(ms);
  await Promise.all([fillDueLobbies(), refereeDueFixtures()]);
  await fireDueMatches();
}

/** Does what me.todo says until a game is over. */
async function playOut(
  agents: readonly PlayAgent[],
  isOver: () => Promise<boolean>,
  pause = () => tick(),
): Promise<void> {
  for (let round = 0; round < 300; round++) {
    if (await isOver()) return;
    let acted = false;
    for (const agent of agents) {
      for (const { call } of (await todoOf(agent)).filter(isNow)) {
        await follow(agent, call);
        acted = true;
      }
    }
    if (!acted) await pause();
  }
  throw new Error('The game did not end.');
}

const isDone = (matchId: unknown) => async () => (await readMatch(String(matchId)))?.status === 'completed';

describe('/mcp/play', () => {
  let agent: PlayAgent;
  beforeAll(async () => {
    agent = await playAgent();
  });

  it('lists at most 8 tools in at most 1,700 tokens, without schemas of answers, and begins with five sentences', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.length).toBeLessThanOrEqual(8);
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(1_700);
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
    const instructions = agent.client.getInstructions() ?? '';
    expect(instructions.match(/[.](?=\s)/g)).toHaveLength(5);
  });

  it('is enough for a solo game', async () => {
    const { experiences } = await agent.call<{ experiences: { name: string; start: Call }[] }>('play.find', {
      search: 'tic-tac-toe',
    });
    const start = experiences[0]?.start as Call;
    const { session_id } = await agent.call(start.tool, start.arguments);
    await playOut([agent], isDone(session_id));
    expect(await todoOf(agent)).toEqual([]);
  });

  it('links the page to watch and the record at the start, and the transcript at the end', async () => {
    const start = { name: 'play.start', arguments: { experience_id: TIC_TAC_TOE } };
    const opened = await agent.client.callTool(start);
    const { session_id } = opened.structuredContent as Json;
    expect(opened.content).toMatchObject([
      { type: 'text' },
      { type: 'resource_link', name: 'watch', uri: expect.stringMatching(`/matches/${session_id}$`) },
      { type: 'resource_link', name: 'record', uri: expect.stringMatching(`/matches/${session_id}/record.jsonl$`) },
    ]);
    const { completion } = await agent.client.complete({
      ref: { type: 'ref/resource', uri: 'botplay://streams/{stream}' },
      argument: { name: 'stream', value: 'sess' },
    });
    expect(completion.values).toEqual([`session:${session_id}`]);
    const action = { type: 'resign' };
    const ended = await agent.client.callTool({ name: 'session.step', arguments: { session_id, action } });
    expect(ended.content).toMatchObject([
      {},
      { type: 'resource_link', uri: expect.stringMatching(`/sessions/${session_id}$`) },
    ]);
  });

  it('links the page of a match to the answer that ends it', async () => {
    const [host, guest] = [await playAgent('Host'), await playAgent('Guest')];
    const { game_session_id } = await host.call('play.start', { experience_id: TIC_TAC_TOE, against: 'others' });
    await guest.call('play.start', { game_session_id });
    await host.call('play.start', { game_session_id });
    const end = { tool: 'match.end', arguments: { game_session_id } };
    const ended = await host.client.callTool({ name: 'play.call', arguments: end });
    expect(ended.content).toMatchObject([
      { type: 'text' },
      { type: 'resource_link', name: 'watch', uri: expect.stringMatching(`/matches/${game_session_id}$`) },
    ]);
  });

  it('is enough for a match in a lobby against another agent, and against house bots', async () => {
    const other = await playAgent('Other');
    const { game_session_id } = await agent.call('play.start', { experience_id: TIC_TAC_TOE, against: 'others' });
    const { lobbies } = await other.call<{ lobbies: { game_session_id: string; start: Call }[] }>('play.find');
    const found = lobbies.find((lobby) => lobby.game_session_id === game_session_id);
    await follow(other, found?.start as Call);
    expect(await todoOf(agent)).toMatchObject([{ kind: 'start' }]);
    await playOut([agent, other], isDone(game_session_id));

    const config = { fill_with_bots_after_s: 5 };
    const bots = await agent.call('play.start', { experience_id: TIC_TAC_TOE, against: 'others', config });
    await playOut([agent], isDone(bots.game_session_id), () => tick(6_000));
  });

  it('is enough for a remote experience, and names what to end before another', async () => {
    const contract = await remote.playable({ transport: 'mcp' });
    const opened = await agent.call('play.start', { experience_id: contract.experienceId });
    const { session_id } = opened;
    await agent.call('session.step', { session_id, action: { guess: 4 } });
    expect(await agent.fail('play.start', { experience_id: TIC_TAC_TOE })).toMatchObject({
      code: 'AGENT_BUSY',
      details: { end_with: { tool: 'session.end', arguments: { session_id } } },
    });
    expect(await agent.call('session.end', { session_id })).toMatchObject({ status: 'completed' });
    expect(contract.fake.executed.map(({ tool }) => tool)).toEqual(
      expect.arrayContaining(['session.create', 'session.step', 'session.end']),
    );
  });

  it('is enough for a server with tools of its own, in sessions and in proxy mode', async () => {
    const own = { transport: 'mcp' as const, ownTools: [LOOK], says: { look: () => ({ you: 'here' }) } };
    const { experienceId } = await remote.playable(own);
    const opened = await agent.call('play.start', { experience_id: experienceId });
    expect(opened).toMatchObject({ available_tools: [{ name: 'look' }] });
    const { session_id } = opened;
    const read = { tool: 'session.tools', arguments: { session_id, tool_name: 'look' } };
    expect(await agent.call('play.call', read)).toMatchObject({ tools: [LOOK] });
    const acted = await agent.call('session.step', { session_id, action: { tool: 'look', args: {} } });
    expect(JSON.stringify(acted.experience_response)).toContain('here');
    await agent.call('session.end', { session_id });

    const proxied = await remote.playable(own, { sessions: { interaction_model: 'proxy' } });
    const of = { experience_id: proxied.experienceId };
    expect(await agent.call('play.start', of)).toMatchObject({ tools: [LOOK] });
    const called = { tool: 'proxy.call', arguments: { ...of, tool_name: 'look' } };
    expect(JSON.stringify(await agent.call('play.call', called))).toContain('here');
    const busy = await agent.fail('play.start', { experience_id: TIC_TAC_TOE });
    expect(await follow(agent, (busy.details as { end_with: Call }).end_with)).toEqual({ ended: true });
  });

  it('is enough for a match of Werewolf', async () => {
    for (let n = 0; n < 7; n++) {
      const { agentId } = await agentFixture({ displayName: 'Twin' });
      await joinQueue({ agent: { agentId, displayName: 'Twin' }, queueId: DEFAULT_QUEUE });
    }
    await agent.call('play.start', { experience_id: WEREWOLF });
    const { events } = await agent.call<{ events: { type: string; data: Json }[] }>('events.wait', { stream: 'me' });
    const started = events.findLast(({ type }) => type === 'match_started');
    const matchId = String(started?.data.game_session_id);
    await playOut([agent], isDone(matchId), () => endWerewolfPhase(matchId));
  });

  it('is enough for a match of a league', async () => {
    const creator = await playerFixture();
    const other = await playAgent('Other');
    const { league_id } = await creator.call('league.create', { name: 'Small', time_limit_seconds: 600 });
    for (const player of [agent, other]) {
      const { leagues } = await player.call<{ leagues: { league_id: string; start: Call }[] }>('play.find');
      const found = leagues.find((league) => league.league_id === league_id);
      expect(await follow(player, found?.start as Call)).toMatchObject({ status: 'ACCEPTED' });
    }
    await creator.call('league.start', { league_id });
    const isOver = async () => (await creator.call('league.get', { league_id })).status === 'completed';
    await playOut([agent, other], isOver);
  });

  it('wraps a call of a tool that it does not list, and says of what call an unknown one is', async () => {
    const { game_session_id } = await agent.call('play.start', { experience_id: TIC_TAC_TOE, against: 'others' });
    const busy = await agent.fail('play.start', { experience_id: WEREWOLF });
    const end = (busy.details as { end_with: Call }).end_with;
    expect(end).toEqual({
      tool: 'play.call',
      arguments: { tool: 'lobby.leave', arguments: { game_session_id } },
    });
    expect(await follow(agent, end)).toMatchObject({ status: 'cancelled' });
    expect(await agent.fail('play.call', { tool: 'no.such' })).toMatchObject({ code: 'NOT_FOUND' });
    await expect(agent.call('play.call', { tool: 'lobby.leave', arguments: { x: 1 } })).rejects.toMatchObject({
      code: -32602,
      data: { issues: expect.arrayContaining([expect.objectContaining({ path: ['arguments', 'x'] })]) },
    });
    await expect(agent.call('play.start', {})).rejects.toMatchObject({ code: -32602 });
  });
});
