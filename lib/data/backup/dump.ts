import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { inSchema, SCHEMA } from '../months/tables';
import { sqlState, UNDEFINED_TABLE } from '../sql-state';
import type { ArchiveEntry } from './archive';
import { END, type End, fingerprintsOf, MANIFEST, type Manifest, partName, SECRETS, type Secrets } from './manifest';

/** Rows are written in parts of about this size. */
const PART_BYTES = 4 * 1_048_576;
const NEW_LINE = 10;

/** What a dump needs beside the database. */
export interface DumpOptions {
  version: string;
  /** Of the running set-up: for fingerprints. */
  secrets: Secrets;
  /** Whether the dump has the secrets themselves. */
  withSecrets: boolean;
}

/**
 * All rows of the database at one moment, also while it is used: one transaction with one snapshot, which blocks nobody.
 * @param url of the database
 * @throws Error when the database cannot be reached
 */
export async function* dumpDatabase(url: string, options: DumpOptions): AsyncGenerator<ArchiveEntry> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    yield* dump(client, options);
  } finally {
    await client.end().catch(() => null);
  }
}

async function* dump(client: pg.Client, { version, secrets, withSecrets }: DumpOptions): AsyncGenerator<ArchiveEntry> {
  const detached = await beginWithMonths(client);
  const columns = await readColumns(client);
  const manifest: Manifest = {
    format: 1,
    version,
    createdAt: new Date().toISOString(),
    migrations: await readApplied(client),
    columns,
    sequences: await readSequences(client),
    fingerprints: fingerprintsOf(secrets),
  };
  yield json(MANIFEST, manifest);
  if (withSecrets) yield json(SECRETS, secrets);
  const rows: End['rows'] = {};
  for (const [table, names] of Object.entries(columns)) {
    rows[table] = 0;
    const list = names.map(pg.escapeIdentifier).join(', ');
    const months = detached.filter((month) => month.table === table).map(monthName);
    const from = [`${pg.escapeIdentifier(table)}${WITHOUT[table] ?? ''}`, ...months];
    const query = `COPY (${from.map((name) => `SELECT ${list} FROM ${name}`).join(' UNION ALL ')}) TO STDOUT`;
    let part = 0;
    for await (const data of wholeRows(client.query(copyTo(query)))) {
      part++;
      rows[table] += countRows(data);
      yield { name: partName(table, part), data };
    }
  }
  await client.query('COMMIT');
  yield json(END, { rows } satisfies End);
}

/** Months that wait for the archive: their rows are in the backup with those of their table, so nothing says that they are elsewhere. */
const WITHOUT: Record<string, string> = { archived_months: ' WHERE archived_at IS NOT NULL' };

/** A month that was detached from its table, and is not in the archive yet. */
interface DetachedMonth {
  table: string;
  partition: string;
}

const monthName = ({ partition }: DetachedMonth): string => inSchema(partition);

/** Months that a statement on their table does not see at this moment. */
async function readDetached(client: pg.Client): Promise<DetachedMonth[]> {
  const { rows } = await client.query<DetachedMonth>(
    `SELECT m.table_name AS "table", m.partition FROM archived_months m
       JOIN pg_class c ON c.relnamespace = to_regnamespace('${SCHEMA}') AND c.relname = m.partition
      WHERE m.archived_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhrelid = c.oid AND NOT i.inhdetachpending)
      ORDER BY 1, 2`,
  );
  return rows;
}

/**
 * Begins the transaction, with locks before its snapshot: until it ends no month is detached, and none of those that are is
 * dropped. Begins anew when one was detached between.
 */
async function beginWithMonths(client: pg.Client): Promise<DetachedMonth[]> {
  for (;;) {
    const months = await readDetached(client);
    const { rows } = await client.query<{ name: string }>(
      'SELECT DISTINCT partrelid::regclass::text AS name FROM pg_partitioned_table',
    );
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      const names = [...rows.map(({ name }) => name), ...months.map(monthName)];
      if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
      const current = await readDetached(client);
      if (current.length === months.length) return current;
    } catch (thrown) {
      // One was dropped meanwhile, because it is in the archive now.
      if (sqlState(thrown) !== UNDEFINED_TABLE) throw thrown;
    }
    await client.query('ROLLBACK');
  }
}

const json = (name: string, value: object): ArchiveEntry => ({ name, data: Buffer.from(JSON.stringify(value)) });

/** Rows end with a line break, and have none inside. */
export function countRows(data: Buffer): number {
  let rows = 0;
  for (let at = data.indexOf(NEW_LINE); at !== -1; at = data.indexOf(NEW_LINE, at + 1)) rows++;
  return rows;
}

/** Cuts a stream of rows between rows. */
async function* wholeRows(stream: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    const all = Buffer.concat(parts);
    const end = all.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) yield all.subarray(0, end);
    parts = [all.subarray(end)];
    bytes = all.length - end;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** Of each table of the product, its columns without those that are computed. Rows of `_prisma_migrations` are the manifest's. */
async function readColumns(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT t.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
       FROM information_schema.tables t
       JOIN information_schema.columns c USING (table_schema, table_name)
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
        AND t.table_name <> '_prisma_migrations'
      GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

async function readApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
