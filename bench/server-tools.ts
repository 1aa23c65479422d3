/**
 * What does the gateway cost on the way to the own tools of an MCP server? session.step on a discovered server and
 * proxy.call over MCP for 8 agents each, every call stored. Reference: @civic/passthrough-mcp-server in front of the same
 * server, which stores nothing. Budget: 1.2 times its calls per second.
 */
import { startBuilt } from './harness/built';
import { type CallingClient, measureCalls } from './harness/calls';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { openMcpSession, toolCall } from './harness/mcp-session';
import { figure, interleaveAll, median, report } from './harness/report';
import { sized } from './harness/size';

const AGENTS = 8;
/** Long enough that all processes run compiled code. */
const WARM_UP_SECONDS = sized(10, 0.1);
const ROUNDS = sized(5, 1);
/** A tool of the server's own: the calls of the contract are refused. */
const TOOL = 'guess';
const ARGUMENTS = { game: 'bench', player: 'bench', move: { to: 'left' } };

const database = await benchDatabase();
const experience = await startBuilt<{ url: string }>('bench/reference/experience.ts');
const target = { TARGET: experience.ready.url };
const passthrough = await startBuilt<{ url: string }>('bench/reference/passthrough.ts', {
  variables: { NODE_ENV: 'production', NODE_NO_WARNINGS: '1', LOG_LEVEL: 'error', ...target },
});
const product = await startBuilt<{ url: string; apiKeys: string[]; discoveredId: string; proxyId: string }>(
  'bench/serve-remote.ts',
  {
    variables: { ...productVariables(database.url), ...target, PLAYERS: String(2 * AGENTS) },
    flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
  },
);
const { apiKeys, discoveredId, proxyId } = product.ready;
const productUrl = `${product.ready.url}/mcp`;
const connect = (apiKey: string) => openMcpSession(productUrl, { authorization: `Bearer ${apiKey}` });

/** An agent in a session with the discovered server. */
async function openPlayer(apiKey: string): Promise<CallingClient> {
  const headers = await connect(apiKey);
  const body = toolCall('session.create', { experience_id: discoveredId });
  const answer = await fetch(productUrl, { method: 'POST', headers, body });
  const { result } = (await answer.json()) as { result: { structuredContent: { session_id: string } } };
  const { session_id } = result.structuredContent;
  return {
    url: productUrl,
    headers,
    body: toolCall('session.step', { session_id, action: { tool: TOOL, args: ARGUMENTS } }),
  };
}

/** An agent that calls the server in proxy mode. */
async function openProxyCaller(apiKey: string): Promise<CallingClient> {
  const call = { experience_id: proxyId, tool_name: TOOL, arguments: ARGUMENTS };
  return { url: productUrl, headers: await connect(apiKey), body: toolCall('proxy.call', call) };
}

/** A client of the reference, with a session of its own as every agent has. */
async function openReferenceCaller(): Promise<CallingClient> {
  const url = `${passthrough.ready.url}/mcp`;
  return { url, headers: await openMcpSession(url), body: toolCall(TOOL, ARGUMENTS) };
}

const players = await Promise.all(apiKeys.slice(0, AGENTS).map(openPlayer));
const proxyCallers = await Promise.all(apiKeys.slice(AGENTS).map(openProxyCaller));
const references = await Promise.all(Array.from({ length: AGENTS }, openReferenceCaller));
const rateOf = (clients: readonly CallingClient[]) => async () => (await measureCalls(clients)).perSecond;
for (const clients of [references, players, proxyCallers]) await measureCalls(clients, WARM_UP_SECONDS);

for (const [name, clients] of [
  [`session.step on a discovered MCP server, ${AGENTS} agents, durable`, players],
  [`proxy.call, ${AGENTS} agents, durable`, proxyCallers],
] as const) {
  const [measured] = await interleaveAll(ROUNDS, rateOf(clients), [rateOf(references)]);
  if (!measured) throw new Error('Nothing was measured.');
  report({
    benchmark: name,
    ratio: measured.ratio,
    budget: { atLeast: 1.2 },
    ours: `${figure(median(measured.ours))} calls/s`,
    reference: `${figure(median(measured.reference))} calls/s`,
  });
}
await Promise.all([product.stop(), passthrough.stop(), experience.stop()]);
await database.stop();
process.exit();
