/**
 * What do two connections that send the worst bodies cost another caller? For each door: the 99th percentile of
 * `GET /api/whoami` of another process, quiet and under attack. Goal: at most 3 times the quiet one.
 * `--seconds 30` for the full run; 5 by default. `--only relay` runs the doors whose name contains the word.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { openMcpSession } from './harness/mcp-session';
import { figure, percentile, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: sized('5', '0.1') }, only: { type: 'string', default: '' } },
});
const seconds = Number(values.seconds);
/** Bodies of an agent are refused by the budget of its key after a while; the attack begins with a full budget. */
const PAUSE_MS = sized(500, 20);
/** The attack lasts longer than the calls that are timed beside it. */
const EXTRA_SECONDS = sized(1, 0.1);

/** What one attack sends; the worker makes the bodies. */
interface Attack {
  name: string;
  kind: 'http' | 'ws' | 'io';
  url: string;
  paths?: readonly string[];
  headers?: Record<string, string>;
  contentTypes?: readonly string[];
  /** Stands around each body. */
  around?: readonly [string, string];
}

const database = await benchDatabase();
const product = await startBuilt<Record<'url' | 'leagueUrl' | 'apiKey' | 'agentId' | 'attackerKey', string>>(
  'bench/serve-hostile-bodies.ts',
  {
    variables: productVariables(database.url),
    flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
  },
);
const { url, leagueUrl, apiKey, agentId, attackerKey } = product.ready;
const key = { authorization: `Bearer ${attackerKey}` };
const accept = { accept: 'application/json, text/event-stream' };
const call = (tool: string) =>
  [`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":`, '}}'] as const;
const session = { ...accept, ...(await openMcpSession(`${url}/mcp`, key)) };

const ATTACKS: Attack[] = [
  { name: 'MCP, anonymous', kind: 'http', url, paths: ['/mcp', '/mcp/gateway', '/mcp/werewolf'], headers: accept },
  { name: 'REST tools, anonymous', kind: 'http', url, paths: ['/api/tools/auth.whoami', '/api/tools/memory.set'] },
  { name: 'registration, anonymous', kind: 'http', url, paths: ['/api/owners', '/api/agents', '/api/play/solo'] },
  {
    name: 'owners and administrators, anonymous',
    kind: 'http',
    url,
    paths: ['/api/console/agents', '/api/token', '/v1/reports'],
  },
  {
    name: 'league at /mcp, anonymous',
    kind: 'http',
    url,
    paths: ['/mcp/league', '/mcp/referee'],
    around: call('register_player'),
  },
  { name: 'league port, anonymous', kind: 'http', url: leagueUrl, paths: ['/mcp'], around: call('register_player') },
  { name: 'next-auth and uploads, anonymous', kind: 'http', url, paths: ['/api/auth/callback/password', '/console'] },
  {
    name: 'sockets by polling, anonymous',
    kind: 'http',
    url,
    paths: ['/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4&transport=polling&sid=x', '/agent/ws'],
  },
  { name: 'relay over WebSocket, anonymous', kind: 'ws', url },
  { name: 'relay over Socket.IO, anonymous', kind: 'io', url, paths: ['/relay'] },
  { name: 'watch over Socket.IO, anonymous', kind: 'io', url, paths: ['/watch'] },
  {
    name: 'REST tools, agent',
    kind: 'http',
    url,
    paths: ['/api/tools/auth.whoami', '/api/tools/memory.set'],
    headers: key,
  },
  { name: 'MCP auth.whoami, agent', kind: 'http', url, paths: ['/mcp'], headers: session, around: call('auth.whoami') },
  { name: 'MCP memory.set, agent', kind: 'http', url, paths: ['/mcp'], headers: session, around: call('memory.set') },
  {
    name: 'league at /mcp, agent',
    kind: 'http',
    url,
    paths: ['/mcp/league'],
    headers: key,
    around: call('register_player'),
  },
];

/** Runs a program of the harness with its orders; it answers once. */
async function work<T>(program: string, orders: object): Promise<T> {
  const child = forkWorker(program);
  child.send(orders);
  const [answer] = (await once(child, 'message')) as [T & { error?: string }];
  child.disconnect();
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/** Milliseconds of processor time that the product has used; 0 where the system does not say. */
function processorMs(): number {
  const file = `/proc/${product.child.pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Times of whoami in ms, of a caller that pauses between its calls. */
async function probe(): Promise<number[]> {
  const orders = { url, headers: { authorization: `Bearer ${apiKey}` }, expect: agentId, seconds };
  return (await work<{ times: number[] }>('prober-worker.mjs', orders)).times;
}

await probe();
/** The short pass tries one attack of each kind. */
const chosen = sized(ATTACKS, [...new Map(ATTACKS.map((attack) => [attack.kind, attack])).values()]);
for (const attack of chosen.filter(({ name }) => name.includes(values.only))) {
  const quiet = percentile(await probe(), 0.99);
  const usedMs = processorMs();
  const attacking = work<{ answers: Record<string, number> }>('bodies-worker.mjs', {
    ...attack,
    seconds: seconds + EXTRA_SECONDS,
  });
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const attacked = percentile(await probe(), 0.99);
  const { answers } = await attacking;
  const load = (processorMs() - usedMs) / (10 * (seconds + EXTRA_SECONDS));
  const sent = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  report({
    benchmark: `whoami beside ${attack.name}`,
    ratio: attacked / quiet,
    budget: { atMost: 3 },
    ours: `p99 ${figure(attacked)} ms with ${figure(load)} % of a processor (${sent.join(', ') || 'nothing was answered'})`,
    reference: `quiet p99 ${figure(quiet)} ms`,
  });
}
await product.stop();
await database.stop();
process.exit();
