/**
 * Do calls and pages slow down when a site has 30 times as many matches, in 30 times as many months?
 * Reference: the same in a database with 1,000,000 events and 100,000 matches of one month; ours has 30,000,000 events and 3,000,000
 * matches of 30 months. Budget: 1.2 times its time at most, for a replay, an events.wait that answers immediately, a match
 * that is played from its start to its end, a page of the archive, the page of an agent, the leaderboard, and other lists and searches
 * of pages, tools and due work. `--unit blocks` compares the blocks that statements read, which other load on the machine does not change, and names the
 * statements that read more. Both databases hold copies of a match that was played, made by SQL, with its session, calls and notices. `--part 0.1` takes a tenth of both sizes, `--times 10` ten times as many months and matches, `--pairs 1` fewer processes; the
 * whole takes most of an hour and 45 GB of disk.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import { countBlocks } from './harness/blocks';
import { benchDatabase } from './harness/database';
import { figure, interleave, percentile, report } from './harness/report';
import { sized } from './harness/size';

/**
 * Which processor runs a process and the server's process for its connection changes its times by half, for as long as
 * it runs. So several pairs of processes read, and their fast rounds are compared: noise only adds time.
 */
const { part, pairs, times, unit } = parseArgs({
  options: {
    part: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '4' },
    times: { type: 'string', default: '30' },
    unit: { type: 'string', default: 'time' },
  },
  strict: false,
}).values;
const PAIRS = sized(Number(pairs), 1);
const ROUNDS = sized(20, 1);
const FAST = 0.1;
const READS = sized(20, 1);
const SAMPLES = 200;
const PAGE = 20;

const SMALL_MATCHES = sized(Math.round(100_000 * Number(part)), 300);
const TIMES = sized(Number(times), 3);
/** Of the matches of a month, those of an agent. */
const MATCHES_OF_AGENT = 50;
const NOTICES_OF_AGENT = 50;
const CALLS_OF_MATCH = 5;

const KINDS = {
  replay: 'replay of a match',
  wait: 'events.wait that answers immediately',
  match: 'match from its start to its end',
  archive: 'page of the archive',
  agent: 'page of an agent',
  leaderboard: 'leaderboard',
  overall: 'ranking over all games',
  names: 'search for a name that all agents have',
  game: 'page of a game that nobody plays',
  bot: 'results of house bots, matches of one',
  player: 'archive of the players of a name',
  words: 'matches with words',
  calls: 'calls of an owner',
  sessions: 'sessions of an owner',
  notices: 'notices of an owner',
  idle: 'search for idle sessions',
  metrics: 'metrics',
} as const;
type Kind = keyof typeof KINDS;

/** A match of which things are read. */
interface Sample {
  id: string;
  agent: AgentId;
  /** An owner with an agent, not that of this one. */
  owner: OwnerId;
  /** The name of the agent. */
  name: string;
}

/** In a child process: fills its database with matches of so many months. */
async function fill(matches: number, months: number): Promise<void> {
  const { advanceClock, now } = await import('@/lib/core/clock');
  const { pool } = await import('@/lib/data/database');
  const { makeMonths } = await import('@/lib/data/months/make-months');
  const { monthAfter } = await import('@/lib/data/months/tables');
  const { seedFirstParty } = await import('@/lib/domain/catalog');
  await seedFirstParty();
  const played = await playMatch();
  const first = monthAfter(now(), 3);
  advanceClock(first.getTime() - now().getTime() + months * 31 * 86_400_000);
  await makeMonths(new AbortController().signal);
  const run = (text: string, values: unknown[] = []) => pool().query(text, values);
  const columnsOf = async (table: string, given: Record<string, string>) => {
    const { rows } = await run(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
      [table],
    );
    const names = rows.map(({ name }) => name as string);
    return { names: names.join(', '), values: names.map((name) => given[name] ?? `t.${name}`).join(', ') };
  };
  // What each match is a copy of, and its id: a UUID of version 7 of its time.
  await run(
    'CREATE UNLOGGED TABLE made (n int PRIMARY KEY, id uuid NOT NULL, at timestamptz NOT NULL, agent uuid NOT NULL)',
  );
  await run('CREATE UNLOGGED TABLE players (n int PRIMARY KEY, id uuid NOT NULL)');
  const players = Math.ceil(matches / MATCHES_OF_AGENT);
  await run('INSERT INTO players SELECT n, gen_random_uuid() FROM generate_series(0, $1::int - 1) n', [players]);
  await run(
    `INSERT INTO made SELECT m.n, (lpad(to_hex((extract(epoch FROM m.at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(m.n), 15, '0'))::uuid,
       m.at, p.id
     FROM (SELECT n, $1::timestamptz + (n - 1) * ($2::interval / $3::int) AS at FROM generate_series(1, $3::int) n) m
     JOIN players p ON p.n = m.n % $4::int`,
    [first, `${months * 28} days`, matches, players],
  );
  // As on a site: every third agent has an owner, without whom it is not ranked.
  await run('CREATE UNLOGGED TABLE people (n int PRIMARY KEY, id uuid NOT NULL)');
  await run('INSERT INTO people SELECT n, gen_random_uuid() FROM generate_series(0, $1::int - 1) n', [players]);
  await run(
    `INSERT INTO owners (id, email, display_name) SELECT id, 'owner-' || n || '@example.org', 'Owner ' || n FROM people WHERE n % 3 = 0`,
  );
  await run(
    `INSERT INTO agents (id, display_name, kind, claimed_at, first_call_at, owner_id)
     SELECT p.id, 'Agent ' || lpad(p.n::text, 6, '0'), 'agent', now(), now(), CASE WHEN p.n % 3 = 0 THEN o.id END FROM players p JOIN people o ON o.n = p.n`,
  );
  const copy = async (table: string, key: string, given: Record<string, string>, where = '') => {
    const { names, values } = await columnsOf(table, given);
    await run(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM made m CROSS JOIN ${table} t WHERE t.${key} = $1 ${where} ORDER BY m.n`,
      [key === 'stream' ? `match:${played}` : played],
    );
  };
  await copy('matches', 'id', { id: 'm.id', started_at: 'm.at', ended_at: 'm.at', closed_at: 'm.at' });
  await copy('match_positions', 'match_id', { match_id: 'm.id' });
  const agent = 'CASE WHEN t.agent_id IS NULL THEN NULL ELSE m.agent END';
  await copy('match_seats', 'match_id', { match_id: 'm.id', agent_id: agent, session_id: 'NULL::uuid' });
  await copy('match_inputs', 'match_id', { match_id: 'm.id', at: 'm.at' });
  await copy('events', 'stream', { stream: "'match:' || m.id", at: 'm.at' });
  await copy('sessions', 'match_id', {
    id: 'm.id',
    agent_id: 'm.agent',
    match_id: 'm.id',
    created_at: 'm.at',
    last_active_at: 'm.at',
    ended_at: 'm.at',
  });
  await copy('session_steps', 'session_id', { session_id: 'm.id', created_at: 'm.at' });
  await run(
    `INSERT INTO audit_entries (id, agent_id, credential_id, tool, transport, outcome, status, session_id, duration_us, at)
     SELECT gen_random_uuid(), m.agent, m.agent::text, 'session.step', 'mcp', 'ok', 200, m.id, 900, m.at + k * interval '1 second'
       FROM made m, generate_series(1, ${CALLS_OF_MATCH}) k ORDER BY m.n`,
  );
  await run(
    `INSERT INTO notifications (id, owner_id, type, data, at)
     SELECT gen_random_uuid(), a.owner_id, 'session_finished', '{}', m.at FROM made m JOIN agents a ON a.id = m.agent WHERE a.owner_id IS NOT NULL`,
  );
  await run(
    `INSERT INTO events (stream, id, audience, seq, type, at, data)
     SELECT 'agent:' || p.id, '01J' || lpad(k::text, 23, '0'), 'public', k, 'match_ended', now(), json_build_object('match_id', p.id, 'text', repeat('x', 150))
       FROM players p, generate_series(1, ${NOTICES_OF_AGENT}) k`,
  );
  await run(
    `INSERT INTO ratings (experience_id, agent_id, pool, experience_agent_id, elo, matches_played, wins, opponent_owners, ranking, last_played_at)
     SELECT x.experience_id, p.id, 'agent', p.id::text, 1000 + hashint4(p.n) % 500, 30, 10, CASE WHEN p.n % 3 = 0 THEN 5 ELSE 0 END, 1000 + hashint4(p.n) % 500, now()
       FROM players p, (SELECT experience_id FROM matches WHERE id = $1) x`,
    [played],
  );
  await run(
    `INSERT INTO rating_changes (match_id, agent_id, experience_id, elo_before, elo_after, at)
     SELECT m.id, m.agent, x.experience_id, 1200, 1204, m.at FROM made m, (SELECT experience_id FROM matches WHERE id = $1) x`,
    [played],
  );
  await run('VACUUM ANALYZE');
  const { rows } = await run(
    'SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM matches) AS matches, pg_database_size(current_database()) / 1000000 AS mb',
  );
  process.send?.(rows[0]);
}

/** Plays a match of a new agent against a house bot to its end. @returns its id */
async function playMatch(player?: Awaited<ReturnType<typeof newPlayer>>): Promise<string> {
  const { call, experienceId } = player ?? (await newPlayer());
  const options = { type: 'options', opponent: 'easy', options: {} };
  const opened = await call('session.create', { experience_id: experienceId, initial_action: options });
  const id = String(opened.session_id);
  // Squares that are taken are refused; a few of the others end the match.
  for (const action of ['B2', 'A1', 'C3', 'A3', 'C1', 'A2', 'C2', 'B1', 'B3']) {
    const answer = await call('session.step', { session_id: id, action });
    if (answer.is_terminal === true || answer.done === true) break;
  }
  return id;
}

async function newPlayer() {
  const { firstPartyExperienceId } = await import('@/lib/domain/catalog');
  const { agentFixture } = await import('@/lib/testing/fixtures');
  const { runTool } = await import('@/lib/tools/run');
  const { caller } = await agentFixture();
  const call = async (tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const signal = new AbortController().signal;
    const answer = await runTool(tool, input, caller, {
      transport: 'mcp',
      idempotencyKey: null,
      signal,
      requestId: 'bench',
    });
    return answer.ok ? (answer.value as Record<string, unknown>) : {};
  };
  return { call, experienceId: firstPartyExperienceId('tic_tac_toe') };
}

/** In a child process: answers each message with the microseconds of one call of that kind. */
async function measureOnDemand(): Promise<void> {
  const { pool } = await import('@/lib/data/database');
  const { readEvents, startBus } = await import('@/lib/events');
  const { waitOnStream } = await import('@/lib/domain/events-wait');
  const { firstPartyExperienceId } = await import('@/lib/domain/catalog');
  const { listActivity, listSessions } = await import('@/lib/domain/console');
  const {
    listArchive,
    listLiveMatchesOf,
    listRecentMatches,
    listRecentMatchesOfBot,
    readBestWin,
    readBotTable,
    readRecordedMatches,
  } = await import('@/lib/domain/matches');
  const { listNotices } = await import('@/lib/domain/notifications');
  const { metricsText } = await import('@/lib/domain/operations');
  const { endIdleSessions } = await import('@/lib/domain/sessions');
  const { HOUSE_BOTS } = await import('@/lib/core/house-bots');
  const { ALL_GAMES } = await import('@/lib/games');
  const { readLeaderboard, readOverallRanking, readRatingsWithHistory } = await import('@/lib/domain/ratings');
  const { findPublicProfiles } = await import('@/lib/domain/profiles');
  await startBus();
  const player = await newPlayer();
  const { rows } = await pool().query<Sample>(
    `SELECT m.id, m.agent, m.owner, a.display_name AS name
       FROM (SELECT id, agent, (SELECT o.id FROM owners o JOIN agents x ON x.owner_id = o.id OFFSET m.n % 20 LIMIT 1) AS owner FROM made m
              WHERE n IN (SELECT 1 + (random() * ((SELECT max(n) FROM made) - 1))::int FROM generate_series(1, ${SAMPLES}))) m
       JOIN agents a ON a.id = m.agent`,
  );
  const cursor = `01J${String(NOTICES_OF_AGENT - 5).padStart(23, '0')}`;
  const [bot] = HOUSE_BOTS;
  const work: Record<Kind, (row: Sample) => Promise<unknown>> = {
    replay: ({ id }) => readEvents({ stream: `match:${id}`, after: null, audiences: ['public'] }),
    wait: ({ agent }) =>
      waitOnStream({
        agent: { agentId: agent, scopes: new Set() },
        stream: 'me',
        after: cursor,
        timeoutMs: 25_000,
      }),
    match: () => playMatch(player),
    archive: ({ id }) => listArchive({}, { before: id, limit: PAGE }),
    agent: ({ agent }) =>
      Promise.all([
        readRatingsWithHistory({ agentId: agent, limit: 100 }),
        listRecentMatches({ agentId: agent, limit: PAGE }),
        listLiveMatchesOf({ agentId: agent }, 4),
        readBestWin(agent),
      ]),
    leaderboard: () =>
      readLeaderboard({ experienceId: player.experienceId, pool: 'agent', rankedOnly: false, limit: 100 }),
    overall: () =>
      readOverallRanking({
        experienceIds: ALL_GAMES.map(({ id }) => firstPartyExperienceId(id)),
        pool: 'agent',
        limit: 100,
      }),
    names: () => findPublicProfiles({ name: 'gent', limit: PAGE }),
    game: () => listRecentMatches({ experienceId: firstPartyExperienceId('chess'), limit: PAGE }),
    bot: async () =>
      bot && Promise.all([readBotTable(ALL_GAMES.map((game) => game.id)), listRecentMatchesOfBot(bot, PAGE)]),
    player: ({ name }) => listArchive({ player: name, result: 'draw' }, { before: null, limit: PAGE }),
    words: () => readRecordedMatches(PAGE),
    calls: ({ owner }) => listActivity({ ownerId: owner, limit: PAGE }),
    sessions: ({ owner }) => listSessions({ ownerId: owner, limit: PAGE }),
    notices: ({ owner }) => listNotices({ ownerId: owner, limit: PAGE }),
    idle: () => endIdleSessions(),
    metrics: () => metricsText(),
  };
  let next = 0;
  const readBlocks = process.env.GROWTH_UNIT === 'blocks' ? countBlocks() : null;
  process.on('message', async (kind: Kind) => {
    const reads = kind === 'match' ? Math.ceil(READS / 5) : READS;
    const began = process.hrtime.bigint();
    for (let read = 0; read < reads; read++) {
      const row = rows[next++ % rows.length];
      if (row) await work[kind](row);
    }
    const microseconds = Number(process.hrtime.bigint() - began) / 1000 / reads;
    const statements = Object.fromEntries([...(readBlocks?.() ?? [])].map(([name, blocks]) => [name, blocks / reads]));
    process.send?.({ microseconds, statements } satisfies Cost);
  });
  process.send?.('ready');
}

/** What one read of a kind costs. */
interface Cost {
  microseconds: number;
  /** Blocks by the name of the statement; empty where they are not counted. */
  statements: Record<string, number>;
}

async function child(url: string, filled = ''): Promise<{ worker: ChildProcess; answer: unknown }> {
  const worker = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, DATABASE_URL: url, GROWTH_FILL: filled, QUOTAS: 'false', GROWTH_UNIT: String(unit) },
  });
  const ended = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`A process ended with ${code}.`)));
  ended.catch(() => null);
  const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [unknown];
  return { worker, answer };
}

const ask = async (of: ChildProcess, kind: Kind): Promise<Cost> => {
  of.send(kind);
  const [cost] = (await once(of, 'message')) as [Cost];
  return cost;
};

const microsecondsOf = async (of: ChildProcess, kind: Kind): Promise<number> => (await ask(of, kind)).microseconds;

async function filled(url: string, matches: number, months: number): Promise<string> {
  const began = performance.now();
  const { worker, answer } = await child(url, `${matches} ${months}`);
  worker.kill();
  const { events, matches: stored, mb } = answer as { events: number; matches: number; mb: number };
  console.log(
    `        ${stored} matches, ${events} events, ${mb} MB, made in ${figure((performance.now() - began) / 1000)} s`,
  );
  return Number(events).toLocaleString('en');
}

/** A statement is named when it reads so many blocks more. */
const NOTABLE_BLOCKS = 3;

/** Compares the blocks that the statements of a kind read, after a first round that fills the caches of the process. */
async function compareBlocks(kind: Kind, of: { url: string; large: string; sizes: string }): Promise<void> {
  const [few, many] = await Promise.all(
    [of.url, of.large].map(async (url) => {
      const { worker } = await child(url);
      await ask(worker, kind);
      const { statements } = await ask(worker, kind);
      worker.kill();
      return statements;
    }),
  );
  const sum = (statements: Cost['statements'] = {}) => Object.values(statements).reduce((all, one) => all + one, 0);
  report({
    benchmark: `${KINDS[kind]}, blocks, ${of.sizes}`,
    ratio: Math.max(1, sum(many)) / Math.max(1, sum(few)),
    budget: { atMost: 1.2 },
    ours: figure(sum(many)),
    reference: figure(sum(few)),
  });
  for (const [name, blocks] of Object.entries(many ?? {}))
    if (blocks > (few?.[name] ?? 0) + NOTABLE_BLOCKS)
      console.log(`          ${name}: ${figure(few?.[name] ?? 0)} → ${figure(blocks)}`);
}

async function compare(): Promise<void> {
  const database = await benchDatabase();
  const large = await database.another();
  const few = await filled(database.url, SMALL_MATCHES, 1);
  const many = await filled(large, SMALL_MATCHES * TIMES, TIMES);
  const kinds = Object.keys(KINDS) as Kind[];
  const sizes = `events ${few} → ${many}`;
  if (unit === 'blocks') {
    for (const kind of kinds) await compareBlocks(kind, { url: database.url, large, sizes });
    await database.stop();
    process.exit();
  }
  const samples = Object.fromEntries(kinds.map((kind) => [kind, { ours: [] as number[], reference: [] as number[] }]));
  for (let pair = 0; pair < PAIRS; pair++) {
    const [small, big] = [(await child(database.url)).worker, (await child(large)).worker];
    for (const kind of kinds) {
      const { ours, reference } = await interleave(
        ROUNDS,
        () => microsecondsOf(big, kind),
        () => microsecondsOf(small, kind),
      );
      samples[kind]?.ours.push(...ours);
      samples[kind]?.reference.push(...reference);
    }
    small.kill();
    big.kill();
  }
  for (const kind of kinds) {
    const [ours, reference] = [
      percentile(samples[kind]?.ours ?? [], FAST),
      percentile(samples[kind]?.reference ?? [], FAST),
    ];
    report({
      benchmark: `${KINDS[kind]}, ${sizes}`,
      ratio: ours / reference,
      budget: { atMost: 1.2 },
      ours: `${figure(ours)} µs`,
      reference: `${figure(reference)} µs`,
    });
  }
  await database.stop();
  process.exit();
}

const [matches = '', months = ''] = (process.env.GROWTH_FILL ?? '').split(' ');
if (matches !== '') await fill(Number(matches), Number(months));
else if (process.send) await measureOnDemand();
else await compare();
