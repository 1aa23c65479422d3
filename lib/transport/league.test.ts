import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { refereeDueFixtures } from '@/lib/domain/leagues';
import { moveResponse, type PushPlayer, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { fireDueMatches } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture } from '@/lib/testing/play';
import { serveTransports, type TestServer } from './testing/serve';

useCatalog();

type Json = Record<string, unknown>;
let server: TestServer;
beforeAll(async () => {
  server = await serveTransports();
});
afterAll(() => server.close());
beforeEach(() => pool().query('DELETE FROM rate_limits'));

async function post(system: 'league' | 'referee', body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/mcp/${system}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json };
}

const MOVE_ID = '0b9f8c1e-5a3d-4c1b-9b57-2f6f0e6a1d11';
let ids = 0;
const rpc = (method: string, params: Json = {}) => ({ jsonrpc: '2.0', id: ++ids, method, params });
const callTool = async (system: 'league' | 'referee', name: string, args: Json, headers = {}) => {
  const { body } = await post(system, rpc('tools/call', { name, arguments: args }), headers);
  const result = body.result as { content: { text: string }[]; isError?: boolean } | undefined;
  return { error: body.error, isError: result?.isError, value: JSON.parse(result?.content[0]?.text ?? 'null') };
};
const asAgent = (player: Player) => ({ authorization: `Bearer ${player.apiKey}` });

async function openLeague(creator: Player, input: Json = {}): Promise<string> {
  const { league_id } = await creator.call<{ league_id: string }>('league.create', {
    name: 'Door',
    time_limit_seconds: 3,
    ...input,
  });
  return league_id;
}

describe('the league manager', () => {
  it('answers the examples of league.md without handshake, session or Accept', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {}, resources: {} },
        clientInfo: { name: 'player-agent', version: '1.0.0' },
      },
    };
    expect(JSON.stringify((await post('league', initialize)).body)).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{},"resources":{}},' +
        '"serverInfo":{"name":"league-manager","version":"1.0.0"}}}',
    );
    const { tools } = (await post('league', rpc('tools/list'))).body.result as { tools: Json[] };
    expect(tools.map(({ name }) => name)).toEqual([
      'register_player',
      'get_standings',
      'schedule_match',
      'make_move',
      'get_my_state',
    ]);
    expect(tools[0]).toMatchObject({
      inputSchema: {
        type: 'object',
        properties: { player_name: { type: 'string' }, endpoint: { type: 'string' }, version: { type: 'string' } },
        required: ['player_name', 'endpoint'],
      },
    });
    const called = await post('league', {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: {
        name: 'register_player',
        arguments: { player_name: 'AlphaBot', endpoint: 'http://localhost:8101/mcp' },
      },
    });
    expect(called.body).toEqual({
      jsonrpc: '2.0',
      id: 3,
      result: { content: [{ type: 'text', text: '{"status":"ACCEPTED","player_id":"P01"}' }] },
    });
    const { resources } = (await post('league', rpc('resources/list'))).body.result as { resources: Json[] };
    expect(JSON.stringify(resources[0])).toBe(
      '{"uri":"league://standings","name":"League Standings","description":"Current league standings","mimeType":"application/json"}',
    );
    const read = (await post('league', rpc('resources/read', { uri: 'league://standings' }))).body.result as {
      contents: Json[];
    };
    expect(read.contents[0]).toMatchObject({ uri: 'league://standings', mimeType: 'application/json' });
    expect(JSON.parse(String(read.contents[0]?.text))).toEqual({
      standings: [{ rank: 1, player_id: 'P01', points: 0, wins: 0, losses: 0 }],
    });
  });

  it('answers LEAGUE_REGISTER_REQUEST with a response of the same conversation, and rejections with the reason', async () => {
    const leagueId = await openLeague(await playerFixture(), { max_players: 2 });
    const message = (changes: Json = {}) => ({
      protocol: 'league.v1',
      message_type: 'LEAGUE_REGISTER_REQUEST',
      league_id: leagueId,
      conversation_id: '550e8400-e29b-41d4-a716-446655440000',
      sender: 'player:new_player',
      timestamp: '2024-12-13T10:00:00Z',
      player_meta: {
        display_name: 'Agent Alpha',
        version: '1.0.0',
        game_types: ['even_odd'],
        contact_endpoint: 'http://localhost:8111/mcp',
        ...changes,
      },
    });
    const send = async (changes: Json = {}) =>
      (await post('league', rpc('protocol/message', { message: message(changes) }))).body.result as Json;
    for (const game_types of [['chess'], []])
      expect(await send({ game_types })).toMatchObject({ status: 'REJECTED', player_id: null });
    expect(await send()).toEqual({
      protocol: 'league.v1',
      message_type: 'LEAGUE_REGISTER_RESPONSE',
      league_id: leagueId,
      conversation_id: '550e8400-e29b-41d4-a716-446655440000',
      sender: 'league_manager',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      status: 'ACCEPTED',
      player_id: 'P01',
      reason: null,
    });
    for (const contact_endpoint of ['http://localhost:8111/mcp', 'http://LOCALHOST:8111/mcp#other'])
      expect(await send({ contact_endpoint })).toMatchObject({
        status: 'REJECTED',
        reason: expect.stringContaining('used by another'),
      });
    expect(await send({ contact_endpoint: 'ftp://x' })).toMatchObject({ status: 'REJECTED' });
    expect(await send({ contact_endpoint: 'http://localhost:8112/mcp' })).toMatchObject({ player_id: 'P02' });
    expect(await send({ contact_endpoint: 'http://localhost:8113/mcp' })).toMatchObject({
      status: 'REJECTED',
      reason: expect.stringContaining('full'),
    });
  });

  it('answers faults with the codes and HTTP statuses of league.md', async () => {
    const cases: [unknown, number, number, Json?][] = [
      ['{', 400, -32700],
      [{ id: 1, method: 'ping' }, 200, -32600],
      [rpc('no/such'), 404, -32601],
      [rpc('tools/call', { name: 'no_such', arguments: {} }), 200, -32602],
      [rpc('tools/call', { name: 'register_player', arguments: { player_name: 1 } }), 200, -32602],
      [rpc('resources/read', { uri: 'league://nothing' }), 200, -32602],
      [rpc('protocol/message', { message: { protocol: 'league.v1', message_type: 'NO_SUCH' } }), 200, -32602],
      [rpc('protocol/message', { message: { protocol: 'league.v2' } }), 200, -32000],
      [rpc('protocol/message', {}), 200, -32000],
    ];
    for (const [body, status, code] of cases) {
      const answer = await post('league', body);
      expect([answer.status, (answer.body.error as Json).code]).toEqual([status, code]);
    }
    const { body } = await post('league', rpc('protocol/message', { message: { protocol: 'league.v2' } }));
    expect((body.error as { data: Json }).data.reason).toContain('league.v1');
  });

  it('opens a new season of league_default for the registration after its end', async () => {
    const join = (port: number) =>
      callTool('league', 'register_player', { player_name: 'S', endpoint: `http://localhost:${port}/mcp` });
    await join(8201);
    await pool().query(`UPDATE leagues SET status = 'completed' WHERE league_id = 'league_default'`);
    expect((await join(8202)).value).toEqual({ status: 'ACCEPTED', player_id: 'P01' });
    const { rows } = await pool().query(
      `SELECT league_id FROM leagues WHERE league_id LIKE 'league_default%' ORDER BY 1`,
    );
    expect(rows.map(({ league_id }) => league_id)).toEqual(['league_default', 'league_default_1']);
  });
});

describe('the referee', () => {
  const opened: PushPlayer[] = [];
  afterAll(() => Promise.all(opened.map((player) => player.close())));

  it('takes a move that a player sends by itself once, and refuses other rounds, senders and conversations', async () => {
    const creator = await playerFixture();
    const leagueId = await openLeague(creator, { rounds_to_win: 1, max_rounds: 1 });
    const players = await Promise.all([startPushPlayer(() => undefined), startPushPlayer(() => undefined)]);
    opened.push(...players);
    for (const { endpoint } of players) {
      const args = { player_name: 'P', endpoint, league_id: leagueId };
      expect((await callTool('league', 'register_player', args)).value.status).toBe('ACCEPTED');
    }
    await creator.call('league.start', { league_id: leagueId });
    const requests = async () => players.map(({ received }) => received.find((m) => m.message_type === 'MOVE_REQUEST'));
    for (let n = 0; n < 200 && (await requests()).includes(undefined); n++) {
      await refereeDueFixtures();
      await pause(10);
    }
    const [one, other] = (await requests()) as [Json, Json];
    const send = async (message: Json) => (await post('referee', rpc('protocol/message', { message }))).body;
    const refused = { error: { code: -32000 } };
    expect(await send(moveResponse(one, 'P01', { number: 3 }, { game_round: 2 }))).toMatchObject(refused);
    expect(await send(moveResponse(one, 'P02', { number: 3 }))).toMatchObject(refused);
    expect(await send(moveResponse(one, 'P01', { number: 9 }))).toMatchObject(refused);
    expect(await send(moveResponse(one, 'P01', { number: 3 }))).toMatchObject({ result: { status: 'ACCEPTED' } });
    expect(await send(moveResponse(one, 'P01', { number: 4 }))).toMatchObject({ result: { status: 'IGNORED' } });
    const state = await callTool('referee', 'get_game_state', { match_id: 'R1M1', league_id: leagueId });
    expect(state.value).toMatchObject({ status: 'active', rounds: [] });
    expect(await send(moveResponse(other, 'P02', { number: 2 }))).toMatchObject({ result: { status: 'ACCEPTED' } });
    for (let n = 0; n < 200; n++) {
      const details = await creator.call<Json>('league.get', { league_id: leagueId });
      if (details.status === 'completed') break;
      await fireDueMatches();
      await pause(10);
    }
    const end = players[0]?.received.find((message) => message.message_type === 'GAME_END');
    expect(end).toMatchObject({ winner: 'P01', final_scores: { P01: 1, P02: 0 } });
  });

  it('serves an agent that pulls: get_my_state, make_move and events.wait name the move to make', async () => {
    const creator = await playerFixture();
    const agent = await playerFixture();
    const leagueId = await openLeague(creator, { house_bots: ['easy'], rounds_to_win: 1, max_rounds: 1 });
    const args = { player_name: 'Pull', endpoint: '', league_id: leagueId };
    expect((await callTool('league', 'register_player', args)).value.status).toBe('REJECTED');
    expect((await callTool('league', 'register_player', args, asAgent(agent))).value.player_id).toBe('P02');
    await creator.call('league.start', { league_id: leagueId });
    let state = (await callTool('league', 'get_my_state', {}, asAgent(agent))).value;
    for (let n = 0; n < 200 && state.next_action === null; n++) {
      await refereeDueFixtures();
      await pause(10);
      state = (await callTool('league', 'get_my_state', {}, asAgent(agent))).value;
    }
    expect(state).toMatchObject({ registrations: [{ league_id: leagueId }], next_action: { tool: 'make_move' } });
    const waited = await agent.call<Json>('events.wait', { stream: `league:${leagueId}`, timeout_ms: 0 });
    expect(waited.next_action).toMatchObject({
      tool: 'make_move',
      arguments: { league_id: leagueId, match_id: 'R1M1' },
    });
    expect((await callTool('league', 'make_move', { number: 6 }, asAgent(agent))).error).toMatchObject({
      code: -32602,
    });
    const me = await agent.call<Json>('events.wait', { stream: 'me', timeout_ms: 0 });
    expect(me.next_action).toMatchObject({ tool: 'make_move', arguments: { match_id: 'R1M1' } });
    const moved = await callTool('league', 'make_move', { number: 5 }, asAgent(agent));
    expect(moved.value).toMatchObject({ player_id: 'P02', your_turn: false });
    // Its answer was lost: the same move is answered again, another one is refused.
    const again = await callTool('league', 'make_move', { number: 5 }, asAgent(agent));
    expect(again.value).toMatchObject({ match_id: 'R1M1', player_id: 'P02', your_turn: false });
    const other = await callTool('league', 'make_move', { number: 4 }, asAgent(agent));
    expect(other).toMatchObject({ isError: true, value: { code: 'INVALID_STATE' } });
    for (let n = 0; n < 500; n++) {
      const details = await creator.call<Json>('league.get', { league_id: leagueId });
      if (details.status === 'completed') break;
      await fireDueMatches();
      await refereeDueFixtures();
      await pause(10);
    }
    const afterEnd = await callTool('league', 'make_move', { number: 5, match_id: 'R1M1' }, asAgent(agent));
    expect(afterEnd.value).toMatchObject({ match_id: 'R1M1', your_turn: false });
    const late = await callTool('league', 'make_move', { number: 4, match_id: 'R1M1' }, asAgent(agent));
    expect(late).toMatchObject({ isError: true, value: { code: 'INVALID_STATE' } });
  });

  it('plays a match of schedule_match at start_game', async () => {
    const creator = await playerFixture();
    const leagueId = await openLeague(creator, { house_bots: ['easy', 'easy'] });
    const headers = asAgent(creator);
    const pair = { player1_id: 'P02', player2_id: 'P01', league_id: leagueId };
    const scheduled = await callTool('league', 'schedule_match', { ...pair, round_id: 1 }, headers);
    expect(scheduled.value).toEqual({ match_id: 'R1M1', round_id: 1, league_id: leagueId, status: 'scheduled' });
    const other = asAgent(await playerFixture());
    expect((await callTool('league', 'schedule_match', { ...pair, round_id: 2 }, other)).value.code).toBe('FORBIDDEN');
    expect((await callTool('referee', 'start_game', { ...pair, match_id: 'R1M1' }, headers)).value.status).toBe(
      'started',
    );
    expect(
      (await callTool('referee', 'validate_move', { player_id: 'P01', move: 3, league_id: leagueId })).value.valid,
    ).toBe(true);
    const details = await creator.call<{ schedule: Json[] }>('league.get', { league_id: leagueId });
    expect(details.schedule).toHaveLength(1);
  });
});

describe('a call of make_move', () => {
  it('with a UUID as its id, or an Idempotency-Key, is answered again as before when it is repeated', async () => {
    const creator = await playerFixture();
    const agent = await playerFixture();
    const leagueId = await openLeague(creator, { house_bots: ['easy'], time_limit_seconds: 60 });
    const args = { player_name: 'Pull', endpoint: '', league_id: leagueId };
    await callTool('league', 'register_player', args, asAgent(agent));
    await creator.call('league.start', { league_id: leagueId });
    const isPlayed = async (round: number) => {
      await refereeDueFixtures();
      await fireDueMatches();
      const { value } = await callTool('league', 'get_my_state', {}, asAgent(agent));
      return value.matches[0]?.game_round === round && value.next_action?.arguments.game_round === round;
    };
    const move = { name: 'make_move', arguments: { number: 3, league_id: leagueId } };
    for (const [round, repeat] of [
      [1, () => post('league', { ...rpc('tools/call', move), id: MOVE_ID }, asAgent(agent))],
      [2, () => post('league', rpc('tools/call', move), { ...asAgent(agent), 'idempotency-key': 'round 2' })],
    ] as const) {
      await expect.poll(() => isPlayed(round), { timeout: 20_000 }).toBe(true);
      const { result } = (await repeat()).body;
      await expect.poll(() => isPlayed(round + 1), { timeout: 20_000 }).toBe(true);
      expect((await repeat()).body.result).toEqual(result);
      expect(await isPlayed(round + 1)).toBe(true);
    }
  });
});

describe('calls that the document allows', () => {
  it('take a registration with arguments of another implementation', async () => {
    const leagueId = await openLeague(await playerFixture());
    const args = { player_name: 'A', endpoint: 'http://127.0.0.1:9/mcp', league_id: leagueId, agent_kind: 'test' };
    expect((await callTool('league', 'register_player', args)).value).toMatchObject({ status: 'ACCEPTED' });
  });

  it.each([
    [0, false],
    [9, false],
    [3, true],
  ])('validate the number %s with a reason when it is wrong', async (move, valid) => {
    const leagueId = await openLeague(await playerFixture(), { house_bots: ['easy', 'easy'] });
    const { value } = await callTool('referee', 'validate_move', { player_id: 'P01', move, league_id: leagueId });
    expect(value).toMatchObject({ valid, reason: valid ? null : expect.stringContaining('1 to 5') });
  });

  it('start a match whose players are named in another order, and close registration only on request', async () => {
    const creator = await playerFixture();
    const league_id = await openLeague(creator, { house_bots: ['easy', 'easy', 'easy'] });
    const pair = { player1_id: 'P01', player2_id: 'P02', league_id };
    await callTool('league', 'schedule_match', { ...pair, round_id: 1 }, asAgent(creator));
    const swapped = { player1_id: 'P02', player2_id: 'P01', match_id: 'R1M1', league_id };
    const refused = await callTool('referee', 'start_game', swapped, asAgent(creator));
    expect(JSON.stringify(refused)).toContain('P03 would have no match');
    const input = { ...swapped, close_registration: true };
    expect((await callTool('referee', 'start_game', input, asAgent(creator))).value.status).toBe('started');
  });

  it('list templates for the resources of every league', async () => {
    const { body } = await post('league', rpc('resources/templates/list'));
    expect(JSON.stringify(body)).toContain('league://standings{?league_id}');
  });

  it('answer the same whatever a call accepts', async () => {
    const player = await playerFixture();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const accepts = ['application/json', 'text/event-stream', 'application/json, text/event-stream', '*/*'];
    const answers = await Promise.all(accepts.map((accept) => post('league', list, { ...asAgent(player), accept })));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });
});

describe('the rate limit of the referee', () => {
  const ask = (match_id: string, headers = {}) => {
    const args = { match_id, league_id: 'league_default' };
    return post('referee', rpc('tools/call', { name: 'get_game_state', arguments: args }), headers);
  };

  it('refuses the request after 50 about a match of the same caller, and no other caller and no other match', async () => {
    const player = await playerFixture();
    const answers = await Promise.all(Array.from({ length: 51 }, () => ask('R1M1')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const message = { protocol: 'league.v1', league_id: 'league_default', match_id: 'R1M1' };
    expect((await post('referee', rpc('protocol/message', { message }))).status).toBe(429);
    const uri = 'game://state/R1M1';
    expect((await post('referee', rpc('resources/read', { uri }))).status).toBe(429);
    expect((await ask('R1M2')).status).toBe(200);
    expect((await ask('R1M1', asAgent(player))).status).toBe(200);
  });
});

describe('a player behind an address that is over its limits', () => {
  it('plays every round of a long match by its own messages, while the opponent uses up the requests about it', async () => {
    const creator = await playerFixture();
    const leagueId = await openLeague(creator, { rounds_to_win: 12, max_rounds: 12, time_limit_seconds: 20 });
    const statuses: number[] = [];
    const flooding = await startPushPlayer(async (message) => {
      if (message.message_type !== 'MOVE_REQUEST') return undefined;
      if (message.game_round === 1) {
        const args = { match_id: 'R1M1', league_id: leagueId };
        const ask = () => post('referee', rpc('tools/call', { name: 'get_game_state', arguments: args }));
        await Promise.all(Array.from({ length: 60 }, ask));
        const foreign = moveResponse(message, 'P02', { number: 2 }, { conversation_id: 'another' });
        await Promise.all(
          Array.from({ length: 60 }, () => post('referee', rpc('protocol/message', { message: foreign }))),
        );
      }
      return moveResponse(message, 'P01', { number: 1 });
    });
    const calling = await startPushPlayer((message) => {
      if (message.message_type !== 'MOVE_REQUEST') return undefined;
      const answer = { message: moveResponse(message, 'P02', { number: 2 }) };
      setTimeout(
        async () => statuses.push((await post('referee', rpc('protocol/message', answer))).status),
        message.game_round === 1 ? 1_500 : 0,
      );
      return undefined;
    });
    for (const { endpoint } of [flooding, calling])
      await callTool('league', 'register_player', { player_name: 'P', endpoint, league_id: leagueId });
    await creator.call('league.start', { league_id: leagueId });
    const isOver = async () => {
      await refereeDueFixtures();
      const { schedule } = await creator.call<{ schedule: Json[] }>('league.get', { league_id: leagueId });
      return schedule[0]?.reason;
    };
    await expect.poll(isOver, { timeout: 20_000 }).toBe('rounds');
    expect(statuses).toEqual(Array(12).fill(200));
    await Promise.all([flooding.close(), calling.close()]);
  });
});

// Last: the caller of all other tests is refused for a minute.
describe('the rate limit of the league manager', () => {
  it('answers the request after 100 in a minute with 429, Retry-After and -32000', async () => {
    const answers = await Promise.all(Array.from({ length: 101 }, () => post('league', rpc('ping'))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ error: { code: -32000 } });
  });
});
