import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';

const RETRY_MS = 250;
/** The first argument of `hashtextextended`, so that the lock is no other one's. */
const LOCK = "hashtextextended('process ' || $1, 0)";

interface Presence {
  /** The process, while the database knows that it is there. */
  id: string | null;
}

const presence = (): Presence => once('database.presence', () => ({ id: null }));

/** The name under which this process is present in the database; null while it is not. */
export const presentAs = (): string | null => presence().id;

/**
 * Keeps a lock on a connection of its own, which ends with the process: another process that gets the lock of this one knows that it
 * is gone, immediately and whatever ended it. A process that is stopped or cut off keeps its lock. Resolves when the lock is there;
 * a connection that is lost is opened again. Returns what ends it.
 * @param id names the process among all that use the database
 */
export async function enterPresence(id: string): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  const enter = async () => {
    const opened = new pg.Client({
      connectionString: env().DATABASE_DIRECT_URL || env().DATABASE_URL,
      keepAlive: true,
      application_name: 'botplay-presence',
      connectionTimeoutMillis: 10_000,
    });
    client = opened;
    opened.on('error', () => {});
    opened.once('end', () => {
      presence().id = null;
      if (!stopping.signal.aborted) void enterAgain();
    });
    await opened.connect();
    await opened.query(`SELECT pg_advisory_lock(${LOCK})`, [id]);
    presence().id = id;
  };
  const enterAgain = async () => {
    await sleep(RETRY_MS, undefined, { ref: false });
    if (stopping.signal.aborted) return;
    await enter().catch((error: Error) => {
      log.debug({ reason: error.message }, 'not present in the database; retrying');
      client?.end().catch(() => {});
    });
  };
  await enter();
  return async () => {
    stopping.abort();
    presence().id = null;
    await client?.end().catch(() => {});
  };
}

/**
 * SQL that is true when the process that a column names is gone. It is false while the process is there, for NULL, and in the first
 * seconds of the database, when processes that are there have not connected again.
 */
export const processHasGone = (column: string): string =>
  `(pg_postmaster_start_time() < now() - interval '5 seconds'
    AND pg_try_advisory_xact_lock_shared(${LOCK.replace('$1', column)}))`;
