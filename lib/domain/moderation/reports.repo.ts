import { toJsonb } from '@/lib/core/json';
import type { PageCursor } from '@/lib/core/page-cursor';
import { isUniqueViolation, pool, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import type { Evidence, ModerationReport } from './moderation.schema';

export { type Client, transaction } from '@/lib/data/database';

export type ReportRow = Row<
  'ModerationReport',
  | 'id'
  | 'target_kind'
  | 'target_key'
  | 'category'
  | 'text'
  | 'reporter_owner_id'
  | 'reporter_agent_id'
  | 'reporter_key'
  | 'subject_agent_id'
  | 'subject_owner_id'
  | 'evidence'
  | 'status'
  | 'created_at'
  | 'decided_at'
  | 'decided_by'
  | 'note',
  {
    target_kind: ModerationReport['target']['kind'];
    category: ModerationReport['category'];
    status: ModerationReport['status'];
    evidence: Evidence;
  }
>;

export type NewReport = Omit<ReportRow, 'status' | 'decided_at' | 'decided_by' | 'note'>;

/** Stores a report; false when the reporter has an open one of the target. */
export async function insertReport(report: NewReport): Promise<boolean> {
  try {
    await sql(
      'moderation.insert_report',
      `INSERT INTO moderation_reports (id, target_kind, target_key, category, text, reporter_owner_id, reporter_agent_id,
         reporter_key, subject_agent_id, subject_owner_id, evidence, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12)`,
      [
        report.id,
        report.target_kind,
        report.target_key,
        report.category,
        report.text,
        report.reporter_owner_id,
        report.reporter_agent_id,
        report.reporter_key,
        report.subject_agent_id,
        report.subject_owner_id,
        toJsonb(report.evidence),
        report.created_at,
      ],
    );
    return true;
  } catch (thrown) {
    if (isUniqueViolation(thrown)) return false;
    throw thrown;
  }
}

export type ListedReportRow = ReportRow & { open_reports: number };

const LISTED = `r.*, (SELECT count(*)::int FROM moderation_reports o
  WHERE o.status = 'open' AND o.target_kind = r.target_kind AND o.target_key = r.target_key) AS open_reports`;

/** Open reports oldest first, the others newest first. */
export async function findReports(of: {
  status: string;
  after: PageCursor | null;
  limit: number;
}): Promise<ListedReportRow[]> {
  const isOpen = of.status === 'open';
  return sql<ListedReportRow>(
    isOpen ? 'moderation.open_reports' : 'moderation.closed_reports',
    `SELECT ${LISTED} FROM moderation_reports r
     WHERE r.status = $1 AND ($2::timestamptz IS NULL OR (r.created_at, r.id) ${isOpen ? '>' : '<'} ($2, $3::uuid))
     ORDER BY r.created_at ${isOpen ? '' : 'DESC'}, r.id ${isOpen ? '' : 'DESC'} LIMIT $4`,
    [of.status, of.after?.at ?? null, of.after?.id ?? null, of.limit],
  );
}

export async function findReport(id: string): Promise<ListedReportRow | null> {
  const rows = await sql<ListedReportRow>(
    'moderation.report',
    `SELECT ${LISTED} FROM moderation_reports r WHERE r.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Locks a report: of two moderators who decide at the same time the second sees the decision of the first. */
export async function lockReport(client: Queryable, id: string): Promise<ReportRow | null> {
  const rows = await sql<ReportRow>(
    'moderation.lock_report',
    'SELECT * FROM moderation_reports WHERE id = $1 FOR UPDATE',
    [id],
    client,
  );
  return rows[0] ?? null;
}

/** Closes the open reports of a target, all of them by one decision. Returns who made them. */
export async function closeReports(
  client: Queryable,
  of: { kind: string; key: string; status: 'acted' | 'dismissed'; by: string; note: string | null; at: Date },
): Promise<{ id: string; reporter_owner_id: string | null }[]> {
  return sql<{ id: string; reporter_owner_id: string | null }>(
    'moderation.close_reports',
    `UPDATE moderation_reports SET status = $3, decided_by = $4, note = $5, decided_at = $6
     WHERE status = 'open' AND target_kind = $1 AND target_key = $2 RETURNING id, reporter_owner_id`,
    [of.kind, of.key, of.status, of.by, of.note, of.at],
    client,
  );
}

/** Numbers for the overview. */
export async function countWaiting(): Promise<{ reports: number; oldest: Date | null; appeals: number }> {
  const rows = await sql<{ reports: number; oldest: Date | null; appeals: number }>(
    'moderation.waiting',
    `SELECT count(*)::int AS reports, min(created_at) AS oldest,
            (SELECT count(*)::int FROM moderation_actions
              WHERE appealed_at IS NOT NULL AND appeal_outcome IS NULL AND undone_at IS NULL) AS appeals
     FROM moderation_reports WHERE status = 'open'`,
    [],
    pool(),
  );
  return rows[0] as { reports: number; oldest: Date | null; appeals: number };
}

/** Deletes up to `limit` reports that were decided before, the oldest first. Returns how many. */
export async function deleteDecided(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'moderation.delete_decided',
    `DELETE FROM moderation_reports WHERE id IN (
       SELECT id FROM moderation_reports WHERE status <> 'open' AND decided_at < $1 ORDER BY decided_at LIMIT $2)
     RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}
