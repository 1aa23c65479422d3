/**
 * What does one owner with thirty agents, who uses all that it may, cost another owner? For each capability: the 99th
 * percentile of the other's `GET /api/whoami`, and the time of the other's own work, quiet and beside it. Goal: at most 3 and 2
 * times the quiet ones.
 * `--only webhooks` runs the capabilities whose name contains the word.
 */
import { once, setMaxListeners } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { INITIALIZE, MCP_HEADERS } from './harness/mcp-session';
import { figure, median, percentile, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
/** The 99th percentile of a few seconds varies by two times on a quiet machine: the median of as many counts. */
const PROBES = sized(3, 1);
const SECONDS = sized(2, 0.2);
const SAMPLES = sized(9, 1);
const AGENTS = sized(30, 3);
const BEGIN_MS = sized(1_500, 100);
const WARM_MOVES = sized(20, 1);
/** Work that does not end counts as this long. */
const GIVE_UP_MS = sized(30_000, 20_000);

interface Owner {
  ownerId: string;
  agents: { agentId: string; apiKey: string }[];
}
type Keyed = Owner['agents'][number];

const database = await benchDatabase();
const product = await startBuilt<{ url: string; controlUrl: string; attacker: Owner; other: Owner }>(
  'bench/serve-fairness.ts',
  {
    variables: {
      ...productVariables(database.url),
      QUOTAS: 'true',
      TRUST_PROXY: '1',
      ALLOW_PRIVATE_EXPERIENCE_HOSTS: '*',
    },
    flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
  },
);
const { url, controlUrl, attacker, other } = product.ready;
const [mine, friend, prober] = other.agents as [Keyed, Keyed, Keyed];
const hostile = attacker.agents.slice(0, AGENTS);
const dispatcher = new Agent({ connections: 2_000, headersTimeout: 0, bodyTimeout: 0 });
const ADDRESS = { attacker: '192.0.2.1', other: '192.0.2.2' };

/** A server that accepts every request and never answers, and one that notes when a webhook came. */
const silent = http.createServer(() => {});
let onHook = () => {};
const receiver = http.createServer((_request, response) => {
  response.end();
  onHook();
});
const addressOf = async (server: http.Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const [silentUrl, hookUrl] = [await addressOf(silent), await addressOf(receiver)];
/** An experience whose steps last as long as the agent says. */
const experience = await fakeExperience({
  transport: 'rest',
  says: {
    'session.step': async ({ action }) => {
      await pause((action as { ms?: number }).ms ?? 20);
      return { status: 'active' };
    },
  },
});

const discovered = await fakeExperience({ transport: 'mcp' });

async function control(orders: object): Promise<void> {
  await (await request(controlUrl, { method: 'POST', body: JSON.stringify(orders), dispatcher })).body.dump();
}

type Answer = Record<string, unknown> & { error?: { code: string; message: string } };

async function tool(agent: Keyed, name: string, input: object, signal?: AbortSignal): Promise<Answer> {
  const isHostile = hostile.includes(agent);
  const headers = {
    authorization: `Bearer ${agent.apiKey}`,
    'content-type': 'application/json',
    'x-forwarded-for': isHostile ? ADDRESS.attacker : ADDRESS.other,
  };
  const body = JSON.stringify(input);
  const { body: answer } = await request(`${url}/api/tools/${name}`, {
    method: 'POST',
    headers,
    body,
    dispatcher,
    signal,
  });
  return (await answer.json()) as Answer;
}

async function must(agent: Keyed, name: string, input: object): Promise<Answer> {
  const answer = await tool(agent, name, input);
  if (answer.error) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
  return answer;
}

async function page(path: string, from: keyof typeof ADDRESS, signal?: AbortSignal): Promise<void> {
  const answer = await request(url + path, { headers: { 'x-forwarded-for': ADDRESS[from] }, dispatcher, signal });
  await answer.body.dump();
}

/** Repeats calls on as many connections until the attack ends; a refused one waits as Retry-After says. */
function repeat(connections: number, stop: AbortSignal, call: (connection: number) => Promise<unknown>): void {
  for (let connection = 0; connection < connections; connection++) {
    void (async () => {
      while (!stop.aborted) {
        const answer = (await call(connection).catch(() => null)) as Answer | null;
        if (answer === null || answer?.error) await pause(50);
      }
    })();
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + GIVE_UP_MS;
  while (performance.now() < endMs && !(await isDone())) await pause(10);
}

const ME = { stream: 'me' };

const each = <T>(work: (agent: Keyed, index: number) => Promise<T>) => Promise.all(hostile.map(work));

/** What the attacker does, and a piece of the other owner's work. */
interface Capability {
  name: string;
  prepare?: () => Promise<void>;
  attack: (stop: AbortSignal) => Promise<void>;
  work: () => Promise<void>;
}

async function openSession(agent: Keyed, experience_id: string): Promise<string> {
  return String((await must(agent, 'session.create', { experience_id })).session_id);
}

const listed = async (search: string) => {
  const { experiences } = (await must(mine, 'experiences.list', { search, listed: false })) as unknown as {
    experiences: { id: string; name: string }[];
  };
  return experiences[0]?.id ?? '';
};

let published = '';
let chess = '';
const chessId = async () => (chess ||= await listed('chess'));
let lobbies = { attacker: '', other: '' };
let remoteSession = '';

async function verify(agent: Keyed): Promise<string> {
  const { id } = await must(agent, 'experience.register', { manifest: manifestFor(experience) });
  const status = async () => (await must(agent, 'experiences.get', { experience_id: id })).verification_status;
  await until(async () => (await status()) === 'verified');
  return String(id);
}

async function league(agent: Keyed, players: readonly Keyed[]): Promise<string> {
  const limits = { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: players.length > 0 ? 3_600 : 30 };
  const house_bots = players.length > 0 ? [] : ['easy', 'easy'];
  const { league_id } = await must(agent, 'league.create', { name: 'Bench', house_bots, ...limits });
  for (const player of players) {
    const player_meta = { display_name: 'Silent', version: '1.0.0' };
    await must(player, 'register_player', { league_id, player_meta });
  }
  await must(agent, 'league.start', { league_id });
  return String(league_id);
}

async function message(agent: Keyed, social_lobby_id: string): Promise<Answer> {
  return tool(agent, 'social.message', { social_lobby_id, content: 'x'.repeat(500) });
}

const CAPABILITIES: Capability[] = [
  {
    name: 'webhooks',
    prepare: () => control({ ownerId: other.ownerId, url: hookUrl }),
    async attack() {
      for (let hook = 0; hook < 10; hook++) await control({ ownerId: attacker.ownerId, url: `${silentUrl}/${hook}` });
      await control({ ownerId: attacker.ownerId, notices: sized(22, 2) });
    },
    async work() {
      const arrived = new Promise<void>((resolve) => {
        onHook = resolve;
      });
      await control({ ownerId: other.ownerId, notices: 1 });
      await Promise.race([arrived, pause(GIVE_UP_MS)]);
    },
  },
  {
    name: 'verification',
    async attack() {
      await each(async (agent) => {
        for (let count = 0; count < sized(5, 1); count++) {
          const manifest = manifestFor(experience, { rest: { base_url: `${silentUrl}/silent` } });
          await tool(agent, 'experience.register', { manifest });
        }
      });
    },
    work: async () => {
      const { id } = await must(friend, 'experience.register', { manifest: manifestFor(experience) });
      const experience_id = String(id);
      await until(
        async () => (await must(friend, 'experiences.get', { experience_id })).verification_status === 'verified',
      );
      await must(friend, 'experience.delete', { experience_id });
    },
  },
  {
    name: 'league fixtures',
    async attack() {
      const [host] = hostile as [Keyed];
      for (let count = 0; count < sized(10, 1); count++) await league(host, hostile).catch(() => {});
    },
    async work() {
      const league_id = await league(mine, []);
      await until(async () => (await must(mine, 'league.get', { league_id })).status === 'completed');
    },
  },
  {
    name: 'bot moves',
    async prepare() {
      chess = await listed('chess');
      // Moves of two owners at a time start the second thread, and compile its code.
      for (let move = 0; move < WARM_MOVES; move++)
        await Promise.all([openChess(mine), playChess(hostile[0] as Keyed), playChess(hostile[1] as Keyed)]);
    },
    async attack(stop) {
      await each((agent) => tool(agent, 'session.create', { experience_id: chess, config: { strength: 'strong' } }));
      repeat(AGENTS, stop, async (index) => playChess(hostile[index] as Keyed, stop));
    },
    // The same position each time, because thinking takes as long as the position is hard.
    work: async () => {
      const { session_id } = await must(mine, 'session.create', { experience_id: chess });
      await must(mine, 'session.step', { session_id, action: { type: 'move', move: 'e2e4' } });
      await must(mine, 'session.end', { session_id });
    },
  },
  {
    name: 'outbound calls',
    async prepare() {
      published = await verify(mine);
      await tool(friend, 'session.end', { session_id: remoteSession });
      remoteSession = await openSession(friend, published);
    },
    async attack(stop) {
      const sessions = await each((agent) => endedAndOpen(agent, published));
      repeat(AGENTS, stop, (index) =>
        tool(hostile[index] as Keyed, 'session.step', { session_id: sessions[index], action: { ms: 5_000 } }, stop),
      );
    },
    work: async () => {
      await must(friend, 'session.step', { session_id: remoteSession, action: { ms: 20 } });
    },
  },
  {
    name: 'search',
    async attack(stop) {
      repeat(AGENTS, stop, (index) => tool(hostile[index] as Keyed, 'experiences.list', { search: 'game' }, stop));
    },
    work: async () => {
      await must(mine, 'experiences.list', { search: 'game' });
    },
  },
  ...(['exports', 'pictures', 'pages'] as const).map((name): Capability => {
    const path = { exports: '/matches/1/record.jsonl', pictures: '/matches/1/opengraph-image', pages: '/' }[name];
    return {
      name,
      attack: async (stop) => repeat(16, stop, () => page(path, 'attacker', stop)),
      work: () => page(path, 'other'),
    };
  }),
  {
    name: 'streams',
    async attack(stop) {
      const cursors = await each(async (agent) => (await tool(agent, 'events.wait', { ...ME, timeout_ms: 0 })).cursor);
      repeat(AGENTS * sized(30, 2), stop, (index) => {
        const after = cursors[index % AGENTS];
        return tool(hostile[index % AGENTS] as Keyed, 'events.wait', { ...ME, after, timeout_ms: 55_000 }, stop);
      });
    },
    async work() {
      const stream = `social:${lobbies.other}`;
      const { cursor: after } = await must(mine, 'events.wait', { stream, timeout_ms: 0 });
      const wait = must(mine, 'events.wait', { stream, after, timeout_ms: 20_000 });
      await pause(20);
      await message(friend, lobbies.other);
      await wait;
    },
  },
  {
    name: 'MCP sessions and lists of tools',
    async attack(stop) {
      repeat(AGENTS, stop, (index) => openSessionAndList(hostile[index] as Keyed, stop));
    },
    work: async () => {
      await openSessionAndList(mine);
    },
  },
  {
    name: 'agents',
    async attack(stop) {
      repeat(AGENTS, stop, () => registerAgent('attacker', stop));
    },
    work: async () => {
      await registerAgent('other');
    },
  },
  {
    name: 'events and the calendar',
    async attack(stop) {
      repeat(AGENTS, stop, (index) => scheduleAndCancel(hostile[index] as Keyed, stop));
    },
    work: async () => {
      await scheduleAndCancel(mine);
    },
  },
  {
    name: 'discoveries',
    async attack(stop) {
      let count = 0;
      repeat(AGENTS, stop, (index) => {
        const server_url = `${silentUrl}/mcp/${count++}`;
        return tool(hostile[index] as Keyed, 'experience.discover', { server_url }, stop);
      });
    },
    work: async () => {
      const { id: experience_id } = await must(mine, 'experience.discover', { server_url: discovered.url });
      await must(mine, 'experience.delete', { experience_id });
    },
  },
  {
    name: 'lobbies and messages',
    async attack(stop) {
      await each((agent) => tool(agent, 'social.join', { social_lobby_id: lobbies.attacker }));
      repeat(AGENTS, stop, (index) => message(hostile[index] as Keyed, lobbies.attacker));
    },
    work: async () => {
      await message(mine, lobbies.other);
    },
  },
];

async function openSessionAndList({ apiKey }: Keyed, signal?: AbortSignal): Promise<null> {
  const from = apiKey === mine.apiKey ? ADDRESS.other : ADDRESS.attacker;
  const headers = { ...MCP_HEADERS, authorization: `Bearer ${apiKey}`, 'x-forwarded-for': from };
  const post = (body: string, more: Record<string, string> = {}) =>
    request(`${url}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body, dispatcher, signal });
  const opened = await post(INITIALIZE);
  await opened.body.dump();
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  await (await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', session)).body.dump();
  await (await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', session)).body.text();
  return null;
}

async function registerAgent(from: keyof typeof ADDRESS, signal?: AbortSignal): Promise<null> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ADDRESS[from] };
  const body = JSON.stringify({ name: `Bench ${Math.random()}` });
  await (await request(`${url}/api/agents`, { method: 'POST', headers, body, dispatcher, signal })).body.dump();
  return null;
}

async function scheduleAndCancel(agent: Keyed, signal?: AbortSignal): Promise<Answer> {
  const starts_at = new Date(Date.now() + 86_400_000).toISOString();
  const event = await tool(agent, 'demand.schedule', { experience_id: await chessId(), starts_at }, signal);
  return event.error ? event : tool(agent, 'demand.cancel', { event_id: event.event_id }, signal);
}

async function endedAndOpen(agent: Keyed, experience_id: string): Promise<string> {
  const busy = await tool(agent, 'session.create', { experience_id });
  const openSessionId = (busy.error as { details?: { session_id?: string } } | undefined)?.details?.session_id;
  if (!openSessionId) return String(busy.session_id);
  await tool(agent, 'session.end', { session_id: openSessionId });
  return String((await tool(agent, 'session.create', { experience_id })).session_id);
}

/** A game of one move, so that the bot thinks about the same position each time. */
async function openChess(agent: Keyed): Promise<void> {
  const { session_id } = await must(agent, 'session.create', { experience_id: chess });
  await must(agent, 'session.step', { session_id, action: { type: 'move', move: 'e2e4' } });
  await must(agent, 'session.end', { session_id });
}

/** One step of a game of chess against the strong bot; a game that is over is replaced by a new one. */
async function playChess(agent: Keyed, signal?: AbortSignal): Promise<Answer> {
  const opened = await tool(agent, 'session.create', { experience_id: chess }, signal);
  const { session_id } = opened;
  const { legal_moves: moves = [] } = (opened.experience_response ?? {}) as { legal_moves?: unknown[] };
  const action = { type: 'move', move: moves[Math.floor(Math.random() * moves.length)] };
  return tool(agent, 'session.step', { session_id, action }, signal);
}

/** Times of whoami in ms, of a third agent of the other owner. */
async function probe(): Promise<number[]> {
  const child = forkWorker('prober-worker.mjs');
  const headers = { authorization: `Bearer ${prober.apiKey}`, 'x-forwarded-for': ADDRESS.other };
  child.send({ url, headers, expect: prober.agentId, seconds: SECONDS });
  const [answer] = (await once(child, 'message')) as [{ times?: number[]; error?: string }];
  child.disconnect();
  if (!answer.times) throw new Error(answer.error);
  return answer.times;
}

/** The median time of the work in ms, and the 99th percentile of whoami meanwhile and after it. */
async function measure({ work }: Capability): Promise<{ workMs: number; p99Ms: number }> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startMs = performance.now();
    await work();
    times.push(performance.now() - startMs);
  }
  const p99s: number[] = [];
  for (let count = 0; count < PROBES; count++) p99s.push(percentile(await probe(), 0.99));
  return { workMs: median(times), p99Ms: median(p99s) };
}

for (const side of ['attacker', 'other'] as const) {
  const agents = side === 'attacker' ? hostile : other.agents;
  const created = await must(agents[0] as Keyed, 'social.create', { name: side, max_members: 50 });
  lobbies = { ...lobbies, [side]: String(created.id) };
}
for (const agent of [friend, prober]) await must(agent, 'social.join', { social_lobby_id: lobbies.other });
await probe();
for (const capability of CAPABILITIES.filter(({ name }) => name.includes(values.only))) {
  await capability.prepare?.();
  await capability.work();
  const quiet = await measure(capability);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  await capability.attack(stop.signal);
  await pause(BEGIN_MS);
  const attacked = await measure(capability);
  stop.abort();
  silent.closeAllConnections();
  report({
    benchmark: `whoami of another owner beside ${capability.name}`,
    ratio: attacked.p99Ms / quiet.p99Ms,
    budget: { atMost: 3 },
    ours: `p99 ${figure(attacked.p99Ms)} ms`,
    reference: `quiet p99 ${figure(quiet.p99Ms)} ms`,
  });
  report({
    benchmark: `work of another owner beside ${capability.name}`,
    ratio: attacked.workMs / quiet.workMs,
    budget: { atMost: 2 },
    ours: `${figure(attacked.workMs)} ms`,
    reference: `quiet ${figure(quiet.workMs)} ms`,
  });
  await pause(BEGIN_MS);
}
await product.stop();
await database.stop();
process.exit();
