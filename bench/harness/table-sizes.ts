import pg from 'pg';
import { isShort, sized } from './size';

/** Bytes of a table on disk, partitions together. */
export interface TableSize {
  rows: number;
  indexes: number;
}

/** What a database stores at one moment. */
export interface Sizes {
  tables: Map<string, TableSize>;
  /** Bytes of the write-ahead log since the cluster was made. */
  wal: number;
}

/** Some tables are written in batches after the answer; the counts of PostgreSQL are a second late. */
const QUIET_MS = sized(1_500, 100);
const MAX_QUIET_CHECKS = sized(10, 1);

/** Reads sizes on a connection of its own. */
export async function measureTables(url: string): Promise<{ read: () => Promise<Sizes>; end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const readLsn = async () => {
    const { rows } = await client.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes");
    return rows[0].bytes as number;
  };
  const readWrites = async () => {
    const { rows } = await client.query(
      `SELECT (tup_inserted + tup_updated + tup_deleted)::float8 AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0].n as number;
  };
  /** Waits until nothing has been written to this database for a while. */
  const settle = async () => {
    let before = await readWrites();
    for (let check = 0; check < MAX_QUIET_CHECKS; check++) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const now = await readWrites();
      if (now === before) return;
      before = now;
    }
  };
  return {
    async read() {
      await settle();
      const wal = await readLsn();
      if (!isShort) await client.query('VACUUM (TRUNCATE false)');
      const { rows } = await client.query<{ name: string; rows: number; indexes: number }>(
        `SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS name,
           sum(pg_relation_size(c.oid) + coalesce(pg_relation_size(c.reltoastrelid), 0))::float8 AS rows,
           sum(pg_indexes_size(c.oid) + coalesce(pg_indexes_size(nullif(c.reltoastrelid, 0)), 0))::float8 AS indexes
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind = 'r' AND n.nspname IN ('public', 'partitions') GROUP BY 1`,
      );
      return { tables: new Map(rows.map(({ name, ...size }) => [name, size])), wal };
    },
    end: () => client.end(),
  };
}

/** What each table has grown by for each of `acts`; tables that have not grown are missing. The largest first. */
export function growthOf(
  before: Sizes,
  after: Sizes,
  acts: number,
): { table: string; rows: number; indexes: number }[] {
  return [...after.tables]
    .map(([table, { rows, indexes }]) => {
      const old = before.tables.get(table) ?? { rows: 0, indexes: 0 };
      return { table, rows: (rows - old.rows) / acts, indexes: (indexes - old.indexes) / acts };
    })
    .filter(({ rows, indexes }) => rows + indexes > 0)
    .sort((one, other) => other.rows + other.indexes - one.rows - one.indexes);
}
