import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { once } from '@/lib/core/globals';
import { connectFault } from './connect-fault';
import { sqlState } from './sql-state';

/** What a named statement gets from a pooler that does not know it on its present connection. */
const UNKNOWN_STATEMENT = '26000';
const MAX_TRIES = 12;
const MAX_ANSWER_MS = 3_000;
/** By its `server_version_num`. */
const OLDEST_SERVER = 150_000;

interface Way {
  /** Whether DATABASE_URL leads to a pooler that gives each transaction another connection. */
  isPooled: boolean;
  /** Whether the pooler keeps named statements (PgBouncer 1.21 and `max_prepared_statements`). */
  keepsStatements: boolean;
}

interface CheckedWay {
  way: Way | null;
}

const checked = (): CheckedWay => once('database.way', () => ({ way: null }));

/** Whether statements may be prepared once per connection. Before `checkPooler` only without a direct URL. */
export function keepsStatements(hasDirectUrl: boolean): boolean {
  return checked().way?.keepsStatements ?? !hasDirectUrl;
}

/**
 * Finds out whether a pooler stands between this process and PostgreSQL, and what it can do.
 * @throws Error that names the variable to change: a database that cannot be reached, a replica, a PostgreSQL that is too old, a
 *   pooler in statement mode, one in transaction mode without DATABASE_DIRECT_URL, a pooler behind DATABASE_DIRECT_URL, or two
 *   different databases
 */
export async function checkPooler(urls: { url: string; directUrl: string }): Promise<Way> {
  const { url, directUrl } = urls;
  const { way, database, isDirect } = await inspect(url, 'DATABASE_URL');
  if (directUrl === '') {
    if (way.isPooled) {
      throw new Error(
        'DATABASE_URL leads to a connection pooler in transaction mode, which cannot LISTEN. Set DATABASE_DIRECT_URL to PostgreSQL itself as well.',
      );
    }
    if (!isDirect) await requireSettings(url);
  } else {
    const direct = await inspect(directUrl, 'DATABASE_DIRECT_URL');
    if (direct.way.isPooled) {
      throw new Error(
        'DATABASE_DIRECT_URL leads to a connection pooler in transaction mode. It must lead to PostgreSQL itself.',
      );
    }
    if (database !== direct.database) {
      throw new Error(
        'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases. They must lead to the same one.',
      );
    }
  }
  checked().way = way;
  return way;
}

async function withClients<T>(
  { url, variable, count }: { url: string; variable: string; count: number },
  work: (clients: pg.Client[]) => Promise<T>,
): Promise<T> {
  const clients = Array.from(
    { length: count },
    () => new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: MAX_ANSWER_MS }),
  );
  for (const client of clients) client.on('error', () => {});
  try {
    await Promise.all(clients.map((client) => client.connect())).catch((thrown: unknown) => {
      throw connectFault(variable, thrown);
    });
    return await work(clients).catch((thrown: unknown) => {
      throw SILENCE.test((thrown as Error).message) ? silenceFault(variable, thrown) : thrown;
    });
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

/** What the driver says when a statement has no answer. */
const SILENCE = /^(Query read timeout|Connection terminated)/;

const silenceFault = (variable: string, thrown: unknown) =>
  new Error(
    `The database of ${variable} does not answer: ${(thrown as Error).message}. A pooler there needs more connections (default_pool_size); else look at its load.`,
    { cause: thrown },
  );

/** What names the database that a client is connected to. @throws Error when this program cannot work with its server */
async function identify(client: pg.Client, variable: string): Promise<string> {
  const { rows } = await client.query<{ database: string; version: string; number: number; isReplica: boolean }>(
    `SELECT oid || ' ' || pg_postmaster_start_time() AS database, current_setting('server_version') AS version,
       current_setting('server_version_num')::int AS number, pg_is_in_recovery() AS "isReplica"
     FROM pg_database WHERE datname = current_database()`,
  );
  const [{ database, version, number, isReplica } = { database: '', version: '', number: 0, isReplica: false }] = rows;
  if (number < OLDEST_SERVER)
    throw new Error(`${variable} leads to PostgreSQL ${version}, which is too old. Botplay needs 15 or newer.`);
  if (isReplica)
    throw new Error(
      `${variable} leads to a replica, which takes no writes. It must lead to the primary; DATABASE_REPLICA_URL is for a replica.`,
    );
  return database;
}

/** A statement whose answer is the server's process behind a connection. */
const PROCESS = 'SELECT pg_backend_pid() AS pid';

/** A direct connection is the process that the server named when it was opened; poolers name others. */
async function isDirectTo(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(PROCESS);
  return rows[0]?.pid === (client as pg.Client & { processID: number | null }).processID;
}

function inspect(url: string, variable: string): Promise<{ way: Way; database: string; isDirect: boolean }> {
  return withClients({ url, variable, count: 2 }, async ([first, second]) => {
    const [one, other] = [first as pg.Client, second as pg.Client];
    const database = await identify(one, variable);
    if (await isDirectTo(one)) return { database, way: { isPooled: false, keepsStatements: true }, isDirect: true };
    return { database, way: await findWay({ one, other, variable }), isDirect: false };
  });
}

/** Without DATABASE_DIRECT_URL connections have settings (`plannedPool`). @throws Error when a pooler in session mode refuses them */
async function requireSettings(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    options: '-c enable_seqscan=off',
  });
  client.on('error', () => {});
  await client.connect().catch((thrown: Error) => {
    throw new Error(
      `DATABASE_URL leads to a connection pooler that refuses settings (${thrown.message}). Set pool_mode = transaction there, and DATABASE_DIRECT_URL to PostgreSQL itself as well.`,
      { cause: thrown },
    );
  });
  await client.end();
}

/**
 * A pooler gives the connection that one client has just used to the next client. While that one keeps it in a transaction,
 * the first client gets another one, which knows its named statement only if the pooler prepares it there. In a busy pooler
 * others may come between: then the first client is seen on another connection by itself.
 */
async function findWay(of: { one: pg.Client; other: pg.Client; variable: string }): Promise<Way> {
  const { one, other, variable } = of;
  const statement = { name: `botplay_probe_${randomBytes(6).toString('hex')}`, text: PROCESS };
  let before: number | null = null;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const ofFirst = await processOf(one, statement);
    if (ofFirst === null) return { isPooled: true, keepsStatements: false };
    await beginTransaction(other, variable);
    const ofSecond = await other.query<{ pid: number }>(PROCESS);
    const isPooled = ofFirst === ofSecond.rows[0]?.pid || (before !== null && before !== ofFirst);
    const keeps = isPooled && (await processOf(one, statement)) !== null;
    await other.query('COMMIT');
    if (isPooled) return { isPooled, keepsStatements: keeps };
    before = ofFirst;
  }
  return { isPooled: false, keepsStatements: true };
}

/** The server's process that answers a named statement; null when the pooler has not prepared it there. */
async function processOf(client: pg.Client, statement: { name: string; text: string }): Promise<number | null> {
  try {
    return (await client.query<{ pid: number }>(statement)).rows[0]?.pid ?? null;
  } catch (error) {
    // Without a second connection the pooler does not answer; unnamed statements are always right.
    const state = sqlState(error);
    if (state !== null && state !== UNKNOWN_STATEMENT) throw error;
    return null;
  }
}

async function beginTransaction(client: pg.Client, variable: string): Promise<void> {
  try {
    await client.query('BEGIN');
  } catch (error) {
    if (!(error instanceof Error) || !/statement pooling mode/.test(error.message)) throw error;
    throw new Error(
      `${variable} leads to a connection pooler in statement mode, which has no transactions. Set pool_mode = transaction there.`,
      { cause: error },
    );
  }
}
