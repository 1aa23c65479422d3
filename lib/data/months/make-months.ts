import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { observeGauge } from '@/lib/core/metrics';
import { type Client, directPool, sql, transaction } from '../database';
import { isLockRefused } from '../sql-state';
import { attachSql, createSql, laterName, monthsAhead, readPartitions } from './partitions';
import { inSchema, keyAt, MONTHLY_TABLES, type MonthlyTable, monthAfter, monthName } from './tables';

/** Months after the current one that have a partition. */
const AHEAD = 3;
/** A change that waits for a lock holds up all that come after it: it waits so long at most, and tries again a little later. */
const LOCK_MS = 200;
const ATTEMPTS = 20;
const PAUSE_MS = 250;

/**
 * Runs a change of tables in a transaction that waits at most {@link LOCK_MS} for a lock, and repeats it while others have the
 * locks. @returns null when they had them each time
 */
export async function withShortLocks<T>(
  stopping: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T | null> {
  for (let attempt = 0; attempt < ATTEMPTS && !stopping.aborted; attempt++) {
    try {
      return await transaction(async (client) => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
        return work(client);
      }, directPool());
    } catch (thrown) {
      if (!isLockRefused(thrown)) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return null;
}

/**
 * Makes the partitions of the coming months, where they are missing. Rows that came in without one are moved into theirs. It holds a
 * table for milliseconds, once a month.
 */
export async function makeMonths(stopping: AbortSignal): Promise<void> {
  for (const table of MONTHLY_TABLES) {
    const later = (await readPartitions()).find(({ name }) => name === laterName(table));
    if (!later?.fromAt) throw new Error(`The table ${table.name} has no partition for what has no month yet.`);
    const last = monthAfter(now(), AHEAD);
    for (let at = later.fromAt; at <= last && !stopping.aborted; at = monthAfter(at, 1)) {
      if ((await withShortLocks(stopping, (client) => makeMonth(client, table, at, later.until))) === null) {
        log.warn(
          { table: table.name, month: monthName(at) },
          'the partition of a month waits for locks; the next hour tries again',
        );
        break;
      }
    }
  }
}

async function makeMonth(client: Client, table: MonthlyTable, at: Date, end: string): Promise<true> {
  const name = `${table.name}_${monthName(at)}`;
  const [from, until] = [keyAt(table, at), keyAt(table, monthAfter(at, 1))];
  const later = laterName(table);
  await client.query(`ALTER TABLE ${table.name} DETACH PARTITION ${inSchema(later)}`);
  await client.query(createSql(table, name));
  await client.query(attachSql(table, name, from, until));
  const { rowCount } = await client.query(
    `WITH moved AS (DELETE FROM ${inSchema(later)} WHERE ${table.column} < $1 RETURNING *) INSERT INTO ${inSchema(name)} SELECT * FROM moved`,
    [until],
  );
  await client.query(attachSql(table, later, until, end));
  if (rowCount)
    log.warn(
      { table: table.name, month: monthName(at), rows: rowCount },
      'rows of a month came in before its partition was made',
    );
  return true;
}

/** More rows than this are not counted. */
const COUNTED = 10_000;

/** Rows of partitions that are for what has no month yet, at most {@link COUNTED} of each table: of ids of other versions, or because months were not made. */
async function countRowsWithoutMonth(): Promise<number> {
  const counts = MONTHLY_TABLES.map(
    (table) => `(SELECT count(*) FROM (SELECT 1 FROM ${inSchema(laterName(table))} LIMIT ${COUNTED}) AS r)`,
  );
  const rows = await sql<{ n: number }>('months.rows_without_month', `SELECT (${counts.join(' + ')})::int AS n`, []);
  return rows[0]?.n ?? 0;
}

observeGauge(
  'botplay_partition_months_ahead',
  'Months after the current one for which every partitioned table has a partition.',
  async () => monthsAhead(await readPartitions(), now()),
);
observeGauge(
  'botplay_partition_rows_without_month',
  'Rows that came in for a month without a partition, at most 10,000 of each table.',
  countRowsWithoutMonth,
);
