/**
 * What do wake-ups of other processes cost a commit, and how soon do they arrive? Rate: 1, 2 and 4 processes commit with 8
 * connections each, with and without wake-ups by PostgreSQL. Budget: 0.9 of the rate without. Printed beside it: the rate
 * with a notification inside the statement of each commit. Delay: from the commit in one process to a socket and to
 * `events.wait` of two others, with each carrier. Budget: 15 ms at the median, 60 ms at the 99th percentile.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'undici';
import { WebSocket } from 'ws';
import { builtFile, startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { figure, interleaveAll, median, percentile, report } from './harness/report';
import { sized } from './harness/size';
import type { CommitCommand } from './serve-commits';

const PROCESSES = [1, 2, 4];
const SECONDS = sized(1, 0.2);
const ROUNDS = sized(11, 1);
const MESSAGES = sized(500, 10);
const PER_SECOND = 50;
const MEDIAN_MS = 15;
const LATE_MS = 60;

const database = await benchDatabase();
const { closeDatabase } = await import('@/lib/data/database');
const { agentFixture } = await import('@/lib/testing/fixtures');
const { createSocialLobby } = await import('@/lib/domain/social');
const { lastEventId } = await import('@/lib/events');
const { startRedis, whyNoRedis } = await import('@/lib/testing/redis');

async function child(file: string, redisUrl = ''): Promise<{ program: ChildProcess; ready: unknown }> {
  const program = fork(builtFile(file), {
    env: { ...process.env, ...productVariables(database.url), REDIS_URL: redisUrl },
  });
  const [ready] = await once(program, 'message');
  return { program, ready };
}

async function ask<T>(of: ChildProcess, command: CommitCommand): Promise<T> {
  const answer = once(of, 'message');
  of.send(command);
  const [result] = (await answer) as [T & { error?: string }];
  if (result.error) throw new Error(result.error);
  return result;
}

const committers: ChildProcess[] = [];
const commitsPerSecond = (notification: 'none' | 'after' | 'inside') => async (): Promise<number> => {
  const command = { kind: 'commit', seconds: SECONDS, notification } as const;
  const rates = await Promise.all(committers.map((one) => ask<{ perSecond: number }>(one, command)));
  return rates.reduce((sum, { perSecond }) => sum + perSecond, 0);
};

for (const count of PROCESSES) {
  while (committers.length < count) committers.push((await child('bench/serve-commits.ts')).program);
  const [none, inside] = await interleaveAll(ROUNDS, commitsPerSecond('after'), [
    commitsPerSecond('none'),
    commitsPerSecond('inside'),
  ]);
  if (!none || !inside) throw new Error('Nothing was measured.');
  report({
    benchmark: `commits of ${count} ${count === 1 ? 'process' : 'processes'} with wake-ups, against none`,
    ratio: none.ratio,
    budget: { atLeast: 0.9 },
    ours: `${figure(median(none.ours))} commits/s`,
    reference: `${figure(median(none.reference))} commits/s`,
  });
  report({
    benchmark: `commits of ${count} ${count === 1 ? 'process' : 'processes'} with wake-ups, against NOTIFY in each statement`,
    ratio: inside.ratio,
    budget: null,
    ours: `${figure(median(inside.ours))} commits/s`,
    reference: `${figure(median(inside.reference))} commits/s`,
  });
}
for (const one of committers) one.kill('SIGKILL');

const nowMs = () => performance.timeOrigin + performance.now();

/** Subscribes to a stream; `receivedAtMs` fills with the time of each message, by its number. */
function openSocket(port: number, stream: string): Promise<{ receivedAtMs: number[]; close: () => void }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const receivedAtMs: number[] = [];
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text === '2') socket.send('3');
      else if (text.startsWith('0{')) socket.send('40/watch,');
      else if (text.startsWith('40/watch,')) socket.send(`42/watch,0["subscribe",${JSON.stringify({ stream })}]`);
      else if (text.startsWith('43/watch,0')) {
        if (text.includes('"error"')) reject(new Error(text));
        else resolve({ receivedAtMs, close: () => socket.terminate() });
      } else if (text.startsWith('42/watch,["event"')) {
        receivedAtMs[Number(/"content":"(\d+)"/.exec(text)?.[1])] = nowMs();
      }
    });
  });
}

/** Waits for messages again and again; returns when each arrived, by its number. */
async function waitForMessages(url: string, stream: string, apiKey: string, cursor: string): Promise<number[]> {
  const client = new Client(url);
  const receivedAtMs: number[] = [];
  for (let after = cursor, count = 0; count < MESSAGES; ) {
    const path = `/api/streams/${stream}/events?after=${after}&timeout_ms=25000`;
    const answer = await client.request({ method: 'GET', path, headers: { authorization: `Bearer ${apiKey}` } });
    const body = (await answer.body.json()) as { events: { data: { content: string } }[]; cursor: string };
    if (answer.statusCode !== 200) throw new Error(JSON.stringify(body));
    for (const { data } of body.events) receivedAtMs[Number(data.content)] = nowMs();
    count += body.events.length;
    after = body.cursor;
  }
  await client.close();
  return receivedAtMs;
}

function reportDelay(what: string, committedAtMs: readonly number[], receivedAtMs: readonly number[]): void {
  const delays = committedAtMs.map((atMs, number) => Math.max(0, (receivedAtMs[number] ?? Number.NaN) - atMs));
  const missing = delays.filter(Number.isNaN).length;
  if (missing > 0) {
    console.log(`MISSED  ${what}: ${missing} of ${delays.length} messages did not arrive`);
    process.exitCode = 1;
  }
  const arrived = delays.filter((delay) => !Number.isNaN(delay));
  for (const [name, fraction, limitMs] of [
    ['median', 0.5, MEDIAN_MS],
    ['99th percentile', 0.99, LATE_MS],
  ] as const) {
    const delayMs = percentile(arrived, fraction);
    report({
      benchmark: `commit to ${what}, ${name}`,
      ratio: delayMs / limitMs,
      budget: { atMost: 1 },
      ours: `${figure(delayMs)} ms`,
      reference: `${limitMs} ms`,
    });
  }
}

async function measureDelay(carrier: string, redisUrl: string): Promise<void> {
  const { caller } = await agentFixture();
  const lobby = await createSocialLobby({ agent: caller, name: 'Bench', description: null, maxMembers: 10 });
  const stream = `social:${lobby.id}`;
  const committer = await child('bench/serve-commits.ts', redisUrl);
  const watch = await child('bench/watch/server.ts', redisUrl);
  const waiting = await startBuilt<{ url: string; apiKey: string }>('bench/serve-transports.ts', {
    variables: { ...productVariables(database.url), REDIS_URL: redisUrl },
  });
  const socket = await openSocket((watch.ready as { ours: number }).ours, stream);
  const { url, apiKey } = waiting.ready;
  const waited = waitForMessages(url, stream, apiKey, (await lastEventId(stream)) ?? '');
  const command = { kind: 'send', stream, messages: MESSAGES, perSecond: PER_SECOND } as const;
  const { committedAtMs } = await ask<{ committedAtMs: number[] }>(committer.program, command);
  const received = await waited;
  await new Promise((resolve) => setTimeout(resolve, 200));
  reportDelay(`a socket of another process, by ${carrier}`, committedAtMs, socket.receivedAtMs);
  reportDelay(`events.wait of another process, by ${carrier}`, committedAtMs, received);
  socket.close();
  await waiting.stop();
  for (const { program } of [committer, watch]) program.kill('SIGKILL');
}

await measureDelay('PostgreSQL', '');
if (whyNoRedis) console.log(`Skipped: the delay by Redis (${whyNoRedis}).`);
else {
  const redis = await startRedis();
  await measureDelay('Redis', redis.url);
  await redis.remove();
}
await closeDatabase();
await database.stop();
process.exit();
