/**
 * Does reading one stream slow down when the table of events grows from 10,000 to 1,000,000 rows?
 * Reference: the same reads in a database with 10,000 rows. Budget: 1.1 times its time at most, for events.wait that
 * answers immediately (its cursor, the events and the next action) and for reading a whole stream. Both databases are
 * filled as play fills them: 100 streams at a time, so that the events of one stream lie on many pages.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AgentId } from '@/lib/core/ids';
import { agentStream } from '@/lib/core/stream';
import { benchDatabase } from './harness/database';
import { figure, interleave, percentile, report } from './harness/report';
import { sized } from './harness/size';

/**
 * Which processor runs a process and the server's process for its connection changes its times by half, for as long as
 * it runs. So several pairs of processes read, and their fast rounds are compared: noise only adds time.
 */
const PAIRS = sized(6, 1);
const ROUNDS = sized(30, 1);
const FAST = 0.1;
const READS = sized(50, 2);
const STREAMS = 200;
/** Of the notices to an agent. */
const PREFIX = agentStream('');
const EVENTS_PER_STREAM = 100;
const STREAMS_AT_A_TIME = 100;

/** In a child process: answers each message with the microseconds per read. */
async function measureOnDemand(): Promise<void> {
  const { pool } = await import('@/lib/data/database');
  const { readEvents } = await import('@/lib/events');
  const { waitOnStream } = await import('@/lib/domain/events-wait');
  const { rows } = await pool().query<{ stream: string; id: string }>(
    `SELECT stream, id FROM events WHERE seq = ${EVENTS_PER_STREAM - 5} ORDER BY md5(stream) LIMIT ${STREAMS}`,
  );
  const reads = {
    wait: (stream: string, after: string) => {
      const agentId = stream.slice(PREFIX.length) as AgentId;
      return waitOnStream({ agent: { agentId, scopes: new Set() }, stream: 'me', after, timeoutMs: 25_000 });
    },
    replay: (stream: string) => readEvents({ stream, after: null, audiences: ['public'] }),
  };
  let next = 0;
  process.on('message', async (kind: keyof typeof reads) => {
    const began = process.hrtime.bigint();
    for (let read = 0; read < READS; read++) {
      const row = rows[next++ % rows.length];
      if (row) await reads[kind](row.stream, row.id);
    }
    process.send?.(Number(process.hrtime.bigint() - began) / 1000 / READS);
  });
  process.send?.('ready');
}

async function child(url: string): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, DATABASE_URL: url },
  });
  await once(worker, 'message');
  return worker;
}

const ask = async (of: ChildProcess, kind: string): Promise<number> => {
  of.send(kind);
  const [microseconds] = (await once(of, 'message')) as [number];
  return microseconds;
};

async function fill(url: string, rows: number): Promise<void> {
  const { withClient } = await import('@/lib/testing/template');
  await withClient(url, async (client) => {
    await client.query(
      `INSERT INTO events (stream, id, audience, seq, type, at, data)
       SELECT '${PREFIX}' || md5(m::text)::uuid, '01J' || lpad(upper(to_hex(m)), 13, '0') || lpad(n::text, 10, '0'), 'public', n, 'move_played', now(),
         json_build_object('seat', n % 2, 'move', 'e2e4', 'ply', n, 'view', json_build_object('fen', repeat('rnbqkbnr/', 8)))
       FROM generate_series(1, $1::int) m, generate_series(1, ${EVENTS_PER_STREAM}) n
       ORDER BY (m - 1) / ${STREAMS_AT_A_TIME}, n, m`,
      [rows / EVENTS_PER_STREAM],
    );
    await client.query('VACUUM ANALYZE events');
  });
}

const fast = (samples: readonly number[]) => percentile(samples, FAST);

async function compare(): Promise<void> {
  const database = await benchDatabase();
  const large = await database.another();
  await fill(database.url, 10_000);
  await fill(large, sized(1_000_000, 20_000));
  const samples = {
    wait: { ours: [] as number[], reference: [] as number[] },
    replay: { ours: [] as number[], reference: [] as number[] },
  };
  for (let pair = 0; pair < PAIRS; pair++) {
    const [few, many] = [await child(database.url), await child(large)];
    for (const kind of ['wait', 'replay'] as const) {
      const { ours, reference } = await interleave(
        ROUNDS,
        () => ask(many, kind),
        () => ask(few, kind),
      );
      samples[kind].ours.push(...ours);
      samples[kind].reference.push(...reference);
    }
    few.kill();
    many.kill();
  }
  for (const [kind, benchmark] of [
    ['wait', 'events.wait that answers immediately'],
    ['replay', 'reading of a whole stream'],
  ] as const) {
    const [ours, reference] = [fast(samples[kind].ours), fast(samples[kind].reference)];
    report({
      benchmark: `${benchmark}, events 10,000 → 1,000,000`,
      ratio: ours / reference,
      budget: { atMost: 1.1 },
      ours: `${figure(ours)} µs`,
      reference: `${figure(reference)} µs`,
    });
  }
  await database.stop();
  process.exit();
}

if (process.send) await measureOnDemand();
else await compare();
