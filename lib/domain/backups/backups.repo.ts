import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

export type BackupRunRow = Row<'BackupRun', 'id' | 'started_at' | 'ended_at' | 'address' | 'error'> & {
  bytes: number | null;
};

const COLUMNS = 'id, started_at, ended_at, address, error, bytes::float8 AS bytes';

/** The last runs, the newest first. An index scan. */
export async function findLastRuns(limit: number): Promise<BackupRunRow[]> {
  return sql<BackupRunRow>('backups.last', `SELECT ${COLUMNS} FROM backup_runs ORDER BY started_at DESC LIMIT $1`, [
    limit,
  ]);
}

export interface BackupState {
  last: BackupRunRow | null;
  lastStored: BackupRunRow | null;
  /** When the first of the known runs began; null before the first. */
  firstStartedAt: Date | null;
}

/** The last run, the last one that stored a backup, and when runs began. One statement, three index scans. */
export async function findState(): Promise<BackupState> {
  const rows = await sql<BackupRunRow & { part: 'last' | 'stored' | 'first' }>(
    'backups.state',
    `(SELECT 'last' AS part, ${COLUMNS} FROM backup_runs ORDER BY started_at DESC LIMIT 1)
     UNION ALL
     (SELECT 'stored', ${COLUMNS} FROM backup_runs WHERE bytes IS NOT NULL ORDER BY started_at DESC LIMIT 1)
     UNION ALL
     (SELECT 'first', ${COLUMNS} FROM backup_runs ORDER BY started_at LIMIT 1)`,
    [],
  );
  const of = (part: string) => rows.find((row) => row.part === part) ?? null;
  return { last: of('last'), lastStored: of('stored'), firstStartedAt: of('first')?.started_at ?? null };
}

/** Ends the run that a process which died has left. Returns how many. */
export async function endInterrupted(at: Date, error: string): Promise<number> {
  const rows = await sql(
    'backups.end_interrupted',
    'UPDATE backup_runs SET ended_at = $1, error = $2 WHERE ended_at IS NULL RETURNING 1',
    [at, error],
  );
  return rows.length;
}

/** Stores that a run begins. False when another one has not ended. */
export async function insertRun(run: { id: string; startedAt: Date; address: string }): Promise<boolean> {
  const rows = await sql(
    'backups.begin',
    'INSERT INTO backup_runs (id, started_at, address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    [run.id, run.startedAt, run.address],
  );
  return rows.length > 0;
}

/** Stores how a run has ended: the address and size of its backup, or why there is none. */
export async function endRun(
  id: string,
  at: Date,
  result: { address: string; bytes: number } | { error: string },
): Promise<void> {
  const stored = 'error' in result ? null : result;
  await sql(
    'backups.end',
    `UPDATE backup_runs SET ended_at = $2, address = COALESCE($3, address), bytes = $4::bigint, error = $5
     WHERE id = $1 AND ended_at IS NULL`,
    [id, at, stored?.address ?? null, stored?.bytes ?? null, 'error' in result ? result.error : null],
  );
}

/** Removes runs from before `before`, but not the last that stored a backup. Returns how many. */
export async function deleteRunsBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'backups.delete',
    `DELETE FROM backup_runs WHERE id IN (
       SELECT id FROM backup_runs
       WHERE started_at < $1 AND ended_at IS NOT NULL
         AND id IS DISTINCT FROM (SELECT id FROM backup_runs WHERE bytes IS NOT NULL ORDER BY started_at DESC LIMIT 1)
       ORDER BY started_at LIMIT $2)
     RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}
