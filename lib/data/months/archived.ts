import { sql } from '../database';

/**
 * Whether the rows of a match or a session were removed to the archive, or are being removed. Ask when none is found: one query.
 * @param key the value of the column by which the table is partitioned, such as the id of the match
 */
export async function wasArchived(
  table: 'events' | 'match_inputs' | 'session_steps' | 'telemetry',
  key: string,
): Promise<boolean> {
  const rows = await sql(
    'months.was_archived',
    `SELECT 1 FROM archived_months WHERE table_name = $1 AND file <> ''
       AND (from_key = 'MINVALUE' OR from_key COLLATE "C" <= $2) AND until_key COLLATE "C" > $2 LIMIT 1`,
    [table, key],
  );
  return rows.length > 0;
}
