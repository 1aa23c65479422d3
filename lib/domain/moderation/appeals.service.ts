import type { OwnerSession } from '@/lib/core/caller';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { listModerators } from '@/lib/domain/accounts';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import {
  type ActionRow,
  findActionAgainst,
  findActionsAgainst,
  storeAppeal,
  storeAppealDecision,
  transaction,
} from './actions.repo';
import {
  announceUndone,
  isInForce,
  lockActionInForce,
  noAction,
  readAction,
  requireMayUndo,
  storeUndo,
  subjectOf,
  toAction,
} from './actions.service';
import { findSubjectOwner } from './judges';
import type { ModerationAction, OwnModeration } from './moderation.schema';

/** Decisions that the page of an account shows. */
const MAX_SHOWN = 100;

/** What moderators decided about an account and its agents, the newest first. */
export async function listOwnModeration(ownerId: OwnerId): Promise<OwnModeration[]> {
  return (await findActionsAgainst(ownerId, MAX_SHOWN)).map(toOwn);
}

/** Asks for another look at a decision, once. @throws NOT_FOUND for that of another owner · INVALID_STATE */
export async function appealAction(of: { ownerId: OwnerId; actionId: string; text: string }): Promise<OwnModeration> {
  const row = await findActionAgainst(of.ownerId, of.actionId);
  if (!row) throw noAction();
  if (!(await storeAppeal({ id: of.actionId, text: of.text, at: now() })))
    throw new AppError('INVALID_STATE', 'You have appealed already, or the decision was undone or has ended.');
  const stored = await findActionAgainst(of.ownerId, of.actionId);
  return toOwn(stored ?? row);
}

/**
 * Answers an appeal; `overturned` undoes the action. Another moderator than the one who acted decides, where there is one.
 * @throws NOT_FOUND · FORBIDDEN · INVALID_STATE without an open appeal
 */
export async function decideAppeal(of: {
  moderator: OwnerSession;
  actionId: string;
  outcome: 'upheld' | 'overturned';
  answer: string;
}): Promise<ModerationAction> {
  const { moderator, actionId, outcome, answer } = of;
  const { row, notified } = await transaction(async (client) => {
    const row = await lockActionInForce(client, actionId);
    if (row.appealed_at === null) throw new AppError('INVALID_STATE', 'There is no appeal against this action.');
    if (row.appeal_outcome !== null) throw new AppError('INVALID_STATE', 'Another moderator has answered this appeal.');
    await requireMayUndo(moderator, row);
    await requireOtherJudge(moderator, row);
    await storeAppealDecision(client, { id: actionId, outcome, answer, by: moderator.ownerId, at: now() });
    if (outcome === 'overturned') return { row, notified: await storeUndo(client, row, { moderator, note: answer }) };
    const ownerId = await findSubjectOwner(subjectOf(row), client);
    if (ownerId !== null) {
      const data = { action_id: actionId, kind: row.kind, title: row.evidence.title, change: 'upheld', answer };
      await notifyOwner({ ownerId, type: 'moderation_changed', data }, client);
    }
    return { row, notified: ownerId === null ? [] : [ownerId] };
  });
  if (outcome === 'overturned') await announceUndone(row, notified);
  else for (const ownerId of notified) await announceNotices(ownerId);
  return readAction(actionId);
}

/** @throws FORBIDDEN for the one who acted, where another moderator can decide */
async function requireOtherJudge({ ownerId }: OwnerSession, row: ActionRow): Promise<void> {
  if (row.by_owner_id !== ownerId) return;
  const subjectOwnerId = await findSubjectOwner(subjectOf(row));
  const others = (await listModerators()).filter(
    (other) =>
      other.ownerId !== ownerId && other.ownerId !== subjectOwnerId && (row.kind !== 'remove' || other.isAdmin),
  );
  if (others.length > 0) throw new AppError('FORBIDDEN', 'You acted here: another moderator answers the appeal.');
}

function toOwn(row: ActionRow): OwnModeration {
  const { note: _, by: __, report_id: ___, undone: ____, ...action } = toAction(row);
  return {
    ...action,
    appeal: action.appeal && {
      ...action.appeal,
      decision: action.appeal.decision && { ...action.appeal.decision, by: null },
    },
    undone_at: row.undone_at && iso(row.undone_at),
    can_appeal: row.appealed_at === null && isInForce(row),
  };
}
