/**
 * How many MCP sessions open each second (initialize, initialized, tools/list), and how much memory does an open one use?
 * Ours: all tools, a real API key, a stored row. Reference: the official SDK (v1) on node:http with one tool, in memory.
 * The client is a process of its own that reads no list as JSON: it must have time left when the servers have none.
 */

import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { sessionsPerSecond } from './harness/load';
import { INITIALIZE, MCP_HEADERS, openMcpSession } from './harness/mcp-session';
import { readUsage } from './harness/process-usage';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';

const CONCURRENCY = 16;
const SECONDS = sized(3, 0.2);
const ROUNDS = sized(5, 1);
const SESSIONS_KEPT_OPEN = sized(2000, 32);
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

const database = await benchDatabase();
const flags = ['--expose-gc'];
const ours = await startBuilt<{ url: string; apiKey: string; usageUrl: string }>('bench/serve-transports.ts', {
  variables: productVariables(database.url),
  flags: [...flags, ...(process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [])],
});
const reference = await startBuilt<{ url: string; usageUrl: string }>('bench/reference/mcp-echo.ts', {
  variables: { NODE_ENV: 'production' },
  flags,
});

async function openAndList(url: string, credentials: Record<string, string>): Promise<void> {
  const headers = await openMcpSession(url, credentials);
  const answer = await fetch(url, { method: 'POST', headers, body: LIST });
  const { result } = (await answer.json()) as { result: { tools: unknown[] } };
  if (result.tools.length === 0) throw new Error(`No tools at ${url}.`);
}

const opening = (url: string, credentials: Record<string, string>) => () =>
  sessionsPerSecond({
    url,
    headers: { ...MCP_HEADERS, ...credentials },
    initialize: INITIALIZE,
    openers: CONCURRENCY,
    seconds: SECONDS,
  });

async function heapOf({ usageUrl }: { usageUrl: string }): Promise<number> {
  return (await readUsage(usageUrl)).heapBytes;
}

/** Kilobytes of heap for each of many sessions that stay open. */
async function heapPerSession(
  server: { url: string; usageUrl: string },
  credentials: Record<string, string>,
): Promise<number> {
  const before = await heapOf(server);
  for (let opened = 0; opened < SESSIONS_KEPT_OPEN; opened += CONCURRENCY) {
    await Promise.all(Array.from({ length: CONCURRENCY }, () => openAndList(`${server.url}/mcp`, credentials)));
  }
  return ((await heapOf(server)) - before) / 1024 / SESSIONS_KEPT_OPEN;
}

const credentials = { authorization: `Bearer ${ours.ready.apiKey}` };
const measured = await interleave(
  ROUNDS,
  opening(`${ours.ready.url}/mcp`, credentials),
  opening(`${reference.ready.url}/mcp`, {}),
);
report({
  benchmark: 'opening an MCP session with all tools against a bare SDK server with one',
  ratio: measured.ratio,
  budget: { atLeast: 1.2 },
  ours: `${figure(median(measured.ours))} sessions/s`,
  reference: `${figure(median(measured.reference))} sessions/s`,
});
const heldKiB = await heapPerSession(ours.ready, credentials);
report({
  benchmark: 'memory of an open MCP session, of 60 KiB',
  ratio: heldKiB / 60,
  budget: { atMost: 1 },
  ours: `${figure(heldKiB)} KiB`,
  reference: `${figure(await heapPerSession(reference.ready, {}))} KiB with the bare SDK and one tool`,
});
await ours.stop();
await reference.stop();
await database.stop();
