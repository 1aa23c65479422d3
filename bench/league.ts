/**
 * How long does a round robin of 50 push players take: 1,225 matches of even and odd, each with its messages, commitments,
 * results and signed transcript, on a database that flushes?
 * Reference: the same messages, with their bodies and their number, to the same processes of players by a bare loop of undici
 * calls, 25 matches at a time as in a round of the league, both players of a match at the same time as the referee calls them.
 * It stores nothing and is not held up by anything: its players do not wait for each other's moves, and its matches do not
 * wait for the end of a round. Budget: at most 2 times its time. Second: get_my_state and the standings with 100 players against 10; budget: 1.5 times.
 */
import { Pool } from 'undici';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { figure, median, report } from './harness/report';

const PLAYERS = 50;
const MATCHES_AT_ONCE = 25;
const READS = 300;

const database = await benchDatabase();
Object.assign(process.env, productVariables(database.url), { EXHIBITION: 'false' });
const players = await startBuilt<{ url: string }>('bench/reference/league-players.ts', {
  variables: { NODE_ENV: 'production', PLAYERS: String(PLAYERS) },
});
const { closeDatabase, pool } = await import('@/lib/data/database');
const { onStream, startBus, stopBus } = await import('@/lib/events');
const { leagueStream } = await import('@/lib/core/stream');
const { seedFirstParty } = await import('@/lib/domain/catalog');
const leagues = await import('@/lib/domain/leagues');
const { agentFixture } = await import('@/lib/testing/fixtures');
const { startTicker, stopTicker } = await import('@/server/ticker');

await startBus();
await seedFirstParty();
const { caller } = await agentFixture();

const endpoint = (number: number) => `${players.ready.url}/p/${number}`;

async function openLeague(size: number): Promise<string> {
  const { league_id: leagueId } = await leagues.createLeague({ agent: caller, name: 'Bench' });
  for (let number = 1; number <= size; number++) {
    const player = { displayName: `Player ${number}`, version: '1.0.0', gameTypes: ['even_odd'] };
    const answer = await leagues.registerPlayer({ caller, leagueId, ...player, endpoint: endpoint(number) });
    if (answer.status !== 'ACCEPTED') throw new Error(answer.reason);
  }
  return leagueId;
}

/** Seconds from the start of a league to its end, with all transcripts stored. */
async function playLeague(leagueId: string): Promise<number> {
  const startedMs = performance.now();
  let stop = () => {};
  const ended = new Promise<void>((resolve) => {
    stop = onStream(leagueStream(leagueId), (events) => {
      if (events.some(({ type }) => type === 'league_completed')) resolve();
    });
  });
  await leagues.startLeague({ agent: caller, leagueId });
  await ended;
  stop();
  while (await lacksTranscript(leagueId)) await new Promise((resolve) => setTimeout(resolve, 5));
  return (performance.now() - startedMs) / 1000;
}

/** The last transcripts are signed while the league ends. */
async function lacksTranscript(leagueId: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `SELECT 1 FROM leagues l JOIN league_fixtures f ON f.league_uid = l.id AND f.status = 'completed'
     LEFT JOIN league_transcripts t ON t.fixture_id = f.id WHERE l.league_id = $1 AND t.fixture_id IS NULL LIMIT 1`,
    [leagueId],
  );
  return rowCount !== 0;
}

/** The messages of the matches of a league, by player, as its transcripts have them. */
async function readMessages(leagueId: string): Promise<{ player: number; message: unknown }[][]> {
  const transcripts = await leagues.readTranscripts({ leagueId });
  return transcripts.map(({ transcript }) =>
    (transcript.exchanges as { player_id: string; message: unknown }[]).map(({ player_id, message }) => ({
      player: Number(player_id.slice(1)),
      message,
    })),
  );
}

/** Seconds that the same messages take without a referee: the two players of a match at the same time, as the referee does. */
async function playBare(matches: { player: number; message: unknown }[][]): Promise<number> {
  const connections = new Pool(players.ready.url, { connections: 256 });
  const startedMs = performance.now();
  const queue = [...matches];
  const playNext = async (): Promise<void> => {
    for (let match = queue.shift(); match; match = queue.shift()) {
      const numbers = [...new Set(match.map(({ player }) => player))];
      await Promise.all(
        numbers.map((number) =>
          sendAll(
            connections,
            number,
            match.filter(({ player }) => player === number),
          ),
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: MATCHES_AT_ONCE }, playNext));
  const seconds = (performance.now() - startedMs) / 1000;
  await connections.close();
  return seconds;
}

async function sendAll(connections: Pool, number: number, messages: { message: unknown }[]): Promise<void> {
  for (const [index, { message }] of messages.entries()) {
    const { body } = await connections.request({
      path: `/p/${number}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: String(index), method: 'protocol/message', params: { message } }),
    });
    await body.json();
  }
}

startTicker();
await playLeague(await openLeague(10));
const leagueId = await openLeague(PLAYERS);
const seconds = await playLeague(leagueId);
const messages = await readMessages(leagueId);
await playBare(messages.slice(0, 200));
const bare = await playBare(messages);
const again = await playLeague(await openLeague(PLAYERS));
const bareAgain = await playBare(messages);
const [ours, reference] = [Math.min(seconds, again), Math.min(bare, bareAgain)];
const count = messages.flat().length;
report({
  benchmark: 'league: 1,225 matches of 50 push players',
  ratio: ours / reference,
  budget: { atMost: 2 },
  ours: `${figure(ours)} s, ${figure(count)} messages, each match signed`,
  reference: `${figure(reference)} s by a bare loop of undici`,
});

/** Microseconds of a read, the median of many. */
async function timeReads(read: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 50; n++) await read();
  const samples: number[] = [];
  for (let n = 0; n < READS; n++) {
    const startedMs = performance.now();
    await read();
    samples.push((performance.now() - startedMs) * 1000);
  }
  return median(samples);
}

await stopTicker();
const sizes = [10, 100];
const times: { standings: number; state: number }[] = [];
for (const size of sizes) {
  const { caller: puller } = await agentFixture();
  const id = await openLeague(size - 1);
  const player = { displayName: 'Puller', version: '1.0.0', gameTypes: null, endpoint: '' };
  await leagues.registerPlayer({ caller: puller, leagueId: id, ...player });
  await leagues.startLeague({ agent: caller, leagueId: id });
  times.push({
    standings: await timeReads(() => leagues.readStandings({ leagueId: id })),
    state: await timeReads(() => leagues.readOwnStates(puller.agentId)),
  });
}
for (const what of ['standings', 'state'] as const) {
  const [few = 0, many = 0] = times.map((time) => time[what]);
  report({
    benchmark: `league: ${what === 'state' ? 'get_my_state' : 'standings'} with 100 players`,
    ratio: many / few,
    budget: { atMost: 1.5 },
    ours: `${figure(many)} µs with 100 players`,
    reference: `${figure(few)} µs with 10`,
  });
}

await stopBus();
await closeDatabase();
await players.stop();
await database.stop();
process.exit();
