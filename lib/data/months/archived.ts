import { iso } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { sql } from '../database';

/** Rows that left to the archive of the site. */
export interface Archived {
  /** When; null while they are being moved. */
  archivedAt: Date | null;
}

/**
 * When the rows of a match or a session were removed to the archive, or are being removed; null when they were not. Ask when none
 * is found: one query.
 * @param key the value of the column by which the table is partitioned, such as the id of the match
 */
export async function findArchived(
  table: 'events' | 'match_inputs' | 'session_steps' | 'telemetry',
  key: string,
): Promise<Archived | null> {
  const rows = await sql<{ archivedAt: Date | null }>(
    'months.archived',
    `SELECT archived_at AS "archivedAt" FROM archived_months WHERE table_name = $1 AND file <> ''
       AND (from_key = 'MINVALUE' OR from_key COLLATE "C" <= $2) AND until_key COLLATE "C" > $2 LIMIT 1`,
    [table, key],
  );
  return rows[0] ?? null;
}

/** The error ARCHIVED. @param what left, as the beginning of a sentence: `The steps of this session` */
export function archivedError(what: string, { archivedAt }: Archived): AppError {
  const when = archivedAt
    ? `were moved to the archive of the site on ${iso(archivedAt).slice(0, 10)}`
    : 'are being moved to the archive of the site';
  return new AppError('ARCHIVED', `${what} ${when}.`, { details: { archived_at: archivedAt && iso(archivedAt) } });
}
