import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { findPublishingOwner } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import {
  countOpenRows,
  findReportedExperience,
  listReportRows,
  lockStanding,
  type ReceivedReportRow,
  storeTriage,
  summarizeReportRows,
  transaction,
  upsertReport,
} from './feedback.repo';
import type {
  FiledReport,
  ReceivedReport,
  ReportCategory,
  ReportFilters,
  ReportPage,
  ReportSummary,
  Triage,
} from './feedback.schema';
import { neverPlayed, noExperience, type Reviewer } from './reviews.service';

/**
 * Files a quality report, or replaces the agent's earlier one of the same category, which is open again then.
 * Specification: gateway-tool-contract.md, experience.report
 * @throws NOT_FOUND; NO_SESSION without a session of any state; INVALID_SESSION for a session that is not the agent's or
 * not of this experience
 */
export async function reportExperience(args: {
  agent: Reviewer;
  experienceId: string;
  category: ReportCategory;
  description: string | null;
  sessionId: string | null;
}): Promise<FiledReport> {
  const { agent, experienceId, category, description, sessionId } = args;
  const { agentId, ownerId } = agent;
  const { report: row, notified } = await transaction(async (client) => {
    const standing = await lockStanding(client, { experienceId, agentId, ownerId, sessionId });
    if (!standing) throw noExperience();
    if (!standing.has_session) throw neverPlayed('report');
    if (sessionId !== null && !standing.owns_session) {
      throw new AppError('INVALID_SESSION', 'This is not a session of yours with this experience.', {
        details: { session_id: sessionId },
      });
    }
    const report = await upsertReport(client, {
      id: newId(),
      experienceId,
      agentId,
      category,
      description,
      sessionId,
      standing,
    });
    const publisher = await findPublishingOwner(experienceId, client);
    const isNew = publisher !== null && (await notifyOwner(noticeOf({ publisher, experienceId, category }), client));
    return { report, notified: isNew ? publisher.ownerId : null };
  });
  if (notified) await announceNotices(notified);
  return {
    id: row.id,
    experience_id: row.experience_id,
    category: row.category,
    description: row.description,
    session_id: row.session_id,
    status: row.status,
    is_update: row.is_update,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

/** One notice a day for each category: a fault is met by many agents. The report itself is not repeated in it. */
function noticeOf(of: {
  publisher: { ownerId: OwnerId; name: string };
  experienceId: string;
  category: ReportCategory;
}) {
  const { publisher, experienceId, category } = of;
  const data = { experience_id: experienceId, experience_name: publisher.name, category };
  const day = iso(now()).slice(0, 10);
  const onceKey = `reported:${experienceId}:${category}:${day}`;
  return { ownerId: publisher.ownerId, type: 'experience_reported' as const, data, onceKey };
}

const isoOrNull = (at: Date | null): string | null => (at === null ? null : iso(at));

function toReceived(row: ReceivedReportRow): ReceivedReport {
  const { experience_id: experienceId, agent_id: agentId } = row;
  return {
    id: row.id,
    experience_id: experienceId,
    experience_agent_id: experienceAgentId({ agentId, experienceId }),
    category: row.category,
    description: row.description,
    status: row.status,
    note: row.note,
    triaged_at: isoOrNull(row.triaged_at),
    experience_version: row.experience_version,
    verification_status: row.verification_status,
    live_status: row.live_status,
    session: sessionOf(row),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

function sessionOf(row: ReceivedReportRow): ReceivedReport['session'] {
  if (row.session_id === null || row.session_status === null || row.session_created_at === null) return null;
  return {
    session_id: row.session_id,
    status: row.session_status,
    step_count: row.step_count ?? 0,
    end_reason: row.end_reason,
    created_at: iso(row.session_created_at),
    ended_at: isoOrNull(row.session_ended_at),
  };
}

/**
 * Reports for the publisher of an experience, or of every experience for an administrator (`experienceId` null), the
 * newest first. Check the right to read them before. @throws VALIDATION_ERROR for a cursor
 */
export async function listReports(args: ReportFilters & { experienceId: string | null }): Promise<ReportPage> {
  const { experienceId, cursor, limit, ...filters } = args;
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await listReportRows(experienceId, { ...filters, limit: limit + 1 }, after);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    reports: page.map(toReceived),
    next_cursor: last ? writeCursor({ at: last.updated_at, id: last.id }) : null,
  };
}

/** How many reports an experience has by category, the most urgent first. */
export async function summarizeReports({ experienceId }: { experienceId: string }): Promise<ReportSummary[]> {
  const rows = await summarizeReportRows(experienceId);
  return rows.map((row) => ({ ...row, last_at: iso(row.last_at) }));
}

/** Number of open reports by experience. */
export async function countOpenReports(args: {
  experienceIds: readonly string[];
}): Promise<ReadonlyMap<string, number>> {
  const rows = await countOpenRows(args.experienceIds);
  return new Map(rows.map((row) => [row.experience_id, row.n]));
}

/** The experience that a report is about; null when there is no such report. */
export async function experienceOfReport({ reportId }: { reportId: string }): Promise<string | null> {
  return findReportedExperience(reportId);
}

/** Stores what the publisher did with a report. Check the right to do so before. @throws NOT_FOUND */
export async function triageReport(args: { reportId: string; triage: Triage }): Promise<ReceivedReport> {
  const row = await storeTriage(args.reportId, args.triage);
  if (!row) throw new AppError('NOT_FOUND', 'There is no report with this id.');
  return toReceived(row);
}
