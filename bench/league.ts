/**
 * How long does a round robin of 50 push players take: 1,225 matches of even and odd, each with its messages, commitments,
 * results and signed transcript, on a database that flushes?
 * Reference: the same messages, with their bodies and their number, to the same processes of players by a bare loop of undici
 * calls, as many matches at a time as in a round of the league, both players of a match at the same time as the referee calls
 * them. It stores nothing and is not held up by anything: its players do not wait for each other's moves, and its matches do
 * not wait for the end of a round. Both run in the same process, bundled as the product is. Budget: at most 3 times its time.
 * Second: get_my_state and the standings with 100 players against 10; budget: 1.5 times. `--players 20`: a shorter run.
 */
import { parseArgs } from 'node:util';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { figure, report } from './harness/report';
import { sized } from './harness/size';

const { values: options } = parseArgs({ options: { players: { type: 'string', default: sized('50', '4') } } });
const ROUNDS = sized(3, 1);
const MANY_PLAYERS = sized(100, 12);
const PLAYERS = Number(options.players);

const database = await benchDatabase();
const players = await startBuilt<{ url: string }>('bench/reference/league-players.ts', {
  variables: { NODE_ENV: 'production', PLAYERS: String(PLAYERS) },
});
const referee = await startBuilt<{ url: string }>('bench/serve-league.ts', {
  variables: { ...productVariables(database.url), EXHIBITION: 'false', PLAYERS_URL: players.ready.url },
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});

/** Runs an operation of the referee's process. */
async function run<T>(operation: string, size: number): Promise<T> {
  const answer = await fetch(`${referee.ready.url}/${operation}/${size}`);
  return (await answer.json()) as T;
}

interface Played {
  seconds: number;
  /** Seconds to the last signed transcript, of our league. */
  signedSeconds?: number;
  /** Seconds of processor time of the referee's process. */
  processor: number;
  messages: number;
  statements: number;
}

await run<Played>('play', Math.min(10, PLAYERS));
await run<Played>('bare', PLAYERS);
const ours: Played[] = [];
const bare: Played[] = [];
for (let round = 0; round < ROUNDS; round++) {
  ours.push(await run<Played>('play', PLAYERS));
  bare.push(await run<Played>('bare', PLAYERS));
}
const { seconds: oneAtATime } = await run<{ seconds: number }>('sequential', PLAYERS);
const least = (of: readonly Played[], what: 'seconds' | 'signedSeconds' | 'processor') =>
  Math.min(...of.map((one) => one[what] ?? 0));
const matches = (PLAYERS * (PLAYERS - 1)) / 2;
const { messages = 0, statements = 0 } = ours.at(-1) ?? {};
report({
  benchmark: `league: ${figure(matches)} matches of ${PLAYERS} push players`,
  ratio: least(ours, 'seconds') / least(bare, 'seconds'),
  budget: { atMost: 3 },
  ours:
    `${figure(least(ours, 'seconds'))} s to the end, ${figure(least(ours, 'signedSeconds'))} s to the last signed transcript, ` +
    `${figure(least(ours, 'processor'))} s of processor time, ${figure(messages)} messages, ` +
    `${figure(statements / matches)} statements a match`,
  reference:
    `${figure(least(bare, 'seconds'))} s by a bare loop of undici, ` +
    `${figure(least(bare, 'processor'))} s of processor time`,
});
report({
  benchmark: `league: ${figure(matches)} matches beside a loop that makes one call at a time`,
  ratio: least(ours, 'seconds') / oneAtATime,
  budget: { atMost: 2 },
  ours: `${figure(least(ours, 'seconds'))} s`,
  reference: `${figure(oneAtATime)} s`,
});

/** Of 10 and of 100 players. */
const reads = await run<Record<'standings' | 'state', [few: number, many: number]>>('read', MANY_PLAYERS);
for (const what of ['standings', 'state'] as const) {
  const [few, many] = reads[what];
  report({
    benchmark: `league: ${what === 'state' ? 'get_my_state' : 'standings'} with 100 players`,
    ratio: many / few,
    budget: { atMost: 1.5 },
    ours: `${figure(many)} µs with 100 players`,
    reference: `${figure(few)} µs with 10`,
  });
}

await referee.stop();
await players.stop();
await database.stop();
process.exit();
