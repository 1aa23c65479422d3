/**
 * How many moves a second do 16 agents make in a built-in game, each committed with its events, its step and a new
 * idempotency key?
 * Reference: the official SDK (v1) on node:http with an echo tool, which stores nothing, without sessions (about 600 µs
 * of processor time a call, a server for each). Budget: 0.5 times its calls. Printed without a budget: the same tool where
 * sessions and their servers stay in memory, at less than half of that time. See bench/README.md.
 */
import { once } from 'node:events';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { callsPerSecond } from './harness/load';
import { MCP_HEADERS, openMcpSession, toolCall } from './harness/mcp-session';
import { figure, type Interleaved, interleaveAll, median, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const AGENTS = 16;
const SECONDS = sized(3, 0.3);
/** Long enough that all processes run compiled code. */
const WARM_UP_SECONDS = sized(10, 0.1);
const ROUNDS = sized(5, 1);

const database = await benchDatabase();
const ours = await startBuilt<{ url: string; apiKeys: string[] }>('bench/serve-players.ts', {
  variables: { ...productVariables(database.url), EXHIBITION: 'false', PLAYERS: String(2 * AGENTS) },
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});
const startEcho = (file: string) =>
  startBuilt<{ url: string }>(`bench/reference/${file}`, { variables: { NODE_ENV: 'production' } });
const stateless = await startEcho('mcp-echo-stateless.ts');
const inSessions = await startEcho('mcp-echo.ts');

const { url, apiKeys } = ours.ready;
const agents = await Promise.all(
  apiKeys.map(async (key) => ({ headers: await openMcpSession(`${url}/mcp`, { authorization: `Bearer ${key}` }) })),
);

/** The smallest game, whose sessions are short, and one of secret moves with a longer match. An agent plays one of them. */
const GAMES = [
  { id: 'tic_tac_toe', options: {}, players: agents.slice(0, AGENTS) },
  { id: 'even_odd', options: { rounds_to_win: 10, max_rounds: 19 }, players: agents.slice(AGENTS) },
] as const;

async function play({ id, options, players }: (typeof GAMES)[number], seconds = SECONDS): Promise<number> {
  const child = forkWorker('players-worker.mjs');
  const initialAction = { type: 'options', opponent: 'easy', options };
  child.send({ url: `${url}/mcp`, experienceId: firstPartyExperienceId(id), initialAction, seconds, players });
  const [answer] = (await once(child, 'message')) as [{ perSecond?: number; error?: string }];
  child.disconnect();
  if (answer.perSecond === undefined) throw new Error(answer.error);
  return answer.perSecond;
}

const echo =
  ({ url }: { url: string }, headers: Record<string, string>) =>
  () =>
    callsPerSecond({
      url: `${url}/mcp`,
      method: 'POST',
      headers,
      body: toolCall('echo', { text: 'hello' }),
      connections: AGENTS,
      seconds: SECONDS,
      expect: 'hello',
    });
const REFERENCES = [
  { name: 'a server for each call', budget: { atLeast: 0.5 }, calls: echo(stateless.ready, MCP_HEADERS) },
  {
    name: 'servers that stay in memory',
    budget: null,
    calls: echo(inSessions.ready, await openMcpSession(`${inSessions.ready.url}/mcp`)),
  },
];

for (const game of GAMES) await play(game, WARM_UP_SECONDS);
for (const game of GAMES) {
  const measured = await interleaveAll(
    ROUNDS,
    () => play(game),
    REFERENCES.map(({ calls }) => calls),
  );
  for (const [index, { name, budget }] of REFERENCES.entries()) {
    const { ratio, ours: steps, reference } = measured[index] as Interleaved;
    report({
      benchmark: `session.step on ${game.id}, ${AGENTS} agents, durable, against ${name}`,
      ratio,
      budget,
      ours: `${figure(median(steps))} steps/s`,
      reference: `${figure(median(reference))} calls/s`,
    });
  }
}
await ours.stop();
await stateless.stop();
await inSessions.stop();
await database.stop();
process.exit();
