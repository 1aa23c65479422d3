/**
 * What does the gateway cost on the way to a remote experience? session.step over MCP for 8 agents, every step stored,
 * and the time that it adds at one connection. Reference: @civic/passthrough-mcp-server in front of the same
 * experience, which stores nothing. Budget: 1.2 times its calls per second, and no more added time.
 */
import { startBuilt } from './harness/built';
import { type CallingClient, measureCalls } from './harness/calls';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { openMcpSession, toolCall } from './harness/mcp-session';
import { figure, median, report } from './harness/report';
import { sized } from './harness/size';

const AGENTS = 8;
/** Long enough that all processes run compiled code. */
const WARM_UP_SECONDS = sized(12, 0.1);
const ROUNDS = sized(5, 1);

const STEP = { experience_agent_id: 'bench', action: { move: 'left' } };

const database = await benchDatabase();
const experience = await startBuilt<{ url: string }>('bench/reference/experience.ts');
const target = { TARGET: experience.ready.url };
const passthrough = await startBuilt<{ url: string }>('bench/reference/passthrough.ts', {
  variables: { NODE_ENV: 'production', NODE_NO_WARNINGS: '1', LOG_LEVEL: 'error', ...target },
});
const product = await startBuilt<{ url: string; apiKeys: string[]; experienceId: string }>('bench/serve-remote.ts', {
  variables: { ...productVariables(database.url), ...target, PLAYERS: String(AGENTS) },
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});

/** An agent in a session with the experience. */
async function openAgent(apiKey: string): Promise<CallingClient> {
  const url = `${product.ready.url}/mcp`;
  const headers = await openMcpSession(url, { authorization: `Bearer ${apiKey}` });
  const body = toolCall('session.create', { experience_id: product.ready.experienceId });
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { result } = (await answer.json()) as { result: { structuredContent: { session_id: string } } };
  const { session_id } = result.structuredContent;
  return { url, headers, body: toolCall('session.step', { session_id, action: STEP.action }) };
}

/** A client that calls the experience's tool as the gateway would, straight or through the reference. */
async function openCaller(origin: string): Promise<CallingClient> {
  const url = `${origin}/mcp`;
  return { url, headers: await openMcpSession(url), body: toolCall('session.step', { session_id: 'bench', ...STEP }) };
}

const times = (count: number) => Array.from({ length: count });
const ours = await Promise.all(product.ready.apiKeys.map(openAgent));
const theirs = await Promise.all(times(AGENTS).map(() => openCaller(passthrough.ready.url)));
const straight = await openCaller(experience.ready.url);

const rates = { ours: [] as number[], theirs: [] as number[] };
const added = { ours: [] as number[], theirs: [] as number[] };
await measureCalls(theirs, WARM_UP_SECONDS);
await measureCalls(ours, WARM_UP_SECONDS);
for (let round = 0; round < ROUNDS; round++) {
  const throughput = { theirs: await measureCalls(theirs), ours: await measureCalls(ours) };
  const alone = {
    straight: await measureCalls([straight]),
    theirs: await measureCalls(theirs.slice(0, 1)),
    ours: await measureCalls(ours.slice(0, 1)),
  };
  rates.ours.push(throughput.ours.perSecond);
  rates.theirs.push(throughput.theirs.perSecond);
  added.ours.push(alone.ours.medianMs - alone.straight.medianMs);
  added.theirs.push(alone.theirs.medianMs - alone.straight.medianMs);
}

const ratios = (mine: number[], other: number[]) => mine.map((value, index) => value / (other[index] as number));
report({
  benchmark: `session.step on a remote experience, ${AGENTS} agents, durable`,
  ratio: median(ratios(rates.ours, rates.theirs)),
  budget: { atLeast: 1.2 },
  ours: `${figure(median(rates.ours))} steps/s`,
  reference: `${figure(median(rates.theirs))} calls/s`,
});
report({
  benchmark: 'time added to a remote session.step at one connection',
  ratio: median(ratios(added.ours, added.theirs)),
  budget: { atMost: 1 },
  ours: `${figure(median(added.ours))} ms`,
  reference: `${figure(median(added.theirs))} ms`,
});
await Promise.all([product.stop(), passthrough.stop(), experience.stop()]);
await database.stop();
process.exit();
