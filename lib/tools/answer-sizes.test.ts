import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { startBus, stopBus } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { prisma } from '@/lib/testing/prisma';
import { TOOLS } from '@/lib/tools';
import { readLeagueResource } from './league-resources';

useCatalog();
beforeAll(startBus);
afterAll(stopBus);

const MAX_ANSWER_BYTES = 256 * 1024;

/** The longest name: four bytes a character. */
const NAME = '\u{1F3B2}'.repeat(32);
const WORDS = '\u{1F3B2}'.repeat(250);
const LEAGUE_ID = 'league_large';

let player: Player;
let socialLobby: string;
let gameLobby: string;
let session: string;

/** Rows `n` from 1 to `count`. */
const insert = (count: number, statement: string, values: readonly unknown[] = []) =>
  pool().query(statement.replaceAll('$count', String(count)), [...values]);

beforeAll(async () => {
  player = await playerFixture();
  const { agentId } = player;
  socialLobby = (await player.call<{ id: string }>('social.create', {})).id;
  await player.call('social.message', { social_lobby_id: socialLobby, content: 'x' });
  for (let n = 0; n < 55; n += 1)
    await player.call('social.message', { social_lobby_id: socialLobby, content: '\u{1F3B2}'.repeat(1_000) });
  await insert(
    500,
    `WITH made AS (INSERT INTO agents (id, display_name) SELECT gen_random_uuid(), $2 FROM generate_series(1, $count) RETURNING id)
     INSERT INTO social_members (lobby_id, agent_id, joined_at) SELECT $1, id, now() FROM made`,
    [socialLobby, NAME],
  );
  await insert(
    300,
    `INSERT INTO social_proposals (id, lobby_id, experience_id, proposer_agent_id, reason, status, expires_at, created_at)
     SELECT gen_random_uuid(), $1, $2, $3, $4, 'expired', now(), now() FROM generate_series(1, $count)`,
    [socialLobby, TIC_TAC_TOE, agentId, WORDS],
  );
  await insert(
    300,
    `INSERT INTO social_lobbies (id, name, description, max_members, created_by_agent_id, created_at)
     SELECT gen_random_uuid(), $2, $3, 50, $1, now() FROM generate_series(1, $count)`,
    [agentId, NAME, WORDS],
  );
  await insert(
    300,
    `INSERT INTO scheduled_events (id, experience_id, created_by_agent_id, starts_at, description, game_session_id, created_at)
     SELECT gen_random_uuid(), $1, $2, now() + interval '1 day', $3, gen_random_uuid(), now() FROM generate_series(1, $count)`,
    [TIC_TAC_TOE, agentId, WORDS],
  );
  await insert(
    300,
    `WITH made AS (
       INSERT INTO lobbies (id, experience_id, host_agent_id, status, max_players, min_players, config, created_at)
       SELECT gen_random_uuid(), $1, $2, 'waiting', 100, 2, '{}', now() FROM generate_series(1, $count) RETURNING id)
     INSERT INTO lobby_members (lobby_id, agent_id, experience_agent_id, role, joined_at)
     SELECT id, $2, repeat('x', 32), 'host', now() FROM made`,
    [TIC_TAC_TOE, agentId],
  );
  gameLobby = (await prisma().lobby.findFirstOrThrow({ where: { hostAgentId: agentId } })).id;
  await insert(
    199,
    `INSERT INTO lobby_members (lobby_id, agent_id, experience_agent_id, role, joined_at)
     SELECT $1, gen_random_uuid(), md5(n::text), 'player', now() FROM generate_series(1, $count) n`,
    [gameLobby],
  );
  session = (await player.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE })).session_id;
  await insert(
    1_000,
    `INSERT INTO session_steps (session_id, step_number, action, response)
     SELECT $1, n + 1000, to_json(n), to_json(repeat('x', 5000)) FROM generate_series(1, $count) n`,
    [session],
  );
  const league = newId();
  await insert(
    1,
    `INSERT INTO leagues (id, league_id, name, game_type, format, rounds_to_win, max_rounds, time_limit_seconds, status, created_at)
     VALUES ($1, $2, $3, 'even_odd', 'double_round_robin', 3, 5, 30, 'in_progress', now())`,
    [league, LEAGUE_ID, NAME],
  );
  await insert(
    100,
    `INSERT INTO league_players (league_uid, number, player_id, kind, display_name, version, registered_at)
     SELECT $1, n, 'P' || n, 'bot', $2, '1.0.0', now() FROM generate_series(1, $count) n`,
    [league, NAME],
  );
  await insert(
    9_900,
    `INSERT INTO league_fixtures (id, league_uid, round_id, number, match_id, first, second, status, conversation_id)
     SELECT gen_random_uuid(), $1, 1 + n / 50, 1 + n % 50, 'R' || 1 + n / 50 || 'M' || 1 + n % 50,
       'P' || 1 + n % 100, 'P' || 1 + (n + 1) % 100, 'scheduled', gen_random_uuid() FROM generate_series(0, $count - 1) n`,
    [league],
  );
  await insert(
    300,
    `INSERT INTO leagues (id, league_id, name, game_type, format, rounds_to_win, max_rounds, time_limit_seconds, status, created_at)
     SELECT gen_random_uuid(), 'league_' || n, $1, 'even_odd', 'swiss', 3, 5, 30, 'registration', now() FROM generate_series(1, $count) n`,
    [NAME],
  );
  await player.call('memory.set', { experience_id: TIC_TAC_TOE, layer: 'agent', data: { text: 'x'.repeat(64_000) } });
}, 60_000);

/** Calls whose answers grow with what is stored. */
const CALLS: Record<string, () => Record<string, unknown>> = {
  'experiences.list': () => ({}),
  'experiences.get': () => ({ experience_id: TIC_TAC_TOE }),
  'experience.mine': () => ({}),
  'memory.get': () => ({ experience_id: TIC_TAC_TOE, layer: 'agent' }),
  'lobby.list': () => ({ experience_id: TIC_TAC_TOE }),
  'match.state': () => ({ game_session_id: gameLobby }),
  'session.list': () => ({}),
  'session.replay': () => ({ session_id: session }),
  'leaderboard.get': () => ({ experience_id: TIC_TAC_TOE, limit: 100 }),
  'auth.whoami': () => ({}),
  'me.todo': () => ({}),
  'play.find': () => ({}),
  'social.list': () => ({}),
  'social.members': () => ({ social_lobby_id: socialLobby }),
  'social.messages': () => ({ social_lobby_id: socialLobby, limit: 200 }),
  'social.proposals': () => ({ social_lobby_id: socialLobby, limit: 100 }),
  'credential.list': () => ({ experience_id: TIC_TAC_TOE }),
  'profile.get': () => ({}),
  'demand.list': () => ({}),
  'demand.schedule.list': () => ({}),
  'events.wait': () => ({ stream: `social:${socialLobby}`, timeout_ms: 0 }),
  'league.list': () => ({}),
  'league.get': () => ({ league_id: LEAGUE_ID }),
  'et.werewolf.matches.list': () => ({ status: 'ALL', limit: 50 }),
};

/** Reading tools that are not called here, and why their answers are bounded. */
const EXEMPT: Record<string, string> = {
  'session.tools': 'pages of countFitting, as its own test shows',
  'proxy.tools': 'pages of countFitting, as its own test shows',
  'league.health': 'at most 100 players, a line each',
  'league.transcript': 'one match, whose messages the referee cuts',
  get_standings: 'one row for each of at most 100 players',
  get_my_state: 'one match',
  get_game_state: 'one match',
  validate_move: 'one verdict',
  'et.werewolf.queue.status': 'one queue of at most eight seats',
  'et.werewolf.match.get_state': 'one match with at most 50 messages of 500 characters',
  'et.werewolf.match.events.get': 'at most 200 events with messages of 500 characters',
};

const isStatelessGame = (name: string) => /^(?:legal|choose)_/.test(name);

describe('an answer', () => {
  const reading = TOOLS.filter(({ hints, name }) => hints.readOnly && !isStatelessGame(name)).map(({ name }) => name);

  test('every reading tool is called here, or its exemption has a reason', () => {
    expect(reading.filter((name) => !(name in CALLS) && !(name in EXEMPT))).toEqual([]);
  });

  test.each(reading.filter((name) => name in CALLS))('of %s has at most 256 KB', async (name) => {
    const answer = await player.call(name, CALLS[name]?.() ?? {});
    expect(Buffer.byteLength(JSON.stringify(answer), 'utf8')).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  });

  test('of league.get reads the whole schedule in pages', async () => {
    const seen: string[] = [];
    for (let after: string | undefined, hasMore = true; hasMore; after = seen.at(-1)) {
      const page = await player.call<{ schedule: { match_id: string }[]; has_more: boolean }>('league.get', {
        league_id: LEAGUE_ID,
        ...(after === undefined ? {} : { after }),
      });
      seen.push(...page.schedule.map(({ match_id }) => match_id));
      hasMore = page.has_more;
    }
    expect(new Set(seen).size).toBe(9_900);
    expect(await player.callError('league.get', { league_id: LEAGUE_ID, after: 'R0M0' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['after'] }] },
    });
  });

  test('of the resource of the schedule has at most 256 KB', async () => {
    const text = await readLeagueResource(`league://schedule?league_id=${LEAGUE_ID}`, player.caller);
    expect(Buffer.byteLength(text ?? '', 'utf8')).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  });
});
