import type pg from 'pg';
import { Batches } from '@/lib/core/batches';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { observeGauge } from '@/lib/core/metrics';
import { clusterId } from './cluster';
import { makePool, pool, sql } from './database';

/** A replica that needs longer is not waited for: the primary answers. */
const MAX_WAIT_MS = 40;
const POLL_MS = 4;
/** After a failure the replica is left alone for this time. */
const PAUSE_MS = 1_000;
const REPLICA_CONNECTIONS = 10;

interface Replica {
  pool: pg.Pool;
  /** Whether the replica has what was committed before the item was added; many reads share one answer. */
  freshness: Batches<null, boolean>;
  pausedUntilMs: number;
  /** Whether it was found to be a replica of this database since it was reached last. */
  isChecked: boolean;
}

function replica(): Replica | null {
  const { DATABASE_REPLICA_URL: url } = env();
  if (url === '') return null;
  return once('replica', () => {
    const standby: Replica = {
      pool: makePool(REPLICA_CONNECTIONS, { url, connectionTimeoutMs: 1_000 }),
      freshness: new Batches<null, boolean>({
        isRepeatHarmless: true,
        maxItems: 10_000,
        maxInFlight: 1,
        send: async (items) => {
          if (!standby.isChecked) await requireReplica(standby);
          const isFresh = await hasCaughtUp(standby.pool);
          return items.map(() => isFresh);
        },
      }),
      pausedUntilMs: 0,
      isChecked: false,
    };
    return standby;
  });
}

/** Reads that the replica may serve, by who served them, in this process. */
const countReads = () =>
  once('replica.reads', () => {
    const reads = { replica: 0, primary: 0 };
    for (const source of ['replica', 'primary'] as const) {
      observeGauge(
        `botplay_replica_reads_by_${source}`,
        `Reads that the replica may serve and the ${source} has served.`,
        () => reads[source],
      );
    }
    return reads;
  });

/** Whether the replica has replayed everything that the primary had written before this call. */
async function hasCaughtUp(on: pg.Pool): Promise<boolean> {
  const [{ position } = { position: '' }] = await sql<{ position: string }>(
    'replica.primary_position',
    'SELECT pg_current_wal_insert_lsn()::text AS position',
    [],
  );
  for (const startedMs = performance.now(); performance.now() - startedMs < MAX_WAIT_MS; ) {
    // A replica that was promoted still has a position, of another history.
    const [row] = await sql<{ fresh: boolean }>(
      'replica.has_position',
      'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS fresh',
      [position],
      on,
    );
    if (row?.fresh) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

/**
 * `sql` for a statement that only reads and may take a while: lists, archives, replays, exports. With DATABASE_REPLICA_URL
 * it runs on the replica when that has replayed everything committed before this call, so that nobody sees a state older
 * than one that any process has shown before; else, and when the replica fails, on the primary.
 */
export async function sqlOnReplica<Row extends pg.QueryResultRow>(
  name: string | null,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const standby = replica();
  if (!standby) return sql<Row>(name, text, values);
  if (performance.now() >= standby.pausedUntilMs) {
    try {
      if (await standby.freshness.add(null)) {
        const rows = await sql<Row>(name, text, values, standby.pool);
        countReads().replica++;
        return rows;
      }
    } catch (error) {
      standby.pausedUntilMs = performance.now() + PAUSE_MS;
      // Another server may answer there next time.
      standby.isChecked = false;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'the replica of DATABASE_REPLICA_URL failed; the primary answers');
    }
  }
  countReads().primary++;
  return sql<Row>(name, text, values);
}

/** What names a database, also on a replica, and whether its server is one. */
interface Identity {
  isReplica: boolean;
  database: string;
}

async function identify(on: pg.Pool): Promise<Identity> {
  const [rows, cluster] = await Promise.all([
    sql<Identity>(
      'replica.identity',
      `SELECT pg_is_in_recovery() AS "isReplica", oid::text AS database FROM pg_database WHERE datname = current_database()`,
      [],
      on,
    ),
    clusterId(on),
  ]);
  const { isReplica = false, database = '' } = rows[0] ?? {};
  return { isReplica, database: `${cluster}/${database}` };
}

/** @throws Error that names the variable, when the server there is a primary, or a replica of another database */
async function requireReplica(standby: Replica): Promise<void> {
  const [there, here] = await Promise.all([identify(standby.pool), identify(pool())]);
  if (!there.isReplica)
    throw new WrongReplica('leads to a primary. It must lead to a streaming replica of DATABASE_URL.');
  // Databases that were made in the same order in two clusters have the same oid.
  if (there.database !== here.database)
    throw new WrongReplica('leads to a replica of another database than DATABASE_URL.');
  standby.isChecked = true;
}

class WrongReplica extends Error {
  constructor(fault: string) {
    super(`DATABASE_REPLICA_URL ${fault}`);
  }
}

/**
 * Refuses a replica that is a primary or belongs to another database. One that cannot be reached is only logged: the primary
 * answers meanwhile, and it is looked at when it is reached.
 * @throws Error that names the variable
 */
export async function checkReplica(): Promise<void> {
  const standby = replica();
  if (!standby) return;
  await requireReplica(standby).catch((thrown: Error) => {
    if (thrown instanceof WrongReplica) throw thrown;
    log.warn({ reason: thrown.message }, 'the replica of DATABASE_REPLICA_URL cannot be reached; the primary answers');
  });
}

/** Closes the connections to the replica: for a stop and for tests. */
export async function closeReplica(): Promise<void> {
  const standby = replica();
  if (standby && !standby.pool.ended) await standby.pool.end();
}
