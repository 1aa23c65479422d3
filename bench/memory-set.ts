/**
 * How many calls of memory.set a second do 16 agents make, each a 4 KB document with its version?
 * Reference: transactions of `pg` on 16 connections, each an UPDATE of a row and an INSERT of a version with the same bytes.
 */
import { once } from 'node:events';
import pg from 'pg';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { openMcpSession, toolCall } from './harness/mcp-session';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const AGENTS = 16;
const SECONDS = sized(3, 0.2);
const ROUNDS = sized(5, 1);
const DOCUMENT = { notes: 'x'.repeat(4_000) };

const database = await benchDatabase();
const ours = await startBuilt<{ url: string; apiKeys: string[] }>('bench/serve-players.ts', {
  variables: { ...productVariables(database.url), EXHIBITION: 'false', PLAYERS: String(AGENTS) },
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});
const url = `${ours.ready.url}/mcp`;
const callers = await Promise.all(
  ours.ready.apiKeys.map((key) => openMcpSession(url, { authorization: `Bearer ${key}` })),
);
const body = toolCall('memory.set', { experience_id: firstPartyExperienceId('chess'), data: DOCUMENT });

async function callsPerSecond(): Promise<number> {
  const child = forkWorker('calls-worker.mjs');
  child.send({ clients: callers.map((headers) => ({ url, headers, body })), seconds: SECONDS, expect: 'updated_at' });
  const [answer] = (await once(child, 'message')) as [{ perSecond?: number; error?: string }];
  child.disconnect();
  if (answer.perSecond === undefined) throw new Error(answer.error);
  return answer.perSecond;
}

const pool = new pg.Pool({ connectionString: database.url, max: AGENTS });
await pool.query(`CREATE TABLE bench_documents (id int PRIMARY KEY, data jsonb NOT NULL, version int NOT NULL);
  CREATE TABLE bench_versions (id int, version int, data jsonb NOT NULL, diff jsonb NOT NULL, PRIMARY KEY (id, version));
  INSERT INTO bench_documents SELECT n, '{}', 0 FROM generate_series(1, ${AGENTS}) n`);

async function transact(id: number, untilMs: number): Promise<number> {
  const client = await pool.connect();
  let count = 0;
  const data = JSON.stringify(DOCUMENT);
  const diff = JSON.stringify({ set: DOCUMENT, removed: [] });
  while (performance.now() < untilMs) {
    await client.query('BEGIN');
    const { rows } = await client.query<{ version: number }>({
      name: 'update',
      text: 'UPDATE bench_documents SET data = $2, version = version + 1 WHERE id = $1 RETURNING version',
      values: [id, data],
    });
    await client.query({
      name: 'insert',
      text: 'INSERT INTO bench_versions (id, version, data, diff) VALUES ($1, $2, $3, $4)',
      values: [id, rows[0]?.version, data, diff],
    });
    await client.query('COMMIT');
    count++;
  }
  client.release();
  return count;
}

async function transactionsPerSecond(): Promise<number> {
  const untilMs = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(Array.from({ length: AGENTS }, (_, index) => transact(index + 1, untilMs)));
  return counts.reduce((total, count) => total + count, 0) / SECONDS;
}

const measured = await interleave(ROUNDS, callsPerSecond, transactionsPerSecond);
report({
  benchmark: `memory.set of a 4 KB document, ${AGENTS} agents, against a bare transaction`,
  ratio: measured.ratio,
  budget: { atLeast: 0.5 },
  ours: `${figure(median(measured.ours))} calls/s`,
  reference: `${figure(median(measured.reference))} transactions/s`,
});
await pool.end();
await ours.stop();
await database.stop();
