import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';

type CorrectionRow = Fields<'LeagueCorrection', 'number' | 'document' | 'signature'>;

/** The number of the next correction of a locked league. One index look-up. */
export async function nextCorrectionNumber(client: Queryable, leagueUid: string): Promise<number> {
  const rows = await sql<{ next: number }>(
    'leagues.next_correction',
    'SELECT COALESCE(max(number), 0) + 1 AS next FROM league_corrections WHERE league_uid = $1',
    [leagueUid],
    client,
  );
  return rows[0]?.next ?? 1;
}

/** Adds a correction to a locked league. */
export async function insertCorrection(
  client: Queryable,
  leagueUid: string,
  { number, document, signature, at }: CorrectionRow & { at: Date },
): Promise<void> {
  await sql(
    'leagues.insert_correction',
    `INSERT INTO league_corrections (league_uid, number, document, signature, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [leagueUid, number, document, signature, at],
    client,
  );
}

/** The corrections of a league in their order. One index scan. */
export async function findCorrections(leagueUid: string, on: Queryable = pool()): Promise<CorrectionRow[]> {
  return sql<CorrectionRow>(
    'leagues.corrections',
    'SELECT number, document, signature FROM league_corrections WHERE league_uid = $1 ORDER BY number',
    [leagueUid],
    on,
  );
}
