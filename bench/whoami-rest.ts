/**
 * How many GET /api/whoami does the direct lane answer, with a real API key on 16 connections?
 * Reference: a route handler with a constant JSON answer in a Next app under `next start`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { callsPerSecond } from './harness/load';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';

const CONNECTIONS = 16;
const SECONDS = sized(3, 0.3);
const ROUNDS = sized(5, 1);
const APP = 'bench/reference/next-app';

if (!existsSync(`${APP}/.next/BUILD_ID`)) execFileSync('npx', ['next', 'build', APP], { stdio: 'ignore' });
const database = await benchDatabase();
const ours = await startBuilt<{ url: string; apiKey: string; agentId: string }>('bench/serve-transports.ts', {
  variables: productVariables(database.url),
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});
const reference = await startBuilt<{ url: string }>('bench/reference/next-start.ts', {
  variables: { NODE_ENV: 'production' },
  args: [APP],
});

const { url, apiKey, agentId } = ours.ready;
const common = { connections: CONNECTIONS, seconds: SECONDS };
const measured = await interleave(
  ROUNDS,
  () =>
    callsPerSecond({
      ...common,
      url: `${url}/api/whoami`,
      headers: { authorization: `Bearer ${apiKey}` },
      expect: agentId,
    }),
  () => callsPerSecond({ ...common, url: `${reference.ready.url}/constant`, expect: 'constant' }),
);
report({
  benchmark: 'GET /api/whoami against a constant Next route',
  ratio: measured.ratio,
  budget: { atLeast: 3 },
  ours: `${figure(median(measured.ours))} calls/s`,
  reference: `${figure(median(measured.reference))} calls/s`,
});
await ours.stop();
await reference.stop();
await database.stop();
