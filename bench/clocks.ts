/**
 * Does the product carry 50,000 open matches, of which 20,000 have a clock that runs out within ten minutes? How soon it is ready again
 * after kill -9 of the server and its database, how late the deadlines are that fall due then, 33 a second, each of which ends
 * a match of two agents, and how much memory a clock takes. The matches are copies of one that was opened, made by SQL.
 * Budget: ready in 2.5 s, 100 ms late at the 99th percentile, none missed or fired twice. `--matches`, `--clocks`, `--rate`,
 * `--seconds`.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { build } from '@/scripts/build.mjs';
import { startProduct } from '@/scripts/test-server.mjs';
import { PostgresUsage } from './harness/postgres-usage';
import { figure, median, percentile, report } from './harness/report';
import { isShort, sized } from './harness/size';

const { values } = parseArgs({
  options: {
    matches: { type: 'string', default: sized('50000', '200') },
    clocks: { type: 'string', default: sized('20000', '150') },
    rate: { type: 'string', default: sized('33', '5') },
    seconds: { type: 'string', default: sized('60', '2') },
  },
});
const [MATCHES, CLOCKS, RATE, SECONDS] = [values.matches, values.clocks, values.rate, values.seconds].map(Number) as [
  number,
  number,
  number,
  number,
];
const ROUNDS = sized(5, 1);
const READY_MS = 2_500;
const LATE_MS = 100;
/** Before the memory is read: what begins after the start has begun. */
const SETTLE_MS = sized(5_000, 100);
/** Of the deadlines that passed while the server was away, and of a process whose code is not compiled yet. */
const FIRST_MS = sized(2_000, 500);
const MB = 1e6;

await build();
const product = await startProduct({
  EXHIBITION: 'false',
  QUOTAS: 'false',
  RATE_LIMIT_PER_MINUTE: '0',
  AGENT_SELF_REGISTRATION_PER_HOUR: '0',
});

async function call<T>(key: string | null, method: string, of: string, body?: object): Promise<T> {
  const answer = await fetch(`${product.url}/api${of}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${of}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

/** Opens a match of chess of two new agents, with a move each. @returns its id and the agent who opened it */
async function openMatch(): Promise<{ id: string; host: string }> {
  const register = () =>
    call<{ api_key: string; agent_id: string }>(null, 'POST', '/agents', { display_name: 'Player' });
  const [host, guest] = [await register(), await register()];
  const { experiences } = await call<{ experiences: { id: string; name: string }[] }>(
    host.api_key,
    'GET',
    '/experiences?search=chess',
  );
  const experience_id = experiences.find(({ name }) => name === 'Chess')?.id;
  const { game_session_id: id } = await call<{ game_session_id: string }>(host.api_key, 'POST', '/lobbies', {
    experience_id,
  });
  await call(guest.api_key, 'POST', `/lobbies/${id}/join`, {});
  await call(host.api_key, 'POST', `/matches/${id}/start`, {});
  const { players } = await call<{ players: { session_id: string }[] }>(host.api_key, 'GET', `/matches/${id}`);
  const step = (key: string, seat: number, action: string) =>
    call(key, 'POST', `/sessions/${players[seat]?.session_id}/step`, { action });
  await step(host.api_key, 0, 'e2e4');
  await step(guest.api_key, 1, 'e7e5');
  return { id, host: host.agent_id };
}

async function databaseUrl(): Promise<string> {
  const { password, port } = JSON.parse(await readFile(path.join(product.dataDirectory, 'postgres.json'), 'utf8'));
  return `postgresql://postgres:${password}@127.0.0.1:${port}/botplay`;
}

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await databaseUrl() });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Copies a match with its lobby, its sessions and its players, each time for two agents of their own. */
async function copyMatch(client: pg.Client, { id, host }: { id: string; host: string }): Promise<void> {
  await client.query(
    `CREATE TABLE made AS SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS white, gen_random_uuid() AS black,
       gen_random_uuid() AS white_session, gen_random_uuid() AS black_session, NULL::timestamptz AS due
     FROM generate_series(1, $1::int) n`,
    [MATCHES],
  );
  await client.query(
    `INSERT INTO agents (id, display_name, kind, claimed_at, first_call_at)
     SELECT a.id, 'Player ' || n, 'agent', now(), now() FROM made, unnest(ARRAY[white, black]) AS a(id)`,
  );
  const byAgent = (agent: string, white: string, black: string) =>
    `CASE WHEN ${agent} = '${host}' THEN ${white} ELSE ${black} END`;
  const agentOf = (column: string) => byAgent(column, 'm.white', 'm.black');
  const sessionOf = (column: string) => byAgent(column, 'm.white_session', 'm.black_session');
  const copy = async (table: string, key: string, value: string, given: Record<string, string>) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    await client.query(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => given[name] ?? `t.${name}`).join(', ')}
       FROM made m CROSS JOIN ${table} t WHERE t.${key} = $1`,
      [value],
    );
  };
  const agent = { agent_id: agentOf('t.agent_id'), experience_agent_id: `${agentOf('t.agent_id')}::text` };
  const session = { session_id: sessionOf('t.agent_id') };
  // Days for a move in the matches whose clock does not run out here.
  await copy('matches', 'id', id, {
    id: 'm.id',
    move_time_ms: `CASE WHEN m.n > ${CLOCKS} THEN 259200000 ELSE t.move_time_ms END`,
  });
  await copy('match_positions', 'match_id', id, {
    match_id: 'm.id',
    deadline_at: `now() + interval '3 days' + m.n * interval '1 s'`,
  });
  await copy('match_seats', 'match_id', id, { match_id: 'm.id', ...agent, ...session });
  await copy('match_inputs', 'match_id', id, { match_id: 'm.id' });
  await copy('events', 'stream', `match:${id}`, { stream: "'match:' || m.id" });
  await copy('lobbies', 'id', id, { id: 'm.id', host_agent_id: 'm.white' });
  await copy('sessions', 'lobby_id', id, { ...agent, id: sessionOf('t.agent_id'), match_id: 'm.id', lobby_id: 'm.id' });
  await copy('lobby_members', 'lobby_id', id, { lobby_id: 'm.id', ...agent, ...session });
  await copy('engagements', 'lobby_id', id, { agent_id: agent.agent_id, lobby_id: 'm.id', ...session });
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

const readMetrics = async (): Promise<string> => (await fetch(`${product.url}/metrics`)).text();
const readValue = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);

/** Cumulative counts of the lateness of deadlines, by the upper bound in milliseconds. */
function latenessOf(text: string): Map<number, number> {
  const buckets = text.matchAll(/^botplay_deadline_lateness_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  return new Map([...buckets].map(([, bound, count]) => [1000 * Number(bound), Number(count)]));
}

/** The value at a fraction of what came between two readings, in milliseconds: within a bucket by its share. */
function quantile(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>, fraction: number): number {
  const counts = [...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const);
  const wanted = fraction * Math.max(...counts.map(([, count]) => count));
  let [lower, below] = [0, 0];
  for (const [bound, count] of counts) {
    if (count >= wanted)
      return Number.isFinite(bound) ? lower + ((bound - lower) * (wanted - below)) / Math.max(1, count - below) : bound;
    [lower, below] = [bound, count];
  }
  return Number.NaN;
}

async function residentAfterStart(): Promise<number> {
  await pause(SETTLE_MS);
  return readValue(await readMetrics(), 'process_resident_memory_bytes');
}

await product.crash({ withDatabase: true });
await product.startAgain();
const emptyBytes = await residentAfterStart();
const opened = await openMatch();
const beganMs = performance.now();
await withDatabase((client) => copyMatch(client, opened));
console.log(`${MATCHES} open matches, made in ${figure((performance.now() - beganMs) / 1000)} s`);

const readyMs: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  await product.crash({ withDatabase: true });
  const startedMs = performance.now();
  await product.startAgain();
  readyMs.push(performance.now() - startedMs);
  await pause(500);
}
const fullBytes = await residentAfterStart();
report({
  benchmark: `ready after kill -9 with ${MATCHES} open matches`,
  ratio: median(readyMs) / READY_MS,
  budget: { atMost: 1 },
  ours: `${readyMs.map(figure).join(', ')} ms`,
  reference: `${figure(READY_MS)} ms`,
});
report({
  benchmark: `memory of the process with ${MATCHES} open matches, against none`,
  ratio: fullBytes / emptyBytes,
  budget: null,
  ours: `${figure(fullBytes / MB)} MB, ${figure((fullBytes - emptyBytes) / CLOCKS / 1000)} KB a clock`,
  reference: `${figure(emptyBytes / MB)} MB`,
});

// From now on clocks run out, also while the server is away.
await withDatabase(async (client) => {
  await client.query(`UPDATE made SET due = now() + n * interval '1 s' / $1::float8 WHERE n <= $2`, [RATE, CLOCKS]);
  await client.query(
    `UPDATE match_positions p SET deadline_at = m.due, clock_started_at = m.due - interval '1 minute' FROM made m
      WHERE m.id = p.match_id AND m.due IS NOT NULL`,
  );
});
await product.crash({ withDatabase: true });
await product.startAgain();
const readyAt = new Date();
await pause(FIRST_MS);
const usage = new PostgresUsage(await databaseUrl());
await usage.open();
const [before, from] = [await readMetrics(), new Date()];
const databaseMs = await usage.during(() => pause(1000 * SECONDS));
const [after, until] = [await readMetrics(), new Date()];
await usage.close();
const { fired, overdue, missed, doubled } = await withDatabase(async (client) => {
  const rows = async <Row extends pg.QueryResultRow>(text: string, given: unknown[] = []) =>
    (await client.query<Row>(text, given)).rows;
  const late = 'extract(epoch FROM t.ended_at - m.due)::float8 * 1000';
  return {
    fired: await rows<{ late: number }>(
      `SELECT ${late} AS late FROM made m JOIN matches t ON t.id = m.id WHERE m.due BETWEEN $1 AND $2 AND t.ended_at IS NOT NULL`,
      [from, until],
    ),
    overdue: await rows<{ count: number; after: number }>(
      `SELECT count(*)::int AS count, max(extract(epoch FROM t.ended_at - $1))::float8 * 1000 AS after
         FROM made m JOIN matches t ON t.id = m.id WHERE m.due < $1`,
      [readyAt],
    ),
    missed: await rows(
      `SELECT 1 FROM made m JOIN matches t ON t.id = m.id WHERE m.due < $1::timestamptz - interval '1 second' AND t.status = 'active'`,
      [until],
    ),
    doubled: await rows(
      `SELECT 1 FROM made m JOIN events e ON e.stream = 'match:' || m.id AND e.type = 'match_ended' GROUP BY m.id HAVING count(*) > 1`,
    ),
  };
});
const lateness = fired.map(({ late }) => late);
const [halfMs, lateMs] = [0.5, 0.99].map((fraction) => quantile(latenessOf(before), latenessOf(after), fraction)) as [
  number,
  number,
];
const spent = 1000 * (readValue(after, 'process_cpu_seconds_total') - readValue(before, 'process_cpu_seconds_total'));
console.log(
  `${overdue[0]?.count} deadlines passed while the server was away; all were applied ${figure(overdue[0]?.after ?? 0)} ms after it was ready`,
);
console.log(
  `${fired.length} deadlines in ${SECONDS} s: applied ${figure(median(lateness))} ms late at the median, ${figure(percentile(lateness, 0.99))} ms at the 99th percentile, ` +
    `${figure(Math.max(...lateness))} ms at most; stored ${figure(halfMs)} and ${figure(lateMs)} ms late; ${missed.length} missed, ${doubled.length} fired twice; ` +
    `${figure(spent / fired.length)} ms of a processor each, and ${figure(databaseMs / fired.length)} ms of PostgreSQL`,
);
report({
  benchmark: `${figure(RATE)} deadlines a second of ${CLOCKS} running clocks, each the end of a match, 99th percentile`,
  ratio: lateMs / LATE_MS,
  budget: { atMost: 1 },
  ours: `stored ${figure(lateMs)} ms late`,
  reference: `${LATE_MS} ms`,
});
if (doubled.length > 0 || (missed.length > 0 && !isShort)) process.exitCode = 1;
await product.stop();
process.exit();
