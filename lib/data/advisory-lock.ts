import { directPool } from './database';

/**
 * Runs `work` while no other process has the lock of this name. It keeps one connection for that time. Returns false,
 * without running `work`, when another process has the lock; the lock of a process that dies is released.
 */
export async function withAdvisoryLock(name: string, work: () => Promise<unknown>): Promise<boolean> {
  const client = await directPool().connect();
  let fault: Error | undefined;
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [name],
    );
    if (!rows[0]?.locked) return false;
    try {
      await work();
      return true;
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    }
  } catch (thrown) {
    // The lock ends with its connection, also when the unlock failed.
    fault = thrown instanceof Error ? thrown : new Error(String(thrown));
    throw thrown;
  } finally {
    client.release(fault);
  }
}
