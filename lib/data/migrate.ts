import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { log } from '@/lib/core/log';
import { connectFault } from './connect-fault';
import { INSUFFICIENT_PRIVILEGE, isLockRefused, sqlState, UNDEFINED_TABLE } from './sql-state';

/** The first key of our advisory locks; the second names what is locked. */
const LOCK_SPACE = 0x626f74;
const MIGRATION_LOCK = 1;
/**
 * While a migration waits for a lock, calls wait behind it: so long at most. PostgreSQL ends a vacuum that is in the way after one
 * second.
 */
const LOCK_MS = 2_000;
/** After this time of tries a start gives up. */
const MAX_TRYING_MS = 10 * 60_000;

/** prisma/migrations of this checkout; every program runs in its root. */
export const MIGRATIONS_DIRECTORY = path.join(process.cwd(), 'prisma', 'migrations');

/** A folder of prisma/migrations. */
export interface Migration {
  name: string;
  /** The text of migration.sql. */
  script: string;
  /** Names of earlier migrations that this one does the work of: the lines of replaces.txt. */
  replaces: readonly string[];
}

/** Reads every migration of a prisma/migrations folder, in the order in which they apply. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await fs.readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      script: await fs.readFile(path.join(directory, name, 'migration.sql'), 'utf8'),
      replaces: await readReplaced(path.join(directory, name, 'replaces.txt')),
    })),
  );
}

async function readReplaced(file: string): Promise<string[]> {
  const text = await fs.readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '';
    throw thrown;
  });
  return text.split('\n').filter((line) => line !== '');
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.script).digest('hex');
}

/** Returns the migrations that are not applied yet, in order. @throws Error when an applied one was edited */
async function findPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await client
    .query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    .catch((thrown: unknown) => {
      if (sqlState(thrown) === UNDEFINED_TABLE) return { rows: [] };
      throw thrown;
    });
  const checksums = new Map(applied.rows.map((row) => [row.migration_name, row.checksum]));
  const edited = migrations.filter((migration) => {
    const recorded = checksums.get(migration.name);
    return recorded !== undefined && recorded !== checksum(migration);
  });
  if (edited.length > 0) {
    throw new Error(
      `These migrations were edited after they were applied to the database: ${edited.map(({ name }) => name).join(', ')}. ` +
        'Restore their text and add a new migration, or start with an empty database.',
    );
  }
  return migrations.filter((migration) => !checksums.has(migration.name));
}

/** The table as `prisma migrate deploy` creates it. */
const CREATE_RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Whether the database has all migrations that this one replaces.
 * @throws Error when it has only some of them
 */
async function hasReplaced(client: pg.Client, { name, replaces }: Migration): Promise<boolean> {
  if (replaces.length === 0) return false;
  const { rows } = await client.query<{ migration_name: string }>(
    `SELECT DISTINCT migration_name FROM _prisma_migrations
     WHERE migration_name = ANY ($1) AND finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    [replaces],
  );
  if (rows.length === 0 || rows.length === replaces.length) return rows.length > 0;
  const missing = replaces.filter((each) => !rows.some((row) => row.migration_name === each));
  throw new Error(
    `The database has ${rows.length} of the ${replaces.length} migrations that ${name} replaces. The first missing one is ` +
      `${missing[0]}. Start the last version before ${name} on it once, then this version, or use an empty database.`,
  );
}

/**
 * Runs one script, unless the database has what it does, and records it, in one transaction. An earlier failed attempt is
 * recorded as rolled back. While another transaction has a lock that it needs, such as a backup, it is tried again and again, and
 * calls go on for twice the time of each try.
 */
async function applyMigration(client: pg.Client, migration: Migration, lockMs: number): Promise<void> {
  for (const startedMs = performance.now(); ; ) {
    const triedMs = performance.now();
    try {
      return await tryMigration(client, migration, lockMs);
    } catch (thrown) {
      if (!isLockRefused((thrown as Error).cause)) throw thrown;
      const oldest = await findOldestTransaction(client);
      const isOver = performance.now() - startedMs > MAX_TRYING_MS;
      if (isOver) throw new Error(`${(thrown as Error).message}. ${oldest}`, { cause: thrown });
      log.warn({ migration: migration.name }, `a migration waits for another transaction and tries again: ${oldest}`);
      await sleep(2 * (performance.now() - triedMs));
    }
  }
}

/** Which transaction may be in the way of a migration, for the operator. */
async function findOldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1`,
  );
  const [oldest] = rows;
  if (!oldest) return 'Look for a transaction that has been open for long in pg_stat_activity.';
  const { pid, name, seconds } = oldest;
  return `The oldest one is of process ${pid}${name && ` (${name})`} and ${seconds} s old. Wait for its end, or end it: SELECT pg_terminate_backend(${pid}).`;
}

async function tryMigration(client: pg.Client, migration: Migration, lockMs: number): Promise<void> {
  const isDone = await hasReplaced(client, migration);
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
    if (!isDone) await client.query(migration.script);
    await client.query(
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL',
      [migration.name],
    );
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum(migration), migration.name],
    );
    await client.query('COMMIT');
  } catch (thrown) {
    await client.query('ROLLBACK').catch(() => null);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`The migration ${migration.name} failed and was rolled back: ${reason}`, { cause: thrown });
  }
}

/** Whether a statement, or a migration by one, was refused for a right that the user does not have. */
const isRightMissing = (thrown: unknown): boolean =>
  [thrown, (thrown as Error).cause].some((each) => sqlState(each) === INSUFFICIENT_PRIVILEGE);

/**
 * Applies the migrations of `directory` that the database at `url` does not have yet and returns their names. They are
 * recorded as `prisma migrate deploy` records them, so both can be used on one database. Processes that start at the
 * same time wait for each other; with nothing to do it costs one query.
 * @throws Error when the database cannot be reached, the user may not change it, a migration fails, or one was edited after it was
 *   applied
 */
export async function migrate(
  url: string,
  directory: string = MIGRATIONS_DIRECTORY,
  variable = 'DATABASE_URL',
  lockMs = LOCK_MS,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  const connected = client.connect().catch((thrown: unknown) => {
    throw connectFault(variable, thrown);
  });
  const [migrations] = await Promise.all([readMigrations(directory), connected]);
  try {
    if ((await findPending(client, migrations)).length === 0) return [];
    await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_SPACE, MIGRATION_LOCK]);
    await client.query(CREATE_RECORDS);
    const pending = await findPending(client, migrations);
    for (const migration of pending) await applyMigration(client, migration, lockMs);
    return pending.map(({ name }) => name);
  } catch (thrown) {
    if (!isRightMissing(thrown)) throw thrown;
    throw new Error(
      `The user of ${variable} has too few rights: ${(thrown as Error).message}. Let it own the database and all tables in it ` +
        '(ALTER DATABASE … OWNER TO …), or name the owner in its place.',
      { cause: thrown },
    );
  } finally {
    await client.end();
  }
}
