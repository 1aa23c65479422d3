import { createHash } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { sqlState } from './database';
import { applyMigrations, type Migration, readMigrations } from './schema-engine';

/** The first key of our advisory locks; the second says what is locked. */
const LOCK_SPACE = 0x626f74;
const MIGRATION_LOCK = 1;
const UNDEFINED_TABLE = '42P01';

/** Where the migrations of this checkout are; every program of ours runs in its root. */
export const MIGRATIONS_DIRECTORY = path.join(process.cwd(), 'prisma', 'migrations');

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.script).digest('hex');
}

/** Names of the migrations that the database has not seen, in order. @throws Error when one was edited after it was applied. */
async function pendingOf(client: pg.Client, migrations: Migration[]): Promise<string[]> {
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
    const known = checksums.get(migration.name);
    return known !== undefined && known !== checksum(migration);
  });
  if (edited.length > 0) {
    throw new Error(
      `The database was migrated with another text of ${edited.map((migration) => migration.name).join(', ')}. ` +
        'A migration must not change once it is applied: add a new one, or start from an empty database.',
    );
  }
  return migrations.filter((migration) => !checksums.has(migration.name)).map((migration) => migration.name);
}

/**
 * Brings the database at `url` up to the migrations of this checkout and returns the names of those applied.
 * Processes that start at once wait for each other; with nothing to do it costs one query. A migration runs in
 * one transaction: one that failed left nothing behind and is tried again on the next start.
 * @throws Error when a migration fails or was edited after it was applied.
 */
export async function migrate(url: string, directory: string = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((thrown: NodeJS.ErrnoException) => {
    // A name with two addresses fails with a code and no words.
    throw new Error(`The database of DATABASE_URL cannot be used: ${thrown.message || thrown.code}`, { cause: thrown });
  });
  try {
    if ((await pendingOf(client, migrations)).length === 0) return [];
    await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_SPACE, MIGRATION_LOCK]);
    if ((await pendingOf(client, migrations)).length === 0) return [];
    await forgetFailed(client);
    return await applyMigrations(url, directory, migrations);
  } finally {
    await client.end();
  }
}

/** Prisma refuses to go on after a failed migration; ours left nothing behind, so its line may go. */
async function forgetFailed(client: pg.Client): Promise<void> {
  await client
    .query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL')
    .catch((thrown: unknown) => {
      if (sqlState(thrown) !== UNDEFINED_TABLE) throw thrown;
    });
}
