/**
 * What does a process keep for each socket that is idle and for each call that waits, how soon is a call woken, and how
 * long until 10,000 sockets of three processes have an event? Resident memory after a garbage collection, less that
 * before, by their number. Beside it the same of a bare Socket.IO server and of a bare long poll of node:http. Budgets:
 * 20 KB a socket, 10 KB a call in addition to a bare one, 100 ms until a call is woken (99th percentile), 500 ms from the
 * move to the last of the sockets. `--only waiting` measures the calls alone (else `fan-out` or `sockets`), `--calls 6000` fewer of them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { builtFile } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { openMcpSession } from './harness/mcp-session';
import { ask, type Memory, startHolder } from './harness/memory';
import { figure, median, percentile, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const SOCKETS = sized(10_000, 20);
const SOCKET_KB = 20;
const { only, calls } = parseArgs({
  options: { only: { type: 'string' }, calls: { type: 'string', default: '20000' } },
  strict: false,
}).values;
const measures = (part: 'fan-out' | 'sockets' | 'waiting') => only === undefined || only === part;

const CALLS = sized(Number(calls), 20);
const CALL_KB = 10;
/** Opened before the first measurement, so that what a process makes once is not counted. */
const WARM_UP = sized(1_000, 10);
/** Ten calls wait in each, as at a table of Werewolf. */
const MATCHES = sized(2_000, 4);
/** Calls on their way at the same time. */
const AT_ONCE = sized(400, 10);
const MOVES = sized(120, 4);
const MOVES_PER_SECOND = 20;
const WAKE_MS = 100;
const WATCH_PROCESSES = 3;
/** Of the closed Ruy Lopez. */
const GAME =
  'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5'.split(' ');
const FAN_OUT_EVENTS = sized(GAME.length, 2);
const FAN_OUT_MS = 500;
/** Processes of clients; each has an address of its own, because an address has 28,000 ports. */
const CLIENTS = 2;
const FILES_OF_THE_PROCESS = 500;
const PATIENCE_MS = 30_000;

const database = await benchDatabase();
const variables = productVariables(database.url);
Object.assign(process.env, variables);
const { closeDatabase } = await import('@/lib/data/database');
const { newId } = await import('@/lib/core/ids');
const { agentFixture } = await import('@/lib/testing/fixtures');
const { startBus, stopBus } = await import('@/lib/events');
const { actInMatch, startMatch } = await import('@/lib/domain/matches');
await startBus();

const nowMs = () => performance.timeOrigin + performance.now();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const addressOf = (client: number) => `127.0.0.${client + 2}`;

async function openMatch(): Promise<string> {
  const seats = [0, 1].map((index) => ({
    kind: 'agent' as const,
    agentId: newId(),
    experienceAgentId: `player-${index}`,
    sessionId: null,
    displayName: `Player ${index}`,
  }));
  const { id } = await startMatch({ experienceId: newId(), gameId: 'chess', kind: 'lobby', rated: false, seats });
  return `match:${id}`;
}

/** Moves that were made, by stream. */
const plies = new Map<string, number>();

/** Plays the next move of a match; returns when it was sent, in Unix milliseconds. */
async function play(stream: string): Promise<number> {
  const ply = plies.get(stream) ?? 0;
  plies.set(stream, ply + 1);
  const atMs = nowMs();
  await actInMatch({ matchId: stream.slice('match:'.length), seat: ply % 2, action: GAME[ply] });
  return atMs;
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (performance.now() > endMs) throw new Error(`It did not come to this in time: ${what}.`);
    await sleep(10);
  }
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

async function startSpectators(): Promise<ChildProcess[]> {
  return Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const program = fork(builtFile('bench/watch/spectators.ts'), { env: { ...process.env } });
      await once(program, 'message');
      return program;
    }),
  );
}

interface Places {
  port: number;
  stream: string | null;
  group: string;
}

async function openSockets(clients: readonly ChildProcess[], count: number, places: Places): Promise<void> {
  for (const [index, client] of clients.entries()) {
    const share = Math.floor(count / clients.length) + (index < count % clients.length ? 1 : 0);
    await ask(client, { kind: 'open', count: share, localAddress: addressOf(index), ...places });
  }
}

/** Kilobytes of an idle socket. */
async function measureSockets(side: 'ours' | 'reference', stream: string): Promise<Memory> {
  const { program, ready } = await startHolder<{ ours: number; reference: number }>('bench/watch/server.ts', variables);
  const clients = await startSpectators();
  const places = { port: ready[side], stream: side === 'ours' ? stream : null };
  await openSockets(clients, WARM_UP, { ...places, group: 'first' });
  // Longer than the announcement of their number takes.
  await sleep(sized(2_000, 50));
  const before = await ask<Memory>(program, { kind: 'memory' });
  await openSockets(clients, SOCKETS, { ...places, group: 'idle' });
  await sleep(sized(2_000, 50));
  const after = await ask<Memory>(program, { kind: 'memory' });
  for (const one of [...clients, program]) await end(one);
  return each(after, before, SOCKETS);
}

/** Kilobytes for each of `count`. */
function each(after: Memory, before: Memory, count: number): Memory {
  const share = (name: keyof Memory) => (after[name] - before[name]) / 1000 / count;
  return { residentBytes: share('residentBytes'), heapBytes: share('heapBytes') };
}

type Message = (index: number) => string;

/** The answer to the call with an index. */
interface Answer {
  index: number;
  /** When it came; null when the call ended before the move, which a busy machine brings about. */
  atMs: number | null;
  fault: string | null;
}

interface Waited {
  memory: Memory;
  count: number;
  wakesMs: number[];
}

/** Matches that begin at the same time. */
const STARTS = 8;

/** New ones for each measurement, because the players of a match have little time for their first moves. */
async function openMatches(): Promise<string[]> {
  const streams: string[] = [];
  while (streams.length < MATCHES) streams.push(...(await Promise.all(Array.from({ length: STARTS }, openMatch))));
  return streams;
}

/** Opens calls that wait; measures what each keeps, and when it is woken. */
async function measureCalls(kind: 'rest' | 'mcp' | 'bare', apiKeys: readonly string[]): Promise<Waited> {
  const streams = kind === 'bare' ? [] : await openMatches();
  const { program, ready } = await startHolder<{ url: string; bareUrl: string; maxFiles: number }>(
    'bench/serve-waiting.ts',
    variables,
  );
  const { hostname: host, port } = new URL(kind === 'bare' ? ready.bareUrl : ready.url);
  const count = Math.min(CALLS, ready.maxFiles - WARM_UP - FILES_OF_THE_PROCESS);
  if (count < CALLS)
    console.log(`A process may open ${ready.maxFiles} files here: ${count} calls instead of ${CALLS}.`);
  const write = await writers[kind](ready.url, streams, apiKeys);
  const clients = Array.from({ length: CLIENTS }, () => forkWorker('waiting-calls-worker.mjs'));
  let opened = 0;
  const open = async (upTo: number) => {
    while (opened < upTo) {
      const some = Math.min(AT_ONCE, upTo - opened);
      const index = Math.floor(opened / AT_ONCE) % CLIENTS;
      const messages = Array.from({ length: some }, (_, offset) => write(opened + offset));
      await ask(clients[index] as ChildProcess, { host, port: Number(port), first: opened, messages });
      opened += some;
      await until(
        async () => (await ask<{ waiting: number }>(program, { kind: 'waiting' })).waiting >= opened,
        `${opened} calls wait`,
      );
    }
  };
  await open(WARM_UP);
  await sleep(sized(1_000, 20));
  const before = await ask<Memory>(program, { kind: 'memory' });
  await open(WARM_UP + count);
  await sleep(sized(500, 20));
  const after = await ask<Memory>(program, { kind: 'memory' });
  const wakesMs = kind === 'bare' ? [] : await wake(streams, clients, opened);
  for (const one of [...clients, program]) await end(one);
  return { memory: each(after, before, count), count, wakesMs };
}

/** Milliseconds from the move in some of the matches to the answer of each call that waited for it. */
async function wake(streams: readonly string[], clients: readonly ChildProcess[], opened: number): Promise<number[]> {
  const playedAtMs: number[] = [];
  const startMs = performance.now();
  for (let number = 0; number < MOVES; number++) {
    await sleep(Math.max(0, startMs + (1000 * number) / MOVES_PER_SECOND - performance.now()));
    playedAtMs.push(await play(streams[number] as string));
  }
  let expected = 0;
  for (let index = 0; index < opened; index++) if (index % streams.length < MOVES) expected++;
  const wakesMs: number[] = [];
  let ended = 0;
  await until(async () => {
    for (const client of clients) {
      const { answers } = await ask<{ answers: Answer[] }>(client, { kind: 'answers' });
      for (const { index, atMs, fault } of answers) {
        if (fault) throw new Error(`A call was refused: ${fault}`);
        const sentAtMs = playedAtMs[index % streams.length];
        if (sentAtMs === undefined) continue;
        if (atMs === null) ended++;
        else wakesMs.push(atMs - sentAtMs);
      }
    }
    return wakesMs.length + ended >= expected;
  }, `${expected} calls are woken`);
  if (ended > 0) console.log(`${ended} calls ended before their move.`);
  return wakesMs;
}

const head = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;

/** How the call with an index is written. */
const writers = {
  bare: async (url: string, _streams: readonly string[], apiKeys: readonly string[]): Promise<Message> =>
    writers.rest(url, ['match:0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e03'], apiKeys),
  rest: async (_url: string, streams: readonly string[], apiKeys: readonly string[]): Promise<Message> => {
    return (index) =>
      head([
        `GET /api/streams/${streams[index % streams.length]}/events?after=latest&timeout_ms=55000 HTTP/1.1`,
        'Host: localhost',
        'User-Agent: node',
        'Accept: */*',
        `Authorization: Bearer ${apiKeys[index % apiKeys.length]}`,
      ]);
  },
  mcp: async (url: string, streams: readonly string[], apiKeys: readonly string[]): Promise<Message> => {
    const sessions = await Promise.all(
      apiKeys.map((apiKey) => openMcpSession(`${url}/mcp`, { authorization: `Bearer ${apiKey}` })),
    );
    return (index) => {
      const headers = sessions[index % sessions.length] as Record<string, string>;
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: index + 1,
        method: 'tools/call',
        params: {
          name: 'events.wait',
          arguments: { stream: streams[index % streams.length], after: 'latest', timeout_ms: 55_000 },
          _meta: { progressToken: index + 1 },
        },
      });
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      return `${head(['POST /mcp HTTP/1.1', 'Host: localhost', ...lines, `Content-Length: ${Buffer.byteLength(body)}`])}${body}`;
    };
  },
};

/** Milliseconds from each move to its last delivery to sockets of several processes. */
async function measureFanOut(stream: string): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: WATCH_PROCESSES }, () =>
      startHolder<{ ours: number }>('bench/watch/server.ts', { ...variables, ROLE: 'watch' }),
    ),
  );
  const clients = await startSpectators();
  for (const [index, { ready }] of servers.entries()) {
    const share = Math.floor(SOCKETS / servers.length) + (index < SOCKETS % servers.length ? 1 : 0);
    await openSockets(clients, share, { port: ready.ours, stream, group: `process ${index}` });
  }
  await sleep(sized(2_000, 50));
  const delays: number[] = [];
  for (let number = 0; number < FAN_OUT_EVENTS; number++) {
    const playedAtMs = await play(stream);
    let lastAtMs = 0;
    await until(async () => {
      const counted = await Promise.all(
        clients.map((client) =>
          ask<{ received: number; lastAtMs: number; disordered: number }>(client, { kind: 'all' }),
        ),
      );
      if (counted.some(({ disordered }) => disordered > 0)) throw new Error('An event came twice or out of order.');
      lastAtMs = Math.max(...counted.map((one) => one.lastAtMs));
      return counted.reduce((sum, { received }) => sum + received, 0) === SOCKETS * (number + 1);
    }, `every socket has event ${number}`);
    delays.push(lastAtMs - playedAtMs);
    await sleep(sized(300, 10));
  }
  for (const one of [...clients, ...servers.map(({ program }) => program)]) await end(one);
  return delays;
}

const apiKeys: string[] = [];
for (let number = 0; number < sized(40, 2); number++) apiKeys.push((await agentFixture()).apiKey);
const kilobytes = ({ residentBytes, heapBytes }: Memory) =>
  `${figure(residentBytes)} KB resident, ${figure(Math.max(0.01, heapBytes))} KB of heap`;

if (measures('fan-out')) {
  const delays = await measureFanOut(await openMatch());
  report({
    benchmark: `a move to the last of ${SOCKETS} sockets of ${WATCH_PROCESSES} processes, median`,
    ratio: median(delays) / FAN_OUT_MS,
    budget: { atMost: 1 },
    ours: `${figure(median(delays))} ms, at most ${figure(Math.max(...delays))} ms`,
    reference: `${FAN_OUT_MS} ms`,
  });
}

if (measures('sockets')) {
  const [idle, bareSocket] = [await measureSockets('ours', await openMatch()), await measureSockets('reference', '')];
  report({
    benchmark: `memory of an idle socket, of ${SOCKETS}`,
    ratio: idle.residentBytes / SOCKET_KB,
    budget: { atMost: 1 },
    ours: kilobytes(idle),
    reference: `${SOCKET_KB} KB; a bare Socket.IO server ${kilobytes(bareSocket)}`,
  });
}

if (measures('waiting')) {
  const bareCall = await measureCalls('bare', apiKeys);
  for (const kind of ['rest', 'mcp'] as const) {
    const { memory, count, wakesMs } = await measureCalls(kind, apiKeys);
    const name = kind === 'rest' ? 'REST' : 'MCP with progress';
    report({
      benchmark: `memory of a call that waits by ${name}, of ${count}, in addition to a bare one`,
      ratio: (memory.residentBytes - bareCall.memory.residentBytes) / CALL_KB,
      budget: { atMost: 1 },
      ours: `in all ${kilobytes(memory)}`,
      reference: `${CALL_KB} KB; a bare long poll ${kilobytes(bareCall.memory)}`,
    });
    report({
      benchmark: `a move to a call that waits by ${name} among ${count}, 99th percentile`,
      ratio: percentile(wakesMs, 0.99) / WAKE_MS,
      budget: { atMost: 1 },
      ours: `${figure(percentile(wakesMs, 0.99))} ms, median ${figure(median(wakesMs))} ms`,
      reference: `${WAKE_MS} ms`,
    });
  }
}
await stopBus();
await closeDatabase();
await database.stop();
process.exit();
