import type { OwnerSession } from '@/lib/core/caller';
import { iso, now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import { type AgentId, newId, type OwnerId } from '@/lib/core/ids';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import { giveResultsBack, takeResultsBack } from '@/lib/domain/ratings';
import { addRestriction, endRestriction } from '@/lib/domain/restrictions';
import {
  type ActionRow,
  type Client,
  findAction,
  findActions,
  findActionsOfTarget,
  insertAction,
  isUniqueViolation,
  lockAction,
  markUndone,
  transaction,
} from './actions.repo';
import { announceHiding, hideTarget, showTarget } from './hiding';
import { findSubjectOwner, requireMayJudge } from './judges';
import type { ActionOrder, ModerationAction, TargetFields } from './moderation.schema';
import { answerReports, lockOpenReport } from './reports.service';
import { partsOf, requireTarget, type Target } from './targets';
import { findOwnersOfSeats } from './targets.repo';

const DAY_MS = 86_400_000;

/**
 * Acts on a target, in one transaction with the answer to its open reports: of two moderators who decide one report at the same
 * time the second is refused. The owner concerned is notified; every process follows immediately.
 * @param of.reportId the report that it answers; null for what a moderator found
 * @throws NOT_FOUND · VALIDATION_ERROR · FORBIDDEN for a target of an administrator, a moderator or the caller, and for `remove` by a
 * moderator · INVALID_STATE for a decided report, for words that are hidden already, and where no result counts
 */
export async function takeAction(of: {
  moderator: OwnerSession;
  target: TargetFields;
  order: ActionOrder;
  reportId: string | null;
}): Promise<ModerationAction> {
  const { moderator, order } = of;
  const target = await requireTarget(of.target, 'moderator');
  const restrictedId = restrictedBy(order, target);
  requireUnratable(order, target);
  await requireMayJudge(moderator, { ...target, againstAgentId: order.against });
  if (order.kind === 'remove') requireAdmin(moderator, 'remove');
  const id = newId();
  const notified = await transaction(async (client) => {
    if (of.reportId !== null) await requireReportOf(client, { moderator, reportId: of.reportId, target });
    return storeAction(client, { id, moderator, target, order, restrictedId, reportId: of.reportId });
  }).catch(explainConflict);
  if (hides(order)) await announceHiding(target);
  await announceRestriction(restrictedId, target);
  for (const ownerId of new Set(notified)) await announceNotices(ownerId);
  return readAction(id);
}

const hides = ({ kind }: { kind: string }): boolean => kind === 'hide' || kind === 'remove';

/** The agent or the account that a mute or a suspension holds for; null for other actions. @throws VALIDATION_ERROR */
function restrictedBy({ kind, whom, days }: ActionOrder, target: Target): string | null {
  const restricts = kind === 'mute' || kind === 'suspend';
  if (!restricts && days !== undefined) {
    throw validationError([{ path: ['days'], message: `${kind} has no end. Leave it out` }]);
  }
  if (!restricts) return null;
  const id = whom === 'owner' ? target.ownerId : target.agentId;
  if (id === null) {
    const message = whom === 'owner' ? 'has no account' : 'is of no agent or person';
    throw validationError([{ path: ['whom'], message: `The target ${message}` }]);
  }
  return id;
}

/** @throws VALIDATION_ERROR for results of something that has none, and for the fields of unrate in another action */
function requireUnratable({ kind, against, since }: ActionOrder, target: Target): void {
  if (kind === 'unrate') {
    if (target.kind === 'agent' || target.kind === 'match') return;
    throw validationError([
      { path: ['target_kind'], message: 'Results are those of a match, or of an agent or person' },
    ]);
  }
  const [field] = Object.entries({ against, since }).find(([, value]) => value !== undefined) ?? [];
  if (field) throw validationError([{ path: [field], message: `${kind} takes no results back. Leave it out` }]);
}

/**
 * Takes the results back that an order names.
 * @returns how many matches
 * @throws INVALID_STATE where none counts · FORBIDDEN where a match of the moderator is among them
 */
async function unrate(
  client: Client,
  id: string,
  { moderator, target, order }: { moderator: OwnerSession; target: Target; order: ActionOrder },
): Promise<number> {
  const since = order.since === undefined ? undefined : new Date(order.since);
  const of = target.kind === 'match' ? { matchId: target.key } : { agentId: target.key };
  const matches = await takeResultsBack(client, id, { ...of, againstAgentId: order.against, since });
  if (matches.length === 0) throw new AppError('INVALID_STATE', 'No rated result of this kind counts.');
  if ((await findOwnersOfSeats(matches, client)).includes(moderator.ownerId))
    throw new AppError('FORBIDDEN', 'Some of these matches are your own: another moderator takes them back.');
  return matches.length;
}

function requireAdmin(moderator: OwnerSession, kind: string): void {
  if (!moderator.isAdmin) throw new AppError('FORBIDDEN', `Only an administrator may do or undo "${kind}".`);
}

async function requireReportOf(
  client: Client,
  { moderator, reportId, target }: { moderator: OwnerSession; reportId: string; target: Target },
): Promise<void> {
  const report = await lockOpenReport(client, reportId);
  if (report.target_kind === target.kind && report.target_key === target.key) return;
  // A report of a match is answered by an action on a player or a message of it.
  if (report.target_kind === 'match' && isOfMatch(report.target_key, target))
    return requireMayJudge(moderator, { kind: 'match', key: report.target_key, agentId: null, ownerId: null });
  throw validationError([{ path: ['target_id'], message: 'Is not what the report is about' }]);
}

const isOfMatch = (matchId: string, { kind, key }: Target): boolean =>
  kind === 'agent' || (kind === 'message' && key.startsWith(`match:${matchId} `));

async function storeAction(
  client: Client,
  of: {
    id: string;
    moderator: OwnerSession;
    target: Target;
    order: ActionOrder;
    restrictedId: string | null;
    reportId: string | null;
  },
): Promise<OwnerId[]> {
  const { id, moderator, target, order, restrictedId, reportId } = of;
  const { kind, reason, note = null } = order;
  const at = now();
  const endsAt = order.days === undefined ? null : new Date(at.getTime() + order.days * DAY_MS);
  const hidden = hides(order) ? await hideTarget(client, target, id.slice(-6)) : null;
  const unrated = kind === 'unrate' ? { matches: await unrate(client, id, of), against: order.against } : {};
  const { title, path, text } = target.evidence;
  await insertAction(client, {
    id,
    kind,
    report_id: reportId,
    target_kind: target.kind,
    target_key: target.key,
    subject_agent_id: target.agentId,
    subject_owner_id: target.ownerId,
    restricted_id: restrictedId,
    reason,
    note,
    by_owner_id: moderator.ownerId,
    evidence: { title, path, text, hidden, ...unrated },
    at,
    ends_at: endsAt,
  });
  if (restrictedId !== null && (kind === 'mute' || kind === 'suspend'))
    await addRestriction(client, { actionId: id, subjectId: restrictedId, kind, reason, endsAt });
  const by = moderator.ownerId;
  const notified = await answerReports(client, {
    kind: target.kind,
    key: target.key,
    title,
    status: 'acted',
    by,
    note,
  });
  if (reportId !== null) notified.push(...(await answerReport(client, { reportId, title, by, note })));
  const data = { action_id: id, kind, title, reason, ends_at: endsAt && iso(endsAt) };
  return [...notified, ...(await notifySubject(client, target.ownerId, 'moderated', data))];
}

/** The report of a match that an action on a player answers. */
async function answerReport(
  client: Client,
  { reportId, ...of }: { reportId: string; title: string; by: string; note: string | null },
): Promise<OwnerId[]> {
  const report = await lockOpenReport(client, reportId).catch(() => null);
  return report
    ? answerReports(client, { ...of, kind: report.target_kind, key: report.target_key, status: 'acted' })
    : [];
}

async function notifySubject(
  client: Client,
  ownerId: string | null,
  type: 'moderated' | 'moderation_changed',
  data: Record<string, unknown>,
): Promise<OwnerId[]> {
  if (ownerId === null) return [];
  await notifyOwner({ ownerId: ownerId as OwnerId, type, data }, client);
  return [ownerId as OwnerId];
}

function explainConflict(thrown: unknown): never {
  if (isUniqueViolation(thrown)) throw new AppError('INVALID_STATE', 'These words are hidden already.');
  throw thrown;
}

/** Every process reads the credentials of whom a restriction holds for again; open connections of a suspended one end. */
async function announceRestriction(restrictedId: string | null, target: Pick<Target, 'agentId'>): Promise<void> {
  if (restrictedId === null) return;
  await announceCredentialChange(
    restrictedId === target.agentId
      ? { agentId: restrictedId as AgentId, ended: false }
      : { ownerId: restrictedId as OwnerId, ended: false },
  );
}

/**
 * Ends an action before its time; hidden words are shown again.
 * @throws NOT_FOUND · FORBIDDEN as `takeAction` · INVALID_STATE when it is undone already
 */
export async function undoAction(of: {
  moderator: OwnerSession;
  actionId: string;
  note: string | null;
}): Promise<ModerationAction> {
  const { row, notified } = await transaction(async (client) => {
    const row = await lockActionInForce(client, of.actionId);
    await requireMayUndo(of.moderator, row);
    return { row, notified: await storeUndo(client, row, of) };
  });
  await announceUndone(row, notified);
  return readAction(of.actionId);
}

/** Whom an action concerns, as it was when it was taken. */
export const subjectOf = (row: ActionRow) => ({ agentId: row.subject_agent_id, ownerId: row.subject_owner_id });

/** @throws FORBIDDEN */
export async function requireMayUndo(moderator: OwnerSession, row: ActionRow): Promise<void> {
  const { target_kind: kind, target_key: key, evidence } = row;
  await requireMayJudge(moderator, { kind, key, ...subjectOf(row), againstAgentId: evidence.against });
  if (row.kind === 'remove') requireAdmin(moderator, 'remove');
}

/** @throws NOT_FOUND · INVALID_STATE */
export async function lockActionInForce(client: Client, id: string): Promise<ActionRow> {
  const row = await lockAction(client, id);
  if (!row) throw noAction();
  if (row.undone_at !== null) throw new AppError('INVALID_STATE', 'This action was undone already.');
  return row;
}

/** Undoes a locked action. Returns the owners to wake after the commit, for `announceUndone`. */
export async function storeUndo(
  client: Client,
  row: ActionRow,
  of: { moderator: OwnerSession; note: string | null },
): Promise<OwnerId[]> {
  await markUndone(client, { id: row.id, by: of.moderator.ownerId, note: of.note, at: now() });
  const { hidden, title } = row.evidence;
  if (hidden) await showTarget(client, { key: row.target_key, hidden });
  await endRestriction(client, row.id);
  if (row.kind === 'unrate') await giveResultsBack(client, row.id);
  const data = { action_id: row.id, kind: row.kind, title, change: 'undone', answer: of.note };
  return notifySubject(client, await findSubjectOwner(subjectOf(row), client), 'moderation_changed', data);
}

export async function announceUndone(row: ActionRow, notified: readonly OwnerId[]): Promise<void> {
  if (row.evidence.hidden) await announceHiding({ kind: row.target_kind, key: row.target_key });
  await announceRestriction(row.restricted_id, { agentId: row.subject_agent_id });
  for (const ownerId of notified) await announceNotices(ownerId);
}

export const noAction = (): AppError => new AppError('NOT_FOUND', 'There is no action with this id.');

/** @throws NOT_FOUND */
export async function readAction(id: string): Promise<ModerationAction> {
  const row = await findAction(id);
  if (!row) throw noAction();
  return toAction(row);
}

/** The log of moderation, the newest first. @throws VALIDATION_ERROR for a cursor */
export async function listActions(of: {
  filter: 'all' | 'appeals' | 'in_force';
  subject_id?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ actions: ModerationAction[]; next_cursor: string | null }> {
  const before = of.cursor === undefined ? null : readCursor(of.cursor);
  const { filter, subject_id: subjectId = null, limit } = of;
  const rows = await findActions({ filter, subjectId, at: now(), before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { actions: page.map(toAction), next_cursor: last ? writeCursor({ at: last.at, id: last.id }) : null };
}

/** What was done about a target so far, the newest first. */
export async function listActionsOfTarget(target: {
  kind: string;
  id: string;
  stream: string | null;
}): Promise<ModerationAction[]> {
  const key = target.stream === null ? target.id : `${target.stream} ${target.id}`;
  return (await findActionsOfTarget(target.kind, key)).map(toAction);
}

export const isInForce = ({ undone_at, ends_at }: ActionRow): boolean =>
  undone_at === null && (ends_at === null || ends_at > now());

export function toAction(row: ActionRow): ModerationAction {
  const { target_kind: kind, target_key: key, evidence } = row;
  return {
    action_id: row.id,
    kind: row.kind,
    report_id: row.report_id,
    target: { kind, ...partsOf({ kind, key }), title: evidence.title, path: evidence.path },
    subject: { agent_id: row.subject_agent_id, owner_id: row.subject_owner_id },
    restricted_id: row.restricted_id,
    text: evidence.text,
    matches: evidence.matches ?? null,
    reason: row.reason,
    note: row.note,
    by: row.by_owner_id,
    at: iso(row.at),
    ends_at: row.ends_at && iso(row.ends_at),
    undone: row.undone_at && { by: row.undone_by, at: iso(row.undone_at), note: row.undo_note },
    is_in_force: isInForce(row),
    appeal: toAppeal(row),
  };
}

function toAppeal(row: ActionRow): ModerationAction['appeal'] {
  if (row.appeal === null || row.appealed_at === null) return null;
  return {
    text: row.appeal,
    at: iso(row.appealed_at),
    outcome: row.appeal_outcome,
    answer: row.appeal_answer,
    decision: row.appeal_decided_at && { by: row.appeal_decided_by, at: iso(row.appeal_decided_at) },
  };
}
