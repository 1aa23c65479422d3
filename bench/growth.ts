/**
 * Does reading one match slow down when the table of events grows from 10,000 to 1,000,000 rows?
 * Reference: the same reads in a database with 10,000 rows. Budget: 1.1 times its median at most, for events.wait that
 * answers immediately and for the replay of a whole match. Both databases are filled as play fills them: 100 matches
 * at a time, so that the events of one match lie on many pages.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { benchDatabase } from './harness/database';
import { figure, interleave, median, report } from './harness/report';

/** Many short rounds: other load on the machine distorts some of them, and the median leaves those out. */
const ROUNDS = 60;
const READS = 50;
const STREAMS = 200;
const EVENTS_PER_MATCH = 100;
const MATCHES_AT_A_TIME = 100;

/** In a child process: answers each message with the microseconds per read. */
async function measureOnDemand(): Promise<void> {
  const { pool } = await import('@/lib/data/database');
  const { readEvents, waitForEvents } = await import('@/lib/events');
  const { rows } = await pool().query<{ stream: string; id: string }>(
    `SELECT stream, id FROM events WHERE seq = ${EVENTS_PER_MATCH - 5} ORDER BY md5(stream) LIMIT ${STREAMS}`,
  );
  const reads = {
    wait: (stream: string, after: string) => waitForEvents({ stream, after, audiences: ['public'], timeoutMs: 25_000 }),
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
  const made = fork(fileURLToPath(import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: url },
  });
  await once(made, 'message');
  return made;
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
       SELECT 'match:' || md5(m::text)::uuid, '01J' || lpad(upper(to_hex(m)), 13, '0') || lpad(n::text, 10, '0'), 'public', n, 'move_played', now(),
         json_build_object('seat', n % 2, 'move', 'e2e4', 'ply', n, 'view', json_build_object('fen', repeat('rnbqkbnr/', 8)))
       FROM generate_series(1, $1::int) m, generate_series(1, ${EVENTS_PER_MATCH}) n
       ORDER BY (m - 1) / ${MATCHES_AT_A_TIME}, n, m`,
      [rows / EVENTS_PER_MATCH],
    );
    await client.query('VACUUM ANALYZE events');
  });
}

async function compare(): Promise<void> {
  const database = await benchDatabase();
  const large = await database.another();
  await fill(database.url, 10_000);
  await fill(large, 1_000_000);
  const [few, many] = [await child(database.url), await child(large)];
  for (const [kind, benchmark] of [
    ['wait', 'events.wait that answers immediately'],
    ['replay', 'replay of one match'],
  ] as const) {
    const samples = await interleave(
      ROUNDS,
      () => ask(many, kind),
      () => ask(few, kind),
    );
    report({
      benchmark: `${benchmark}, events 10,000 → 1,000,000`,
      ratio: samples.ratio,
      budget: { atMost: 1.1 },
      ours: `${figure(median(samples.ours))} µs`,
      reference: `${figure(median(samples.reference))} µs`,
    });
  }
  few.kill();
  many.kill();
  await database.stop();
  process.exit();
}

if (process.send) await measureOnDemand();
else await compare();
