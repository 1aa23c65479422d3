import type { PageCursor } from '@/lib/core/page-cursor';
import { type Client, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import type { ReportCategory, ReportFilters, ReportStatus, Triage } from './feedback.schema';

export { transaction } from '@/lib/data/database';

/** What an agent has to do with an experience. */
export interface Standing {
  version: string;
  verification_status: string;
  live_status: string;
  /** The agent or its owner publishes the experience. */
  is_publisher: boolean;
  /** It has a session of any state. */
  has_session: boolean;
  /** It has a session that the experience opened. */
  has_opened: boolean;
  /** A session of the agent, or of another one of its owner, is over and had a step. */
  has_played: boolean;
  /** The named session is the agent's and of this experience. */
  owns_session: boolean;
}

/** Locks the experience against deletion until the transaction ends. Null when there is none. */
export async function lockStanding(
  client: Client,
  args: { experienceId: string; agentId: string; ownerId: string | null; sessionId: string | null },
): Promise<Standing | null> {
  const rows = await sql<Standing & Record<string, unknown>>(
    'feedback.standing',
    `SELECT e.version, e.verification_status, e.live_status,
       coalesce(e.created_by_agent_id = $2 OR e.created_by_owner_id = $3
         OR (SELECT a.owner_id = $3 FROM agents a WHERE a.id = e.created_by_agent_id), false) AS is_publisher,
       EXISTS (SELECT 1 FROM sessions WHERE experience_id = $1 AND agent_id = $2) AS has_session,
       EXISTS (SELECT 1 FROM sessions WHERE experience_id = $1 AND agent_id = $2
         AND (status <> 'error' OR step_count > 0)) AS has_opened,
       EXISTS (SELECT 1 FROM sessions s JOIN agents a ON a.id = s.agent_id
         WHERE s.experience_id = $1 AND (a.id = $2 OR a.owner_id = $3) AND s.status = 'completed' AND s.step_count > 0
       ) AS has_played,
       EXISTS (SELECT 1 FROM sessions WHERE id = $4 AND experience_id = $1 AND agent_id = $2) AS owns_session
     FROM experiences e WHERE e.id = $1 FOR NO KEY UPDATE OF e`,
    [args.experienceId, args.agentId, args.ownerId, args.sessionId],
    client,
  );
  return rows[0] ?? null;
}

type ReviewRow = Row<
  'Review',
  | 'id'
  | 'experience_id'
  | 'agent_id'
  | 'rating'
  | 'review'
  | 'by_publisher'
  | 'is_pending'
  | 'reply'
  | 'replied_at'
  | 'created_at'
  | 'updated_at'
>;

/**
 * Inserts or replaces the review of an owner, by whichever of its agents, or of an agent without an owner; a review text that
 * is left out stays. The pending review of an agent becomes that of its owner.
 */
export async function upsertReview(
  client: Client,
  review: {
    id: string;
    experienceId: string;
    agentId: string;
    ownerId: string | null;
    rating: number;
    text: string | null;
    byPublisher: boolean;
    isPending: boolean;
  },
): Promise<ReviewRow & { is_update: boolean }> {
  const { experienceId, agentId, ownerId } = review;
  if (ownerId !== null) await giveToOwner(client, { experienceId, agentId, ownerId });
  const conflict =
    ownerId === null ? '(experience_id, agent_id) WHERE owner_id IS NULL AND is_pending' : '(experience_id, owner_id)';
  const rows = await sql<ReviewRow & { is_update: boolean }>(
    `feedback.upsert_review${ownerId === null ? '_without_owner' : ''}`,
    `INSERT INTO reviews (id, experience_id, agent_id, rating, review, by_publisher, owner_id, is_pending)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT ${conflict} DO UPDATE
       SET agent_id = EXCLUDED.agent_id, rating = EXCLUDED.rating, review = coalesce(EXCLUDED.review, reviews.review),
           by_publisher = EXCLUDED.by_publisher, is_pending = reviews.is_pending AND EXCLUDED.is_pending, updated_at = now()
     RETURNING *, xmax <> 0 AS is_update`,
    [review.id, experienceId, agentId, review.rating, review.text, review.byPublisher, ownerId, review.isPending],
    client,
  );
  return rows[0] as ReviewRow & { is_update: boolean };
}

/** Makes the pending review of an agent that has got an owner the owner's, or removes it where the owner has one. */
async function giveToOwner(
  client: Client,
  { experienceId, agentId, ownerId }: { experienceId: string; agentId: string; ownerId: string },
): Promise<void> {
  const pending = 'experience_id = $1 AND agent_id = $2 AND owner_id IS NULL AND is_pending';
  await sql(
    'feedback.give_review',
    `UPDATE reviews SET owner_id = $3 WHERE ${pending}
       AND NOT EXISTS (SELECT 1 FROM reviews other WHERE other.experience_id = $1 AND other.owner_id = $3)`,
    [experienceId, agentId, ownerId],
    client,
  );
  await sql('feedback.remove_pending', `DELETE FROM reviews WHERE ${pending}`, [experienceId, agentId], client);
}

/** Stores the publisher's answer to a review of an experience, or takes it away. False when there is no such review. */
export async function storeReply(of: {
  experienceId: string;
  reviewId: string;
  reply: string | null;
  at: Date;
}): Promise<boolean> {
  const rows = await sql(
    'feedback.store_reply',
    `UPDATE reviews SET reply = $3, replied_at = CASE WHEN $3::text IS NULL THEN NULL ELSE $4::timestamptz END
     WHERE id = $2 AND experience_id = $1 RETURNING 1`,
    [of.experienceId, of.reviewId, of.reply, of.at],
  );
  return rows.length === 1;
}

/** Number and sum of the ratings that count. */
export async function sumRatings(client: Queryable, experienceId: string): Promise<{ count: number; sum: number }> {
  const rows = await sql<{ count: number; sum: number }>(
    'feedback.sum_ratings',
    `SELECT count(*)::int AS count, coalesce(sum(rating), 0)::int AS sum FROM reviews
     WHERE experience_id = $1 AND NOT by_publisher AND NOT is_pending`,
    [experienceId],
    client,
  );
  return rows[0] ?? { count: 0, sum: 0 };
}

/** Sessions of a reviewer that are counted at most: a list reads no more rows for an agent that plays without end. */
const MAX_COUNTED_SESSIONS = 100;

/** Reviews with the name of their agent and the number of its sessions, newest first. */
export async function listReviewRows(
  experienceId: string,
  after: PageCursor | null,
  limit: number,
  spans: readonly { from: Date; to: Date | null }[] | null,
): Promise<(ReviewRow & { display_name: string; sessions: number })[]> {
  return sql<ReviewRow & { display_name: string; sessions: number }>(
    `feedback.reviews${after ? '_after' : ''}`,
    `SELECT r.*, a.display_name, (SELECT count(*)::int FROM (
         SELECT 1 FROM sessions s WHERE s.experience_id = r.experience_id AND s.agent_id = r.agent_id
           AND (s.status <> 'error' OR s.step_count > 0) LIMIT ${MAX_COUNTED_SESSIONS}) AS played) AS sessions
     FROM reviews r JOIN agents a ON a.id = r.agent_id
     WHERE r.experience_id = $1 AND NOT r.is_pending
       AND ($3::timestamptz[] IS NULL OR EXISTS (
         SELECT 1 FROM unnest($3, $4::timestamptz[]) AS span(since, until)
          WHERE r.updated_at >= since AND (until IS NULL OR r.updated_at < until)))
       ${after ? 'AND (r.updated_at, r.id) < ($5, $6::uuid)' : ''}
     ORDER BY r.updated_at DESC, r.id DESC LIMIT $2`,
    [
      ...[experienceId, limit, spans?.map(({ from }) => from) ?? null, spans?.map(({ to }) => to) ?? null],
      ...(after ? [after.at, after.id] : []),
    ],
  );
}

type ReportRow = Row<
  'QualityReport',
  | 'id'
  | 'experience_id'
  | 'agent_id'
  | 'category'
  | 'description'
  | 'session_id'
  | 'experience_version'
  | 'verification_status'
  | 'live_status'
  | 'status'
  | 'note'
  | 'triaged_at'
  | 'created_at'
  | 'updated_at',
  { category: ReportCategory; status: ReportStatus }
>;

/** Inserts the report of an agent, or replaces its earlier one of the same category, which is open again. */
export async function upsertReport(
  client: Client,
  report: {
    id: string;
    experienceId: string;
    agentId: string;
    category: ReportCategory;
    description: string | null;
    sessionId: string | null;
    standing: Standing;
  },
): Promise<ReportRow & { is_update: boolean }> {
  const { version, verification_status, live_status } = report.standing;
  const rows = await sql<ReportRow & { is_update: boolean }>(
    'feedback.upsert_report',
    `INSERT INTO quality_reports (id, experience_id, agent_id, category, description, session_id, experience_version,
       verification_status, live_status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (experience_id, agent_id, category) DO UPDATE
       SET description = EXCLUDED.description, session_id = EXCLUDED.session_id,
           experience_version = EXCLUDED.experience_version, verification_status = EXCLUDED.verification_status,
           live_status = EXCLUDED.live_status, status = 'open', updated_at = now()
     RETURNING *, xmax <> 0 AS is_update`,
    [
      report.id,
      report.experienceId,
      report.agentId,
      report.category,
      report.description,
      report.sessionId,
      version,
      verification_status,
      live_status,
    ],
    client,
  );
  return rows[0] as ReportRow & { is_update: boolean };
}

export type ReceivedReportRow = ReportRow & {
  session_status: string | null;
  step_count: number | null;
  end_reason: string | null;
  session_created_at: Date | null;
  session_ended_at: Date | null;
};

const RECEIVED = `r.*, s.status AS session_status, s.step_count, s.end_reason, s.created_at AS session_created_at,
  s.ended_at AS session_ended_at`;

/** Reports with the session that each names, newest first; of one experience, or of all. */
export async function listReportRows(
  experienceId: string | null,
  filters: Pick<ReportFilters, 'status' | 'category' | 'limit'>,
  after: PageCursor | null,
): Promise<ReceivedReportRow[]> {
  const values: unknown[] = [filters.limit];
  const parts: string[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  if (experienceId !== null) parts.push(`r.experience_id = ${bind(experienceId)}`);
  if (filters.status) parts.push(`r.status = ${bind(filters.status)}`);
  if (filters.category) parts.push(`r.category = ${bind(filters.category)}`);
  if (after) parts.push(`(r.updated_at, r.id) < (${bind(after.at)}, ${bind(after.id)}::uuid)`);
  const where = parts.length === 0 ? 'true' : parts.join(' AND ');
  return sql<ReceivedReportRow>(
    `feedback.reports ${where}`,
    `SELECT ${RECEIVED} FROM quality_reports r LEFT JOIN sessions s ON s.id = r.session_id
     WHERE ${where} ORDER BY r.updated_at DESC, r.id DESC LIMIT $1`,
    values,
  );
}

export async function summarizeReportRows(
  experienceId: string,
): Promise<{ category: ReportCategory; open: number; total: number; last_at: Date }[]> {
  return sql(
    'feedback.report_summary',
    `SELECT category, count(*) FILTER (WHERE status = 'open')::int AS open, count(*)::int AS total,
       max(updated_at) AS last_at
     FROM quality_reports WHERE experience_id = $1 GROUP BY category ORDER BY open DESC, total DESC, category`,
    [experienceId],
  );
}

/** Number of open reports by experience; none for an experience without any. */
export async function countOpenRows(experienceIds: readonly string[]): Promise<{ experience_id: string; n: number }[]> {
  return sql(
    'feedback.open_reports',
    `SELECT experience_id, count(*)::int AS n FROM quality_reports
     WHERE experience_id = ANY($1::uuid[]) AND status = 'open' GROUP BY experience_id`,
    [experienceIds],
  );
}

/** The experience of a report; null when there is no such report. */
export async function findReportedExperience(reportId: string): Promise<string | null> {
  const rows = await sql<{ experience_id: string }>(
    'feedback.reported_experience',
    'SELECT experience_id FROM quality_reports WHERE id = $1',
    [reportId],
  );
  return rows[0]?.experience_id ?? null;
}

/** Stores what the publisher did with a report; a note that is left out stays. */
export async function storeTriage(reportId: string, triage: Triage): Promise<ReceivedReportRow | null> {
  const rows = await sql<ReceivedReportRow>(
    'feedback.triage',
    `WITH triaged AS (
       UPDATE quality_reports SET status = $2, note = CASE WHEN $3 THEN $4 ELSE note END, triaged_at = now()
       WHERE id = $1 RETURNING *)
     SELECT ${RECEIVED} FROM triaged r LEFT JOIN sessions s ON s.id = r.session_id`,
    [reportId, triage.status, triage.note !== undefined, triage.note ?? null],
  );
  return rows[0] ?? null;
}

/** Gives a review another text; null takes it away. The rating stays. Only in place of the text `old`. */
export async function setReviewText(
  client: Queryable,
  of: { reviewId: string; old: string | null; text: string | null },
): Promise<void> {
  await sql(
    'feedback.set_review_text',
    'UPDATE reviews SET review = $3 WHERE id = $1 AND review IS NOT DISTINCT FROM $2',
    [of.reviewId, of.old, of.text],
    client,
  );
}

registerDeletion('feedback', {
  async deleteForOwner(client, ownerId) {
    await client.query('UPDATE reviews SET owner_id = NULL WHERE owner_id = $1', [ownerId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM reviews WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM quality_reports WHERE experience_id = $1', [experienceId]);
  },
});

registerExport('feedback', {
  'written/reviews': {
    about: 'Reviews that were written.',
    rows: `SELECT id, experience_id, agent_id, rating, review, by_publisher, replied_at, created_at, updated_at
      FROM reviews
      WHERE owner_id = $1 OR agent_id = ANY ($2)`,
  },
  'written/quality_reports': {
    about: 'Reports about experiences that were written.',
    rows: `SELECT id, experience_id, agent_id, category, description, session_id, status, created_at, updated_at
      FROM quality_reports
      WHERE agent_id = ANY ($2)`,
  },
});
