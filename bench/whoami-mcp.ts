/**
 * How many calls of auth.whoami does /mcp answer, with a real API key on 16 connections?
 * Reference: the official SDK (v1) on node:http with an echo tool and JSON answers, no credentials, no database.
 * Then the processor time of the same with a token of an app that signed in by OAuth; reference: the key.
 */

import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { callsPerSecond } from './harness/load';
import { openMcpSession, toolCall } from './harness/mcp-session';
import { readUsage } from './harness/process-usage';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';

const CONNECTIONS = 16;
const SECONDS = sized(3, 0.3);
const ROUNDS = sized(5, 1);
/** Processor times of one process differ by some per cent from second to second: many short rounds instead of few long ones. */
const TOKEN_SECONDS = sized(1, 0.3);
const TOKEN_ROUNDS = sized(24, 1);

const database = await benchDatabase();
const ours = await startBuilt<{ url: string; apiKey: string; agentId: string; accessToken: string; usageUrl: string }>(
  'bench/serve-transports.ts',
  {
    variables: productVariables(database.url),
    flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
  },
);
const reference = await startBuilt<{ url: string }>('bench/reference/mcp-echo.ts', {
  variables: { NODE_ENV: 'production' },
});

async function load(
  url: string,
  credentials: Record<string, string>,
  body: string,
  expect: string,
  seconds = SECONDS,
): Promise<() => Promise<number>> {
  const headers = await openMcpSession(url, credentials);
  return () => callsPerSecond({ url, method: 'POST', headers, body, connections: CONNECTIONS, seconds, expect });
}

const { url, apiKey, agentId, accessToken, usageUrl } = ours.ready;
const measured = await interleave(
  ROUNDS,
  await load(`${url}/mcp`, { authorization: `Bearer ${apiKey}` }, toolCall('auth.whoami', {}), agentId),
  await load(`${reference.ready.url}/mcp`, {}, toolCall('echo', { text: 'hello' }), 'hello'),
);
report({
  benchmark: 'auth.whoami over MCP against a bare SDK server',
  ratio: measured.ratio,
  budget: { atLeast: 2.5 },
  ours: `${figure(median(measured.ours))} calls/s`,
  reference: `${figure(median(measured.reference))} calls/s`,
});

/** Calls per second of the server's processor time, which other load on the machine changes least. */
async function perProcessorSecond(credential: string): Promise<() => Promise<number>> {
  const authorization = `Bearer ${credential}`;
  const calls = await load(`${url}/mcp`, { authorization }, toolCall('auth.whoami', {}), agentId, TOKEN_SECONDS);
  return async () => {
    const before = await readUsage(usageUrl);
    const count = (await calls()) * TOKEN_SECONDS;
    return count / (((await readUsage(usageUrl)).cpuUs - before.cpuUs) / 1e6);
  };
}
const byToken = await interleave(TOKEN_ROUNDS, await perProcessorSecond(accessToken), await perProcessorSecond(apiKey));
report({
  benchmark: 'auth.whoami over MCP with an OAuth token against an API key',
  ratio: byToken.ratio,
  budget: { atLeast: 0.95 },
  ours: `${figure(median(byToken.ours))} calls a processor second`,
  reference: `${figure(median(byToken.reference))}`,
});
await ours.stop();
await reference.stop();
await database.stop();
