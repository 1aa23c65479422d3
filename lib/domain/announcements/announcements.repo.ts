import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

export type AnnouncementRow = Row<'Announcement', 'id' | 'text' | 'severity' | 'starts_at' | 'ends_at'>;

const COLUMNS = 'id, text, severity, starts_at, ends_at';

/** Adds an announcement. False when `most` have not ended yet; concurrent calls wait for each other. */
export async function insertAnnouncement(
  announcement: { id: string; text: string; severity: string; startsAt: Date; endsAt: Date; at: Date },
  most: number,
): Promise<boolean> {
  const { id, text, severity, startsAt, endsAt, at } = announcement;
  const rows = await sql(
    'announcements.insert',
    `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('botplay.announcements')))
     INSERT INTO announcements (id, text, severity, starts_at, ends_at, created_at)
     SELECT $1, $2, $3, $4, $5, $6 FROM turn WHERE (SELECT count(*) FROM announcements WHERE ends_at > $6) < $7 RETURNING 1`,
    [id, text, severity, startsAt, endsAt, at, most],
  );
  return rows.length > 0;
}

/** What has not ended yet, planned ones too, the first to begin first. */
export async function findUnended(at: Date, limit: number): Promise<AnnouncementRow[]> {
  return sql<AnnouncementRow>(
    'announcements.unended',
    `SELECT ${COLUMNS} FROM announcements WHERE ends_at > $1 ORDER BY starts_at, id LIMIT $2`,
    [at, limit],
  );
}

/** Deletes an announcement. False when there is none. */
export async function deleteAnnouncement(id: string): Promise<boolean> {
  const rows = await sql('announcements.delete', 'DELETE FROM announcements WHERE id = $1 RETURNING 1', [id]);
  return rows.length > 0;
}

/** Deletes up to `limit` announcements that ended before a time. */
export async function deleteEndedBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'announcements.delete_ended',
    `DELETE FROM announcements WHERE id IN (SELECT id FROM announcements WHERE ends_at < $1 ORDER BY ends_at LIMIT $2)
     RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}
