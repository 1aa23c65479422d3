import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../migrate';
import type { ArchiveEntry } from './archive';
import { countRows } from './dump';
import { END, type End, MANIFEST, type Manifest, SECRETS, type Secrets, tableOfPart } from './manifest';

/** What was read of a backup. */
export interface ReadBackup {
  manifest: Manifest;
  secrets: Secrets | null;
  /** Rows in all. */
  rows: number;
}

/** Takes each part of a table, in order. @returns the rows that it has stored */
type StorePart = (table: string, columns: readonly string[], data: Buffer) => Promise<number>;

/**
 * Reads a whole backup without a database.
 * @throws Error when it is no backup of this format, is damaged, or lacks rows
 */
export async function checkBackup(entries: AsyncIterable<ArchiveEntry>): Promise<ReadBackup> {
  return readBackup(entries, { begin: async () => {}, store: async (_table, _columns, data) => countRows(data) });
}

/**
 * Restores a backup into the empty database at `url`, in one transaction, and applies the migrations that came after it. When
 * it fails, the database is empty again.
 * @param acceptManifest called before anything is changed; throws when the backup must not be restored
 * @throws Error when the database is not empty, the backup is damaged or of a later version
 */
export async function restoreDatabase(
  url: string,
  entries: AsyncIterable<ArchiveEntry>,
  acceptManifest: (manifest: Manifest, secrets: Secrets | null) => Promise<void>,
): Promise<ReadBackup> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await requireEmpty(client);
    try {
      const links: ForeignKey[] = [];
      const backup = await readBackup(entries, {
        begin: async (manifest, secrets) => {
          await acceptManifest(manifest, secrets);
          await migrateTo(url, manifest.migrations);
          await client.query('BEGIN');
          links.push(...(await unlinkTables(client, Object.keys(manifest.columns))));
        },
        store: (table, columns, data) => copyPart(client, table, columns, data),
      });
      await linkTables(client, Object.keys(backup.manifest.columns), links);
      for (const [name, value] of Object.entries(backup.manifest.sequences))
        await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
      await client.query('COMMIT');
      await migrate(url);
      await client.query('ANALYZE');
      return backup;
    } catch (thrown) {
      await client.query('ROLLBACK').catch(() => null);
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public').catch((kept: Error) => {
        throw new Error(`${(thrown as Error).message} The empty tables are still there: ${kept.message}.`, {
          cause: thrown,
        });
      });
      throw thrown;
    }
  } finally {
    await client.end();
  }
}

interface Steps {
  begin: (manifest: Manifest, secrets: Secrets | null) => Promise<void>;
  store: StorePart;
}

async function readBackup(entries: AsyncIterable<ArchiveEntry>, { begin, store }: Steps): Promise<ReadBackup> {
  let manifest: Manifest | null = null;
  let secrets: Secrets | null = null;
  let hasBegun = false;
  let end: End | null = null;
  const stored: Record<string, number> = {};
  for await (const { name, data } of entries) {
    if (name === MANIFEST) {
      manifest = JSON.parse(data.toString('utf8')) as Manifest;
      if (manifest.format !== 1) throw new Error('The backup was made by a later version.');
      continue;
    }
    if (manifest === null) throw new Error('The archive is not a backup of Botplay.');
    if (name === SECRETS) {
      secrets = JSON.parse(data.toString('utf8')) as Secrets;
      continue;
    }
    if (!hasBegun) await begin(manifest, secrets);
    hasBegun = true;
    if (name === END) {
      end = JSON.parse(data.toString('utf8')) as End;
      continue;
    }
    const table = tableOfPart(name);
    const columns = table === null ? undefined : manifest.columns[table];
    if (table === null || !columns) throw new Error(`The backup has an unknown entry: ${name}.`);
    stored[table] = (stored[table] ?? 0) + (await store(table, columns, data));
  }
  if (manifest === null || end === null) throw new Error('The archive is damaged or incomplete: its end is missing.');
  for (const [table, rows] of Object.entries(end.rows)) {
    const found = stored[table] ?? 0;
    if (found !== rows) throw new Error(`The backup has ${found} of ${rows} rows of ${table}.`);
  }
  return { manifest, secrets, rows: Object.values(end.rows).reduce((sum, rows) => sum + rows, 0) };
}

/** @throws Error when the database has a table */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' LIMIT 1",
  );
  if (rows.length > 0)
    throw new Error(
      'The database is not empty. A backup is restored into an empty database only; nothing was changed.',
    );
}

/** Brings an empty database to the state of the backup. @throws Error for migrations that this version does not have */
async function migrateTo(url: string, names: readonly string[]): Promise<void> {
  const all = await readMigrations(MIGRATIONS_DIRECTORY);
  const missing = names.filter((name) => !all.some((one) => one.name === name || one.replaces.includes(name)));
  if (missing.length > 0)
    throw new Error(`The backup was made by a later version: this one has no migration ${missing[0]}.`);
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-migrations-'));
  try {
    for (const { name } of all.filter((one) => names.includes(one.name)))
      await fs.cp(path.join(MIGRATIONS_DIRECTORY, name), path.join(directory, name), { recursive: true });
    await migrate(url, directory);
  } finally {
    await fs.rm(directory, { recursive: true, force: true });
  }
}

interface ForeignKey {
  name: string;
  table: string;
  definition: string;
}

/** Empties the tables and removes what rows of one table ask of another, until all rows are there. */
async function unlinkTables(client: pg.Client, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT c.conname AS name, r.relname AS table, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
      WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
  );
  for (const { name, table } of rows)
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  for (const table of tables) await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} DISABLE TRIGGER USER`);
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.map(pg.escapeIdentifier).join(', ')}`);
  return rows;
}

/** The opposite of {@link unlinkTables}: PostgreSQL checks every row again. */
async function linkTables(client: pg.Client, tables: readonly string[], links: readonly ForeignKey[]): Promise<void> {
  for (const { name, table, definition } of links)
    await client.query(
      `ALTER TABLE ${pg.escapeIdentifier(table)} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
    );
  for (const table of tables) await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} ENABLE TRIGGER USER`);
}

async function copyPart(client: pg.Client, table: string, columns: readonly string[], data: Buffer): Promise<number> {
  const names = columns.map(pg.escapeIdentifier).join(', ');
  const copying = client.query(copyFrom(`COPY ${pg.escapeIdentifier(table)} (${names}) FROM STDIN`));
  await pipeline(Readable.from([data]), copying);
  return copying.rowCount;
}
