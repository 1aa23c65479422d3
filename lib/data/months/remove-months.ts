import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { isArchived, keptSince } from '@/lib/core/retention';
import { type Client, directPool, sql } from '../database';
import { LOCK_NOT_AVAILABLE, sqlState } from '../sql-state';
import { writeArchiveFile } from './archive-file';
import { openArchivePlace } from './archive-place';
import { withShortLocks } from './make-months';
import { attachSql, createSql, earlierName, type Partition, readPartitions } from './partitions';
import { inSchema, keyAt, MONTHLY_TABLES, type MonthlyTable } from './tables';

/** How long a detachment waits for statements that still use the table; they go on meanwhile, and so do others. */
const DETACH_MS = 30_000;

/** A month that leaves, or has left. */
interface ArchivedMonth {
  table_name: string;
  partition: string;
  from_key: string;
  until_key: string;
  /** '' of a month of which every row was removed before: its partition is dropped. */
  file: string;
  archived_at: Date | null;
}

/**
 * Removes the oldest months of each table whose days are over: detaches the partition, which holds up nobody, writes it to the
 * archive, reads the file back, and drops it. A month with a match or a session that is not over stays. What a process left
 * unfinished is finished. One process does it at a time.
 */
export async function removeMonths(stopping: AbortSignal): Promise<void> {
  for (const month of await readUnfinished()) await finish(month, stopping);
  for (const table of MONTHLY_TABLES) {
    while (!stopping.aborted && (await removeOldest(table, stopping)));
  }
}

/** @returns whether a month was removed, so that the next one may be looked at */
async function removeOldest(table: MonthlyTable, stopping: AbortSignal): Promise<boolean> {
  const since = keptSince(table.name);
  const own = (await readPartitions()).filter((one) => one.table === table);
  const oldest = own.find(({ name, untilAt }) => untilAt !== null && name !== earlierName(table));
  if (since === null || !oldest?.untilAt || oldest.untilAt > since) return false;
  const archived = isArchived(table.name);
  if (!archived && (await hasRows(oldest.name))) return false;
  if (archived && (await isOpen(table, oldest))) {
    log.info({ table: table.name, month: oldest.name }, 'a month stays: a match or a session of it is not over');
    return false;
  }
  const file = archived ? `${table.name}/${oldest.name.slice(table.name.length + 1)}.jsonl.gz` : '';
  await sql(
    null,
    `INSERT INTO archived_months (table_name, partition, from_key, until_key, file) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [table.name, oldest.name, oldest.from, oldest.until, file],
  );
  return finish(await readMonth(table.name, oldest.name), stopping);
}

async function hasRows(name: string): Promise<boolean> {
  return (await sql(null, `SELECT 1 FROM ${inSchema(name)} LIMIT 1`, [])).length > 0;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Whether a match or a session whose id is of the month is not over. */
async function isOpen({ of }: MonthlyTable, { fromAt, untilAt }: Partition): Promise<boolean> {
  if (of === null || untilAt === null) return false;
  const ids = { kind: 'uuid' } as MonthlyTable;
  const bounds = [fromAt === null ? FIRST_ID : keyAt(ids, fromAt), keyAt(ids, untilAt)];
  const rows = await sql(
    null,
    of === 'matches'
      ? `SELECT 1 FROM matches WHERE id >= $1 AND id < $2 AND (status = 'active' OR closed_at IS NULL) LIMIT 1`
      : `SELECT 1 FROM sessions WHERE id >= $1 AND id < $2 AND status = 'active' LIMIT 1`,
    bounds,
  );
  return rows.length > 0;
}

/** Detaches a partition without a lock that others would wait for. @returns false when statements used it for too long */
async function detach({ table, name, isLeaving }: Partition): Promise<boolean> {
  const client = await directPool().connect();
  try {
    await client.query(`SET lock_timeout = ${DETACH_MS}`);
    // A second attempt finishes what the first one has begun.
    await client.query(
      `ALTER TABLE ${table.name} DETACH PARTITION ${inSchema(name)} ${isLeaving ? 'FINALIZE' : 'CONCURRENTLY'}`,
    );
    return true;
  } catch (thrown) {
    if (sqlState(thrown) !== LOCK_NOT_AVAILABLE) throw thrown;
    log.warn(
      { table: table.name, month: name },
      'a month is still used by a long transaction; the next hour tries again',
    );
    return false;
  } finally {
    await client.query('RESET lock_timeout').catch(() => null);
    client.release();
  }
}

/** Makes the partition of what still comes in for removed months reach to the end of one more. */
async function coverEarlier(table: MonthlyTable, from: string, until: string, stopping: AbortSignal): Promise<boolean> {
  const name = earlierName(table);
  const covered = await withShortLocks(stopping, async (client) => {
    const partitions = (await readPartitions(client)).filter((one) => one.table === table);
    const earlier = partitions.find((one) => one.name === name);
    if (earlier && earlier.until >= until) return true;
    if (earlier) await client.query(`ALTER TABLE ${table.name} DETACH PARTITION ${inSchema(name)}`);
    else await client.query(createSql(table, name));
    await client.query(attachSql(table, name, earlier?.from ?? from, until));
    return true;
  });
  return covered ?? false;
}

/** Detaches a month, writes it to the archive and drops it, as far as that was not done yet. @returns whether it is gone */
async function finish(month: ArchivedMonth, stopping: AbortSignal): Promise<boolean> {
  const table = MONTHLY_TABLES.find(({ name }) => name === month.table_name) as MonthlyTable;
  const attached = (await readPartitions()).find(({ name }) => name === month.partition);
  if (!attached && month.archived_at === null && !(await isThere(month.partition))) {
    // A restored database has the rows in another partition, and an empty month may be dropped already.
    await forget(month);
    return true;
  }
  if (attached && !(await detach(attached))) return false;
  if (!(await coverEarlier(table, month.from_key, month.until_key, stopping))) return false;
  if (month.file !== '' && month.archived_at === null) await archive(table, month);
  if (!(await drop(month.partition, stopping))) return false;
  if (month.file === '') await forget(month);
  return true;
}

async function isThere(name: string): Promise<boolean> {
  return (await sql(null, 'SELECT 1 WHERE to_regclass($1) IS NOT NULL', [inSchema(name)])).length > 0;
}

async function forget({ table_name, partition }: ArchivedMonth): Promise<void> {
  await sql(null, 'DELETE FROM archived_months WHERE table_name = $1 AND partition = $2', [table_name, partition]);
}

async function archive(table: MonthlyTable, month: ArchivedMonth): Promise<void> {
  if (env().ARCHIVE_TO === '') throw new Error(`ARCHIVE_TO is not set, and ${month.partition} waits to be archived.`);
  const place = await openArchivePlace(env().ARCHIVE_TO, env());
  const client = await directPool().connect();
  try {
    const partition = { table, name: month.partition, from: month.from_key, until: month.until_key };
    const { rows, bytes, sha256 } = await writeArchiveFile(client, place, month.file, partition);
    await markArchived(client, month, [rows, bytes, sha256]);
    log.info({ table: table.name, file: month.file, rows, bytes }, 'a month was archived');
  } finally {
    client.release();
    place.close();
  }
}

async function markArchived(client: Client, month: ArchivedMonth, values: unknown[]): Promise<void> {
  await sql(
    null,
    `UPDATE archived_months SET rows = $3, bytes = $4, sha256 = $5, archived_at = now() WHERE table_name = $1 AND partition = $2`,
    [month.table_name, month.partition, ...values],
    client,
  );
}

async function drop(name: string, stopping: AbortSignal): Promise<boolean> {
  const dropped = await withShortLocks(stopping, async (client) => {
    await client.query(`DROP TABLE IF EXISTS ${inSchema(name)}`);
    return true;
  });
  return dropped ?? false;
}

const COLUMNS = 'm.table_name, m.partition, m.from_key, m.until_key, m.file, m.archived_at';

/** Months that are not archived yet, and those whose table is still there. */
async function readUnfinished(): Promise<ArchivedMonth[]> {
  return sql<ArchivedMonth>(
    null,
    `SELECT ${COLUMNS} FROM archived_months m
      WHERE m.archived_at IS NULL OR EXISTS (SELECT 1 FROM pg_class c
        WHERE c.relnamespace = to_regnamespace('partitions') AND c.relname = m.partition)
      ORDER BY 1, 2`,
    [],
  );
}

async function readMonth(table: string, partition: string): Promise<ArchivedMonth> {
  const rows = await sql<ArchivedMonth>(
    null,
    `SELECT ${COLUMNS} FROM archived_months m WHERE m.table_name = $1 AND m.partition = $2`,
    [table, partition],
  );
  return rows[0] as ArchivedMonth;
}
