/**
 * The process that bench/league.ts measures: a referee with its ticker, and beside it the bare loop of undici calls that sends
 * the messages of the league that was played last. Prints its address; answers one request at a time.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { leagueStream } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';
import * as leagues from '@/lib/domain/leagues';
import { onStream, startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { countStatements } from '@/lib/testing/statements';
import { startTicker, stopTicker } from '@/server/ticker';
import { median } from './harness/report';

const { PLAYERS_URL = '' } = process.env;
/** Connections of the bare loop, as many as the referee may use for an origin. */
const CONNECTIONS = 256;
const READS = 300;
const WARM_UP = 50;

await startBus();
await seedFirstParty();
const { caller } = await agentFixture();

async function openLeague(size: number): Promise<string> {
  const { league_id: leagueId } = await leagues.createLeague({ agent: caller, name: 'Bench' });
  for (let number = 1; number <= size; number++) {
    const player = { displayName: `Player ${number}`, version: '1.0.0', gameTypes: ['even_odd'] };
    const endpoint = `${PLAYERS_URL}/p/${number}`;
    const answer = await leagues.registerPlayer({ caller, leagueId, ...player, endpoint });
    if (answer.status !== 'ACCEPTED') throw new Error(answer.reason);
  }
  return leagueId;
}

/** Seconds from the start of a league. */
interface Seconds {
  /** To its end: every player has every message, every result is stored. */
  seconds: number;
  /** To its last signed transcript. */
  signedSeconds: number;
}

async function playLeague(leagueId: string): Promise<Seconds> {
  const startedMs = performance.now();
  const secondsSince = () => (performance.now() - startedMs) / 1000;
  let stop = () => {};
  const ended = new Promise<void>((resolve) => {
    stop = onStream(leagueStream(leagueId), (events) => {
      if (events.some(({ type }) => type === 'league_completed')) resolve();
    });
  });
  await leagues.startLeague({ agent: caller, leagueId });
  await ended;
  stop();
  await leagues.refereeIdle();
  const seconds = secondsSince();
  while (await lacksTranscript(leagueId)) await pause(10);
  return { seconds, signedSeconds: secondsSince() };
}

async function lacksTranscript(leagueId: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `SELECT 1 FROM leagues l JOIN league_fixtures f ON f.league_uid = l.id AND f.status = 'completed'
     LEFT JOIN league_transcripts t ON t.fixture_id = f.id WHERE l.league_id = $1 AND t.fixture_id IS NULL LIMIT 1`,
    [leagueId],
  );
  return rowCount !== 0;
}

interface Sent {
  player: number;
  message: unknown;
}

/** The messages of the matches of a league, by player, as its transcripts have them. */
async function readMessages(leagueId: string): Promise<Sent[][]> {
  const transcripts = await leagues.readTranscripts({ leagueId });
  return transcripts.map(({ transcript }) =>
    (transcript.exchanges as { player_id: string; message: unknown }[]).map(({ player_id, message }) => ({
      player: Number(player_id.slice(1)),
      message,
    })),
  );
}

/** Seconds that the same messages take without a referee: the two players of a match at the same time, as the referee does. */
async function playBare(matches: readonly Sent[][], matchesAtOnce: number): Promise<number> {
  const connections = new Pool(PLAYERS_URL, { connections: CONNECTIONS });
  const startedMs = performance.now();
  const queue = [...matches];
  const playNext = async (): Promise<void> => {
    for (let match = queue.shift(); match; match = queue.shift()) {
      const sent = match;
      const numbers = [...new Set(sent.map(({ player }) => player))];
      const sendTo = (number: number) => sendAll(connections, number, sent);
      await Promise.all(numbers.map(sendTo));
    }
  };
  await Promise.all(Array.from({ length: matchesAtOnce }, playNext));
  const seconds = (performance.now() - startedMs) / 1000;
  await connections.close();
  return seconds;
}

async function sendAll(connections: Pool, number: number, match: readonly Sent[]): Promise<void> {
  for (const [index, sent] of match.entries()) {
    if (sent.player === number) await send(connections, index, sent);
  }
}

async function sendInOrder(connections: Pool, match: readonly Sent[]): Promise<void> {
  for (const [index, sent] of match.entries()) await send(connections, index, sent);
}

async function send(connections: Pool, index: number, { player, message }: Sent): Promise<void> {
  const { body } = await connections.request({
    path: `/p/${player}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: String(index), method: 'protocol/message', params: { message } }),
  });
  await body.json();
}

/** Microseconds of reads, the median of many of each. They take turns, so that other load affects all of them. */
async function timeReads(reads: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const samples = reads.map((): number[] => []);
  for (let n = -WARM_UP; n < READS; n++) {
    for (const [index, read] of reads.entries()) {
      const startedMs = performance.now();
      await read();
      if (n >= 0) samples[index]?.push((performance.now() - startedMs) * 1000);
    }
  }
  return samples.map(median);
}

/** A league that has begun, with an agent that calls as its last player. */
async function beginLeague(players: number): Promise<{ leagueId: string; agentId: string }> {
  const { caller: puller } = await agentFixture();
  const leagueId = await openLeague(players - 1);
  const player = { displayName: 'Puller', version: '1.0.0', gameTypes: null, endpoint: '' };
  await leagues.registerPlayer({ caller: puller, leagueId, ...player });
  await leagues.startLeague({ agent: caller, leagueId });
  return { leagueId, agentId: puller.agentId };
}

/** Seconds of processor time that this process has used. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

let last: Sent[][] = [];

const operations: Record<string, (players: number) => Promise<object>> = {
  /** Plays a league; its round has half as many matches as players. */
  async play(players) {
    startTicker();
    const leagueId = await openLeague(players);
    let played: Seconds = { seconds: 0, signedSeconds: 0 };
    const before = processorSeconds();
    const statements = await countStatements(/^(leagues|matches|events|keys)\./, async () => {
      played = await playLeague(leagueId);
    });
    await stopTicker();
    const processor = processorSeconds() - before;
    last = await readMessages(leagueId);
    return { ...played, processor, messages: last.flat().length, statements };
  },
  async bare(players) {
    const before = processorSeconds();
    const seconds = await playBare(last, Math.floor(players / 2));
    return { seconds, processor: processorSeconds() - before };
  },
  /** The same calls, one after the other: the time of a loop that waits for each answer. */
  async sequential() {
    const connections = new Pool(PLAYERS_URL, { connections: 1 });
    const startedMs = performance.now();
    for (const match of last) await sendInOrder(connections, match);
    const seconds = (performance.now() - startedMs) / 1000;
    await connections.close();
    return { seconds };
  },
  /** Reads of a league of 10 players beside those of a larger one. */
  async read(players) {
    const begun = [await beginLeague(10), await beginLeague(players)];
    const standings = await timeReads(
      begun.map(
        ({ leagueId }) =>
          () =>
            leagues.readStandings({ leagueId }),
      ),
    );
    const state = await timeReads(
      begun.map(
        ({ agentId }) =>
          () =>
            leagues.readOwnStates(agentId),
      ),
    );
    return { standings, state };
  },
};

const server = http.createServer(async (request, response) => {
  const [, name = '', players = ''] = (request.url ?? '').split('/');
  response.end(JSON.stringify(await operations[name]?.(Number(players))));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
