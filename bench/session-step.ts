/**
 * How many moves a second do 16 agents make in a built-in game, every one committed with its events and its step?
 * Reference: the official SDK (v1) on node:http with an echo tool, which stores nothing. Budget: 0.5 times its calls.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@/lib/transport/testing/start-process';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { callsPerSecond } from './harness/load';
import { openMcpSession } from './harness/mcp-session';
import { figure, interleave, median, report } from './harness/report';

const AGENTS = 16;
const SECONDS = 3;
const ROUNDS = 5;

const database = await benchDatabase();
const ours = await startProcess<{ url: string; apiKeys: string[]; experienceId: string }>('bench/serve-players.ts', {
  variables: { ...productVariables(database.url), EXHIBITION: 'false', PLAYERS: String(AGENTS) },
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});
const reference = await startProcess<{ url: string }>('bench/reference/mcp-echo.ts', {
  variables: { NODE_ENV: 'production' },
});

const { url, apiKeys, experienceId } = ours.ready;
const players = await Promise.all(
  apiKeys.map(async (key) => ({ headers: await openMcpSession(`${url}/mcp`, { authorization: `Bearer ${key}` }) })),
);

async function play(): Promise<number> {
  const child = fork(fileURLToPath(new URL('./harness/players-worker.mjs', import.meta.url)), { execArgv: [] });
  child.send({ url: `${url}/mcp`, experienceId, seconds: SECONDS, players });
  const [answer] = (await once(child, 'message')) as [{ perSecond?: number; error?: string }];
  child.disconnect();
  if (answer.perSecond === undefined) throw new Error(answer.error);
  return answer.perSecond;
}

const echoHeaders = await openMcpSession(`${reference.ready.url}/mcp`);
const echo = () =>
  callsPerSecond({
    url: `${reference.ready.url}/mcp`,
    method: 'POST',
    headers: echoHeaders,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'hello' } },
    }),
    connections: AGENTS,
    seconds: SECONDS,
    expect: 'hello',
  });

const measured = await interleave(ROUNDS, play, echo);
report({
  benchmark: 'session.step on a built-in game, 16 agents, durable',
  ratio: measured.ratio,
  budget: { atLeast: 0.5 },
  ours: `${figure(median(measured.ours))} steps/s`,
  reference: `${figure(median(measured.reference))} calls/s`,
});
await ours.stop();
await reference.stop();
await database.stop();
process.exit();
