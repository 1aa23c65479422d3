import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '@/generated/prisma/client';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';

// bigint columns hold ranks and counts far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Client = pg.PoolClient;

/** Anything that runs a statement: the pool or a client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

function makePool(max: number, settings?: string): pg.Pool {
  const made = new pg.Pool({
    connectionString: env().DATABASE_URL,
    options: settings,
    max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  });
  made.on('error', (error) => {
    // Ending the pool does not wait for the last good-byes; a server that stops right after it may be quicker.
    if (!made.ending) log.warn({ reason: error.message }, 'an idle database connection failed');
  });
  return made;
}

/** The pool of this process; Prisma and the statements that are written by hand share it. */
export function pool(): pg.Pool {
  return once('pool', () => makePool(env().DATABASE_POOL));
}

/** Enough for the two kinds of statements that use them: one of each gathers while another is stored. */
const PLANNED_CONNECTIONS = 4;

/**
 * Connections for wide statements that name every row by its key. PostgreSQL would plan each execution anew, which
 * takes longer than running it, because it cannot guess how many rows a JSON parameter holds; here it keeps the first
 * plan, and that plan may only use indexes, so that it stays good while the tables grow. The value that a partial index
 * is about must be a parameter: written out, the plan may read that whole index for the few rows that are named.
 */
export function plannedPool(): pg.Pool {
  return once('planned-pool', () =>
    makePool(PLANNED_CONNECTIONS, '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'),
  );
}

/** Prisma over the shared pool: for everything that is not on a hot path. */
export function prisma(): PrismaClient {
  return once('prisma', () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/**
 * One hot statement, prepared once a connection under `name`.
 * A transaction that is one statement costs one round trip.
 */
export async function sql<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
  on: Queryable = pool(),
): Promise<Row[]> {
  const result = await on.query<Row>({ name, text, values: values as unknown[] });
  return result.rows;
}

const RETRYABLE = new Set(['40001', '40P01']);

/** The SQLSTATE of a database error, or null. */
export function sqlState(thrown: unknown): string | null {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : null;
}

/** Runs `work` in one transaction on one connection; repeats it when the database asks for that (deadlock, serialization). */
export async function transaction<T>(work: (client: Client) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool().connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const value = await work(client);
      await client.query('COMMIT');
      return value;
    } catch (thrown) {
      await client.query('ROLLBACK').catch((error: Error) => {
        broken = error;
      });
      if (attempt < 4 && RETRYABLE.has(sqlState(thrown) ?? '')) continue;
      throw thrown;
    } finally {
      client.release(broken);
    }
  }
}

/** Ends every connection; for a clean stop and for tests. */
export async function closeDatabase(): Promise<void> {
  await prisma().$disconnect();
  await Promise.all([pool(), plannedPool()].map((each) => (each.ended ? null : each.end())));
}
