import pg from 'pg';
import { type Queryable, sql } from '../database';
import { inSchema, MONTHLY_TABLES, type MonthlyTable, SCHEMA, timeOfKey } from './tables';

/** A partition of a table, as the catalog of PostgreSQL has it. */
export interface Partition {
  table: MonthlyTable;
  /** Without its schema. */
  name: string;
  /** Values of the column, as text, or MINVALUE and MAXVALUE: from the first to before the second. */
  from: string;
  until: string;
  /** When the bounds are; null for a bound of no time. */
  fromAt: Date | null;
  untilAt: Date | null;
  /** It is being detached: statements no longer see it. */
  isLeaving: boolean;
}

const BOUND = /^FOR VALUES FROM \((.+)\) TO \((.+)\)$/;
const plain = (bound: string) => bound.replace(/^'(.*)'$/, '$1');

/** All partitions, in the order of their bounds within a table. One query of the catalog. */
export async function readPartitions(on?: Queryable): Promise<Partition[]> {
  const rows = await sql<{ table: string; name: string; bound: string; leaving: boolean }>(
    'months.partitions',
    `SELECT p.relname AS table, c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound, i.inhdetachpending AS leaving
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r' AND p.relname = ANY ($2)`,
    [SCHEMA, MONTHLY_TABLES.map(({ name }) => name)],
    on,
  );
  const partitions = rows.map(({ table: tableName, name, bound, leaving }): Partition => {
    const table = MONTHLY_TABLES.find((one) => one.name === tableName) as MonthlyTable;
    const [, from = '', until = ''] = (BOUND.exec(bound) ?? []).map(plain);
    const [fromAt, untilAt] = [timeOfKey(table, from), timeOfKey(table, until)];
    return { table, name, from, until, fromAt, untilAt, isLeaving: leaving };
  });
  const place = ({ from }: Partition) => (from === 'MINVALUE' ? '' : from);
  return partitions.sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

const bound = (value: string) => (value === 'MINVALUE' || value === 'MAXVALUE' ? value : pg.escapeLiteral(value));

/** SQL that makes an empty table in the form of `table`. */
export const createSql = (table: MonthlyTable, name: string): string =>
  `CREATE TABLE ${inSchema(name)} (LIKE ${table.name} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`;

/** SQL that makes a table a partition. */
export const attachSql = (table: MonthlyTable, name: string, from: string, until: string): string =>
  `ALTER TABLE ${table.name} ATTACH PARTITION ${inSchema(name)} FOR VALUES FROM (${bound(from)}) TO (${bound(until)})`;

/** The partition of what has no month yet. */
export const laterName = ({ name }: MonthlyTable): string => `${name}_later`;

/** The partition of what comes in for months that were removed. */
export const earlierName = ({ name }: MonthlyTable): string => `${name}_earlier`;

/** Months after that of `at` for which every table has a partition; in the table that has the fewest. */
export function monthsAhead(partitions: readonly Partition[], at: Date): number {
  const ends = MONTHLY_TABLES.map((table) => partitions.find(({ name }) => name === laterName(table))?.fromAt ?? at);
  return Math.min(...ends.map((end) => monthsBetween(at, end) - 1));
}

const monthsBetween = (from: Date, until: Date): number =>
  12 * (until.getUTCFullYear() - from.getUTCFullYear()) + until.getUTCMonth() - from.getUTCMonth();
