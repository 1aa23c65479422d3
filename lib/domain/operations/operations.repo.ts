import { pool, sql } from '@/lib/data/database';

/** Checks that the database answers. @throws when it does not. */
export async function pingDatabase(): Promise<void> {
  await sql('operations.ping', 'SELECT 1', []);
}

/** What is being played now. */
export type ActiveCounts = Record<'matches' | 'sessions' | 'lobbies', number>;

/** Counts what is being played, from the partial indexes on what is active. */
export async function countActive(): Promise<ActiveCounts> {
  const [row] = await sql<ActiveCounts>(
    'operations.count_active',
    `SELECT (SELECT count(*) FROM matches WHERE status = 'active') AS matches,
            (SELECT count(*) FROM sessions WHERE status = 'active' AND NOT is_correspondence)
              + (SELECT count(*) FROM sessions WHERE status = 'active' AND is_correspondence) AS sessions,
            (SELECT count(*) FROM lobbies WHERE status = 'waiting') AS lobbies`,
    [],
  );
  return row ?? { matches: 0, sessions: 0, lobbies: 0 };
}

/** Connections of this process: all, idle, and calls that wait for one. */
export function connectionCounts(): { total: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = pool();
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}
