import type { z } from 'zod';
import type { AgentCaller, OwnerSession } from '@/lib/core/caller';
import { registerCleanup } from '@/lib/core/cleanup';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { addressBlock, takeLimit } from '@/lib/domain/limits';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import { requireMayJudge } from './judges';
import type { ModerationReport, reportBody } from './moderation.schema';
import {
  type Client,
  closeReports,
  countWaiting,
  deleteDecided,
  findReport,
  findReports,
  insertReport,
  type ListedReportRow,
  lockReport,
  type ReportRow,
  transaction,
} from './reports.repo';
import { partsOf, requireTarget } from './targets';

/** How long a decided report is kept: a year. */
const DECIDED_KEPT_MS = 365 * 86_400_000;

/** Who reports: a person who is signed in, or an agent with its key. */
export type Reporter = OwnerSession | AgentCaller;

/**
 * Stores a report with a copy of what is reported and the lines around it, for moderators.
 * @throws NOT_FOUND for what the reporter cannot have seen · INVALID_STATE while an open report of the reporter is about the same ·
 * RATE_LIMITED by reporter and by address
 */
export async function fileReport(of: {
  reporter: Reporter;
  address: string;
  report: z.output<typeof reportBody>;
}): Promise<{ report_id: string }> {
  const { reporter, address, report } = of;
  const { ownerId } = reporter;
  const agentId = 'agentId' in reporter ? reporter.agentId : null;
  const key = ownerId === null ? `agent:${agentId}` : `owner:${ownerId}`;
  await takeLimit('moderation_report', key);
  await takeLimit('moderation_report_address', addressBlock(address));
  const target = await requireTarget(report, 'report');
  const id = newId();
  const isNew = await insertReport({
    id,
    target_kind: target.kind,
    target_key: target.key,
    category: report.category,
    text: report.text ?? null,
    reporter_owner_id: ownerId,
    reporter_agent_id: agentId,
    reporter_key: key,
    subject_agent_id: target.agentId,
    subject_owner_id: target.ownerId,
    evidence: target.evidence,
    created_at: now(),
  });
  if (!isNew) throw new AppError('INVALID_STATE', 'You have reported this already. A moderator will look at it.');
  return { report_id: id };
}

/** A page of reports, for moderators. @throws VALIDATION_ERROR for a cursor */
export async function listModerationReports(of: {
  status: string;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ reports: ModerationReport[]; next_cursor: string | null }> {
  const after = of.cursor === undefined ? null : readCursor(of.cursor);
  const rows = await findReports({ status: of.status, after, limit: of.limit + 1 });
  const page = rows.slice(0, of.limit);
  const last = rows.length > of.limit ? page.at(-1) : undefined;
  return { reports: page.map(toReport), next_cursor: last ? writeCursor({ at: last.created_at, id: last.id }) : null };
}

/** @throws NOT_FOUND */
export async function readModerationReport(id: string): Promise<ModerationReport> {
  const row = await findReport(id);
  if (!row) throw noReport();
  return toReport(row);
}

const noReport = (): AppError => new AppError('NOT_FOUND', 'There is no report with this id.');

/** What waits for moderators. */
export async function readWaiting(): Promise<{
  open_reports: number;
  oldest_report_at: string | null;
  open_appeals: number;
}> {
  const { reports, oldest, appeals } = await countWaiting();
  return { open_reports: reports, oldest_report_at: oldest && iso(oldest), open_appeals: appeals };
}

/**
 * Locks a report that nobody has decided.
 * @throws NOT_FOUND · INVALID_STATE with the moderator who was first
 */
export async function lockOpenReport(client: Client, id: string): Promise<ReportRow> {
  const report = await lockReport(client, id);
  if (!report) throw noReport();
  if (report.status !== 'open') {
    throw new AppError('INVALID_STATE', 'Another moderator has decided this report.', {
      details: {
        status: report.status,
        decided_by: report.decided_by,
        decided_at: report.decided_at && iso(report.decided_at),
      },
    });
  }
  return report;
}

/** Closes the reports of a target in the transaction of the decision. Returns the owners to wake after the commit. */
export async function answerReports(
  client: Client,
  of: { kind: string; key: string; title: string; status: 'acted' | 'dismissed'; by: string; note: string | null },
): Promise<OwnerId[]> {
  const closed = await closeReports(client, { ...of, at: now() });
  const notified: OwnerId[] = [];
  for (const { id, reporter_owner_id: owner } of closed) {
    if (owner === null) continue;
    const ownerId = owner as OwnerId;
    const data = { report_id: id, title: of.title, outcome: of.status };
    if (await notifyOwner({ ownerId, type: 'report_answered', data, onceKey: `report:${id}` }, client))
      notified.push(ownerId);
  }
  return notified;
}

/**
 * Closes a report, and the other open ones of its target, without an action.
 * @throws NOT_FOUND · INVALID_STATE · FORBIDDEN as for an action
 */
export async function dismissReport(of: {
  moderator: OwnerSession;
  reportId: string;
  note: string | null;
}): Promise<ModerationReport> {
  const notified = await transaction(async (client) => {
    const report = await lockOpenReport(client, of.reportId);
    const { target_kind: kind, target_key: key, evidence } = report;
    const subject = { agentId: report.subject_agent_id, ownerId: report.subject_owner_id };
    await requireMayJudge(of.moderator, { kind, key, ...subject });
    const by = of.moderator.ownerId;
    return answerReports(client, { kind, key, title: evidence.title, status: 'dismissed', by, note: of.note });
  });
  for (const ownerId of notified) await announceNotices(ownerId);
  return readModerationReport(of.reportId);
}

function toReport(row: ListedReportRow): ModerationReport {
  const { target_kind: kind, target_key: key, evidence } = row;
  return {
    report_id: row.id,
    target: { kind, ...partsOf({ kind, key }), title: evidence.title, path: evidence.path },
    subject: { agent_id: row.subject_agent_id, owner_id: row.subject_owner_id },
    category: row.category,
    text: row.text,
    reporter: { agent_id: row.reporter_agent_id, owner_id: row.reporter_owner_id },
    evidence,
    status: row.status,
    created_at: iso(row.created_at),
    decision: row.decided_at && { by: row.decided_by, at: iso(row.decided_at) },
    note: row.note,
    open_reports_of_target: row.open_reports,
  };
}

// What was done about them stays in the actions.
registerCleanup({
  name: 'moderation_reports',
  removeBatch: (limit) => deleteDecided(new Date(now().getTime() - DECIDED_KEPT_MS), limit),
});
