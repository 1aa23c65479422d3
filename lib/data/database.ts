import pg from 'pg';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import { keepsStatements } from './pooler';
import { DEADLOCK, sqlState } from './sql-state';
import { isDatabaseAway } from './unavailable';

export { isUniqueViolation } from './sql-state';

// bigint columns contain ranks and counts far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Client = pg.PoolClient;

/** Anything that runs a statement: the pool or a client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** Makes a pool of at most `max` connections, of DATABASE_URL unless `url` says otherwise. */
export function makePool(
  max: number,
  of: { url?: string; settings?: string; connectionTimeoutMs?: number } = {},
): pg.Pool {
  const { url = env().DATABASE_URL, settings, connectionTimeoutMs = 10_000 } = of;
  const newPool = new pg.Pool({
    connectionString: url,
    options: settings,
    max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  // A connection that breaks between two statements of a transaction would end the process: the next statement fails instead.
  newPool.on('connect', (client) => {
    client.on('error', () => {});
    countStatements(client);
  });
  newPool.on('error', (error) => {
    // While the pool is ending, the server may close a connection first.
    if (!newPool.ending) log.warn({ reason: error.message }, 'an idle database connection failed');
  });
  return newPool;
}

/** Counts every statement of a connection, those of Prisma's client too. */
function countStatements(client: pg.Client): void {
  const { statements } = metrics();
  const counted = (...args: unknown[]) => {
    statements.inc();
    // Looked up at each call: tracing replaces it while the process runs.
    return (pg.Client.prototype.query as (...given: unknown[]) => unknown).apply(client, args);
  };
  client.query = counted as typeof client.query;
}

/** The connection pool of this process. */
export function pool(): pg.Pool {
  return once('pool', () => makePool(env().DATABASE_POOL));
}

/**
 * Batches in flight: two of moves; one each of steps, messages, and of starts, ends, exchanges and transcripts of leagues.
 */
const PLANNED_CONNECTIONS = 8;

/** Connections of `directPool`: one for each lock that a process may have at the same time. */
const DIRECT_CONNECTIONS = 6;

/**
 * Connections that stay the same from one transaction to the next: for advisory locks. Those of `pool`, unless a pooler
 * stands in between (DATABASE_DIRECT_URL).
 */
export function directPool(): pg.Pool {
  const { DATABASE_DIRECT_URL: url } = env();
  return url === '' ? pool() : once('direct-pool', () => makePool(DIRECT_CONNECTIONS, { url }));
}

/**
 * Connections for wide statements that name every row by its key. PostgreSQL would plan each execution again, which
 * takes longer than running it, because it cannot estimate the rows of an array parameter. Here it caches the first
 * plan and may only use indexes, so that the plan stays good while tables grow. The value of a partial index must be
 * a parameter: as a literal, the plan may read the whole index.
 */
export function plannedPool(): pg.Pool {
  return once('planned-pool', () =>
    makePool(
      PLANNED_CONNECTIONS,
      // A pooler refuses settings of a connection.
      env().DATABASE_DIRECT_URL === ''
        ? { settings: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off' }
        : {},
    ),
  );
}

/**
 * A connection that has not answered by then is closed: when the network loses a host, nothing else tells, for many minutes. No
 * statement of a call takes a tenth of it.
 */
const ANSWER_MS = 15_000;

/** A statement of the driver, with the time within which it must be answered. */
const answeredSoon = (text: string): pg.QueryConfig => answeredWithin(ANSWER_MS, text);

/** The same for a statement that may take longer than those of a call. */
export const answeredWithin = (ms: number, text: string, values: readonly unknown[] = []): pg.QueryConfig =>
  ({ text, values: values as unknown[], query_timeout: ms }) as pg.QueryConfig;

/** Names of prepared statements have its number: after a change of the schema each connection prepares them anew. */
const plans = () => once('database.plans', () => ({ generation: 0 }));

/** Whether a prepared statement was not executed because a migration has changed the columns of its answer (`SELECT *`). */
function isPlanOutdated(thrown: unknown): boolean {
  // The message is in the language of the server.
  return sqlState(thrown) === '0A000' && (thrown as pg.DatabaseError).routine === 'RevalidateCachedQuery';
}

const isPool = (on: Queryable): boolean => 'totalCount' in on;

/**
 * Runs one statement in one round trip. One with a name is prepared once per connection, where the way to the database allows it,
 * and fails as if the database were away when it has no answer in 15 s. On a pool it is repeated when a migration has changed
 * its columns since it was prepared; in a transaction, `transaction` repeats the whole.
 */
export async function sql<Row extends pg.QueryResultRow>(
  name: string | null,
  text: string,
  values: readonly unknown[],
  on: Queryable = pool(),
): Promise<Row[]> {
  if (name === null) return (await on.query<Row>({ text, values: values as unknown[] })).rows;
  const { generation } = plans();
  // A pooler knows a prepared statement by its text.
  const mark = generation === 0 ? '' : ` -- ${generation}`;
  const bounded = { text: text + mark, values: values as unknown[], query_timeout: ANSWER_MS };
  const isPrepared = keepsStatements(env().DATABASE_DIRECT_URL !== '');
  try {
    return (await on.query<Row>(isPrepared ? { name: name + mark, ...bounded } : bounded)).rows;
  } catch (thrown) {
    if (!isPlanOutdated(thrown)) throw thrown;
    if (plans().generation === generation) plans().generation++;
    if (!isPool(on)) throw thrown;
    return sql(name, text, values, on);
  }
}

const SERIALIZATION_FAILURE = '40001';
const RETRYABLE = new Set([SERIALIZATION_FAILURE, DEADLOCK]);
const MAX_ATTEMPTS = 4;

/** Runs `work` in one transaction on one connection. Repeats it after a deadlock, a serialization failure or a migration, at most 4 times. */
export async function transaction<T>(work: (client: Client) => Promise<T>, of: pg.Pool = pool()): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction('BEGIN', work, of);
    } catch (thrown) {
      const isRetryable = RETRYABLE.has(sqlState(thrown) ?? '') || isPlanOutdated(thrown);
      if (attempt >= MAX_ATTEMPTS || !isRetryable) throw thrown;
    }
  }
}

/** Runs `work` on a state of the database that does not change, on a connection of its own. Never repeats it. */
export function readSnapshot<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return runTransaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work, pool());
}

async function runTransaction<T>(begin: string, work: (client: Client) => Promise<T>, of: pg.Pool): Promise<T> {
  const client = await of.connect();
  let broken: Error | undefined;
  try {
    await client.query(answeredSoon(begin));
    const value = await work(client);
    await client.query(answeredSoon('COMMIT'));
    return value;
  } catch (thrown) {
    // On a connection that does not answer a rollback would wait for ever; closing it is one too.
    if (isDatabaseAway(thrown)) broken = thrown as Error;
    else {
      await client.query(answeredSoon('ROLLBACK')).catch((error: Error) => {
        broken = error;
      });
    }
    throw thrown;
  } finally {
    client.release(broken);
  }
}

/** Connections of each pool that are opened at start. */
const WARM_CONNECTIONS = { shared: 4, planned: 2 };

/** Opens connections that the first calls would otherwise wait for. */
export async function warmUpPools(): Promise<void> {
  const { shared, planned } = WARM_CONNECTIONS;
  await Promise.all([onEach(pool(), shared, async () => {}), onEach(plannedPool(), planned, async () => {})]);
}

/**
 * Runs statements on the connections that are opened at start, so that each has them prepared and planned and has read
 * its catalog: a first call takes several times as long without.
 */
export async function warmUpStatements(work: {
  shared: (client: Client) => Promise<unknown>;
  planned: (client: Client) => Promise<unknown>;
}): Promise<void> {
  const { shared, planned } = WARM_CONNECTIONS;
  await Promise.all([onEach(pool(), shared, work.shared), onEach(plannedPool(), planned, work.planned)]);
}

/** Runs `work` on `count` connections at the same time. */
async function onEach(of: pg.Pool, count: number, work: (client: Client) => Promise<unknown>): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => of.connect()));
  try {
    await Promise.all(clients.map(work));
  } finally {
    for (const client of clients) client.release();
  }
}

/** Closes every connection: for a stop and for tests. */
export async function closeDatabase(): Promise<void> {
  const pools = new Set([pool(), plannedPool(), directPool()]);
  await Promise.all([...pools].map((each) => (each.ended ? null : each.end())));
}
