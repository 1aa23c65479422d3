import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { refereeDueFixtures } from '@/lib/domain/leagues';
import { moveResponse, type PushPlayer, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture } from '@/lib/testing/play';
import { serveTransports, type TestServer } from './testing/serve';

useCatalog();

type Json = Record<string, unknown>;
type System = 'league' | 'referee';
let server: TestServer;
beforeAll(async () => {
  server = await serveTransports();
});
afterAll(() => server.close());
beforeEach(() => pool().query('DELETE FROM rate_limits'));

async function send(system: System, body: string, headers: Record<string, string> = {}, method = 'POST') {
  const answer = await fetch(`${server.url}/mcp/${system}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Json };
}

const rpc = (method: string, params: unknown = {}, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const call = (name: unknown, args: unknown) => rpc('tools/call', { name, arguments: args });
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const REGISTER = {
  protocol: 'league.v1',
  message_type: 'LEAGUE_REGISTER_REQUEST',
  league_id: 'league_2024_01',
  conversation_id: '550e8400-e29b-41d4-a716-446655440000',
  sender: 'player:new_player',
  timestamp: '2024-12-13T10:00:00Z',
  player_meta: {
    display_name: 'Agent Alpha',
    version: '1.0.0',
    game_types: ['even_odd'],
    contact_endpoint: 'http://localhost:8101/mcp',
  },
};

describe.each<System>(['league', 'referee'])('the plain JSON-RPC of the %s', (system) => {
  it.each<[string, string, number, number]>([
    ['an empty body', '', 400, -32700],
    ['a body that is no JSON', '{"jsonrpc":"2.0",', 400, -32700],
    ['an empty batch', '[]', 200, -32600],
    ['a batch of 51 messages', `[${Array(51).fill(rpc('ping')).join()}]`, 200, -32600],
    ['null', 'null', 200, -32600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 200, -32600],
    ['no version', '{"id":1,"method":"ping"}', 200, -32600],
    ['a method that is no string', '{"jsonrpc":"2.0","id":1,"method":{"a":1}}', 200, -32600],
    ['an id that is an object', rpc('ping', {}, { a: 1 }), 200, -32600],
    ['an id that would be rounded', '{"jsonrpc":"2.0","id":12345678901234567891,"method":"ping"}', 200, -32600],
    ['params by position', rpc('ping', [1]), 200, -32600],
    ['an unknown method', rpc('tools/delete'), 404, -32601],
    ["a method's name of an object", rpc('constructor'), 404, -32601],
    ['a tool of another toolset', call('session.create', {}), 200, -32602],
    ['a tool name that is an object', call({ toString: 1, valueOf: 1 }, {}), 200, -32602],
    ['a tool name that is missing', rpc('tools/call', {}), 200, -32602],
    ['arguments that are no object', call(system === 'league' ? 'get_standings' : 'get_game_state', 'x'), 200, -32602],
    ['a resource that is an object', rpc('resources/read', { uri: { toString: 1 } }), 200, -32602],
    ['a file as a resource', rpc('resources/read', { uri: 'file:///etc/passwd' }), 200, -32602],
    ['deep params', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${nested(5_000)}}}`, 200, -32602],
    ['a null character', rpc('protocol/message', { message: { protocol: 'a\u0000' } }), 200, -32602],
    ['half of a surrogate pair', rpc('protocol/message', { message: { protocol: '\ud800' } }), 200, -32602],
    [
      'a key that names a prototype',
      '{"jsonrpc":"2.0","id":1,"method":"protocol/message","params":{"message":{"__proto__":{}}}}',
      200,
      -32602,
    ],
    ['a message that is no object', rpc('protocol/message', { message: 'x' }), 200, -32000],
    [
      'a message for the other side',
      rpc('protocol/message', { message: { protocol: 'league.v1', message_type: 'GAME_END' } }),
      200,
      -32602,
    ],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await send(system, body);
    expect({ status: answer.status, code: (answer.body.error as Json).code }).toEqual({ status, code });
  });

  it('refuses a body above a megabyte, and goes on', async () => {
    const answer = await send(system, rpc('ping', { padding: 'x'.repeat(1_100_000) })).catch(() => null);
    if (answer) expect(answer).toMatchObject({ status: 413, body: { error: { code: -32000 } } });
    expect((await send(system, rpc('ping'))).body).toMatchObject({ result: {} });
  });

  it('returns a long id as it came', async () => {
    const id = 'x'.repeat(10_000);
    expect((await send(system, rpc('ping', {}, id))).body).toEqual({ jsonrpc: '2.0', id, result: {} });
  });

  it('answers the requests of a batch in their order, each with its own result or error', async () => {
    const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    const batch = [rpc('ping', {}, 'a'), '1', notification, rpc('no/such', {}, 'b'), '[]'];
    const invalid = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };
    expect(await send(system, `[${batch}]`)).toEqual({
      status: 200,
      body: [
        { jsonrpc: '2.0', id: 'a', result: {} },
        invalid,
        { jsonrpc: '2.0', id: 'b', error: { code: -32601, message: 'Method not found' } },
        invalid,
      ],
    });
    expect(await send(system, `[${notification}]`)).toEqual({ status: 202, body: {} });
  });

  it('answers a notification and a response with 202 and no body, and does nothing', async () => {
    const args = { player_name: 'Silent', endpoint: 'http://localhost:8999/mcp' };
    const register = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'register_player', arguments: args } };
    expect(await send(system, JSON.stringify(register))).toEqual({ status: 202, body: {} });
    expect(await send(system, '{"jsonrpc":"2.0","id":1,"result":{}}')).toEqual({ status: 202, body: {} });
    const { rowCount } = await pool().query(`SELECT 1 FROM league_players WHERE display_name = 'Silent'`);
    expect(rowCount).toBe(0);
  });

  it('is served by POST only, and not to pages of other sites', async () => {
    expect((await send(system, '', {}, 'GET')).status).toBe(401);
    expect((await send(system, '', {}, 'PUT')).status).toBe(405);
    expect((await send(system, rpc('ping'), { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('refuses a credential that does not work instead of treating its bearer as a visitor', async () => {
    const answer = await send(system, rpc('ping'), { authorization: 'Bearer pgos_wrong' });
    expect(answer).toMatchObject({ status: 401, body: { id: null, error: { code: -32000 } } });
  });
});

it('takes a message that is sent as a notification, without an answer', async () => {
  const player_meta = { ...REGISTER.player_meta, display_name: 'Quiet', contact_endpoint: 'http://localhost:8997/mcp' };
  const message = { ...REGISTER, league_id: 'league_default', player_meta };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'protocol/message', params: { message } });
  expect(await send('league', body)).toEqual({ status: 202, body: {} });
  const { rowCount } = await pool().query(`SELECT 1 FROM league_players WHERE display_name = 'Quiet'`);
  expect(rowCount).toBe(1);
});

it('answers 500 with -32603 when the platform fails, and nothing of the cause', async () => {
  await pool().query('ALTER TABLE leagues RENAME TO leagues_away');
  try {
    for (const body of [
      call('get_standings', { league_id: 'league_default' }),
      rpc('resources/read', { uri: 'league://standings' }),
      rpc('protocol/message', { message: REGISTER }),
    ])
      expect(await send('league', body)).toEqual({
        status: 500,
        body: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
      });
  } finally {
    await pool().query('ALTER TABLE leagues_away RENAME TO leagues');
  }
});

describe('a hostile member', () => {
  const opened: PushPlayer[] = [];
  afterAll(() => Promise.all(opened.map((player) => player.close())));

  async function openLeague(creator: Player): Promise<string> {
    const limits = { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 30 };
    return (await creator.call<{ league_id: string }>('league.create', { name: 'Mine', ...limits })).league_id;
  }

  it('cannot register a name of 15,000 characters, of blanks or with control characters, nor an address of 3,000 characters', async () => {
    const leagueId = await openLeague(await playerFixture());
    const endpoint = 'http://localhost:8998/mcp';
    const names = ['', '   ', '\u200b', 'a\nb', 'a\u202eb', 'x'.repeat(101), 'x'.repeat(15_000)];
    const requests = names.map((player_name) => ({ player_name, endpoint }));
    requests.push({ player_name: 'Long', endpoint: `${endpoint}/${'x'.repeat(3_000)}` });
    for (const request of requests) {
      const args = { ...request, league_id: leagueId };
      const { body } = await send('league', call('register_player', args));
      const [{ text }] = (body.result as { content: [{ text: string }] }).content;
      expect(JSON.parse(text)).toMatchObject({ status: 'REJECTED', reason: expect.stringContaining('characters') });
    }
  });

  it('cannot move in another league with the ids of its own match', async () => {
    const creator = await playerFixture();
    const [own, other] = [await openLeague(creator), await openLeague(creator)];
    const requests: Json[] = [];
    for (const leagueId of [own, other]) {
      const players = await Promise.all([startPushPlayer(() => undefined), startPushPlayer(() => undefined)]);
      opened.push(...players);
      for (const { endpoint } of players) {
        const args = { player_name: 'P', endpoint, league_id: leagueId };
        await send('league', call('register_player', args));
      }
      await creator.call('league.start', { league_id: leagueId });
      const request = () => players[0]?.received.find(({ message_type }) => message_type === 'MOVE_REQUEST');
      await expect.poll(async () => (await refereeDueFixtures()) >= 0 && request(), { timeout: 15_000 }).toBeTruthy();
      requests.push(request() as Json);
    }
    const [mine, theirs] = requests as [Json, Json];
    const deliver = (message: Json) => send('referee', rpc('protocol/message', { message }));
    const refused = { status: 200, body: { error: { code: -32000 } } };
    const move = (changes: Json) => moveResponse(mine, 'P01', { number: 3 }, changes);
    expect(await deliver(move({ league_id: other }))).toMatchObject(refused);
    expect(await deliver(move({ league_id: 'league_unknown' }))).toMatchObject(refused);
    expect(await deliver(move({ match_id: 'R9M9' }))).toMatchObject(refused);
    expect(await deliver(move({ match_id: 'R1B1' }))).toMatchObject(refused);
    expect(await deliver(move({ sender: 'player:P99' }))).toMatchObject(refused);
    expect(await deliver(move({ conversation_id: theirs.conversation_id }))).toMatchObject(refused);
    expect(await deliver(move({ game_round: 1e15 }))).toMatchObject(refused);
    expect(await deliver(move({}))).toMatchObject({ body: { result: { status: 'ACCEPTED' } } });
    const { rows } = await pool().query(
      `SELECT l.league_id FROM league_exchanges e JOIN league_fixtures f ON f.id = e.fixture_id
       JOIN leagues l ON l.id = f.league_uid WHERE e.entry->>'direction' = 'received'`,
    );
    expect(rows).toEqual([{ league_id: own }]);
  });

  it('cannot organize the league of another agent', async () => {
    const [creator, stranger] = [await playerFixture(), await playerFixture()];
    const leagueId = await openLeague(creator);
    const pair = { player1_id: 'P01', player2_id: 'P02', league_id: leagueId };
    for (const headers of [{}, { authorization: `Bearer ${stranger.apiKey}` }] as Record<string, string>[]) {
      const scheduled = await send('league', call('schedule_match', { ...pair, round_id: 1 }), headers);
      expect(scheduled.body).toMatchObject({ result: { isError: true } });
      const started = await send('referee', call('start_game', { ...pair, match_id: 'R1M1' }), headers);
      expect(started.body).toMatchObject({ result: { isError: true } });
    }
    expect(await creator.call('league.get', { league_id: leagueId })).toMatchObject({
      status: 'registration',
      schedule: [],
    });
  });
});
