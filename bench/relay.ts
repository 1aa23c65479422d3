/**
 * How long does a tool call take from an agent's socket to `state.updated` on the socket of the page, stored durably in
 * between? Reference: a frame of the same size through one hop of ws that stores it in one row first. Printed beside it:
 * the hop alone. Then 500 concurrent sessions: is anything lost, and how much memory does a session take? The clients are in
 * this process.
 */
import { once } from 'node:events';
import WebSocket from 'ws';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { readUsage } from './harness/process-usage';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';

const ROUNDS = sized(5, 1);
const CALLS = sized(150, 5);
/** Below the limit of frames of a connection. */
const PAUSE_MS = 6;
const SESSIONS = sized(500, 25);
const CALLS_PER_SESSION = 10;
const MAX_KIB = 100;

interface Frame {
  type: string;
  payload: { ok?: boolean; source?: string; sessionId?: string; uiSpec?: unknown };
}

interface Client {
  socket: WebSocket;
  send: (type: string, payload: object) => void;
  /** The next frame of a type. */
  next: (type: string) => Promise<Frame>;
  counts: Record<string, number>;
}

const database = await benchDatabase();
const ours = await startBuilt<{ url: string; usageUrl: string }>('bench/serve-relay.ts', {
  variables: productVariables(database.url),
  flags: ['--expose-gc'],
});
const reference = await startBuilt<{ url: string }>('bench/reference/relay-hop.ts', {
  variables: { NODE_ENV: 'production', DATABASE_URL: await database.another() },
});

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

async function join(role: 'host' | 'agent', sessionId: string): Promise<Client> {
  const socket = await open(ours.ready.url);
  const waiting = new Map<string, (frame: Frame) => void>();
  const counts: Record<string, number> = {};
  let id = 0;
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame;
    counts[frame.type] = (counts[frame.type] ?? 0) + 1;
    const resolve = waiting.get(frame.type);
    waiting.delete(frame.type);
    resolve?.(frame);
  });
  const client: Client = {
    socket,
    counts,
    send: (type, payload) => socket.send(JSON.stringify({ v: 'mvp-0.2', type, id: `r${++id}`, payload })),
    next: (type) => new Promise((resolve) => waiting.set(type, resolve)),
  };
  const joined = client.next('relay.joined');
  client.send('relay.join', { role, sessionId });
  await joined;
  return client;
}

async function startSession(name: string): Promise<{ host: Client; agent: Client }> {
  const host = await join('host', name);
  const agent = await join('agent', name);
  const started = agent.next('session.started');
  agent.send('session.start', { studyId: 'bench', participantId: name });
  await started;
  return { host, agent };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ORDERS = ['asc', 'desc'];
const sortCall = (index: number) => ({
  toolName: 'sort',
  params: { field: 'title', order: ORDERS[index % 2] },
  reason: 'Shows the films in order.',
});

const measuredSession = await startSession('measured');
let frameBytes = 0;

/** Median milliseconds from the call to the new state on the page. */
async function callsThroughRelay(): Promise<number> {
  const { host, agent } = measuredSession;
  const samples: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const arrived = once(host.socket, 'message');
    const answered = agent.next('tool.result');
    const startedMs = performance.now();
    agent.send('tool.call', sortCall(call));
    const [data] = await arrived;
    samples.push(performance.now() - startedMs);
    frameBytes = (data as Buffer).length;
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.type !== 'state.updated') throw new Error(`The page got ${frame.type}.`);
    await answered;
    await pause(PAUSE_MS);
  }
  return median(samples);
}

/** Median milliseconds of a frame of the same size through one hop. */
async function framesThroughHop(path: '/stored' | '/bare'): Promise<number> {
  const [sender, receiver] = [await open(reference.ready.url + path), await open(reference.ready.url + path)];
  const text = JSON.stringify({ text: 'x'.repeat(frameBytes) });
  const samples: number[] = [];
  for (let frame = 0; frame < CALLS; frame++) {
    const arrived = once(receiver, 'message');
    const startedMs = performance.now();
    sender.send(text);
    await arrived;
    samples.push(performance.now() - startedMs);
    await pause(PAUSE_MS);
  }
  for (const socket of [sender, receiver]) socket.terminate();
  return median(samples);
}

await callsThroughRelay();
const bare: number[] = [];
const measured = await interleave(ROUNDS, callsThroughRelay, async () => {
  bare.push(await framesThroughHop('/bare'));
  return framesThroughHop('/stored');
});
report({
  benchmark: `a tool call to state.updated on the page, ${figure(frameBytes / 1024)} KiB`,
  ratio: measured.ratio,
  budget: { atMost: 2 },
  ours: `${figure(median(measured.ours))} ms, stored`,
  reference: `${figure(median(measured.reference))} ms by ws that stores the frame`,
});
console.log(`the hop alone, which stores nothing: ${figure(median(bare))} ms`);

const heapKiB = async () => (await readUsage(ours.ready.usageUrl)).heapBytes / 1024;
const before = await heapKiB();
const startedMs = performance.now();
const sessions: { host: Client; agent: Client }[] = [];
for (let from = 0; from < SESSIONS; from += 25)
  sessions.push(...(await Promise.all(Array.from({ length: 25 }, (_, index) => startSession(`many-${from + index}`)))));
const playedMs = performance.now();
await Promise.all(
  sessions.map(async ({ agent }) => {
    for (let call = 0; call < CALLS_PER_SESSION; call++) {
      const answered = agent.next('tool.result');
      agent.send('tool.call', sortCall(call));
      await answered;
    }
  }),
);
const endedMs = performance.now();
await pause(500);
const lost = sessions.filter(
  ({ host, agent }) =>
    host.counts['state.updated'] !== CALLS_PER_SESSION ||
    agent.counts['state.updated'] !== CALLS_PER_SESSION ||
    agent.counts['tool.result'] !== CALLS_PER_SESSION,
).length;
const perSecond = (SESSIONS * CALLS_PER_SESSION * 1000) / (endedMs - playedMs);
console.log(
  `${SESSIONS} sessions opened in ${figure((playedMs - startedMs) / 1000)} s, ${figure(perSecond)} calls/s, ${lost} sessions lost a frame`,
);
if (lost > 0) process.exitCode = 1;
const usedKiB = (await heapKiB()) - before;
report({
  benchmark: `memory of an open session of ${SESSIONS}, of ${MAX_KIB} KiB`,
  ratio: usedKiB / SESSIONS / MAX_KIB,
  budget: { atMost: 1 },
  ours: `${figure(usedKiB / SESSIONS)} KiB of heap`,
  reference: `${MAX_KIB} KiB`,
});
for (const { host, agent } of [measuredSession, ...sessions]) {
  host.socket.terminate();
  agent.socket.terminate();
}
await ours.stop();
await reference.stop();
await database.stop();
process.exit();
