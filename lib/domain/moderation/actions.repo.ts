import { toJsonb } from '@/lib/core/json';
import type { PageCursor } from '@/lib/core/page-cursor';
import { pool, type Queryable, sql } from '@/lib/data/database';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import type { Hidden } from './hiding';
import type { ActionKind, TargetKind } from './moderation.schema';

export { type Client, isUniqueViolation, transaction } from '@/lib/data/database';

/** What an action keeps of its target. */
export interface ActionEvidence {
  title: string;
  path: string;
  text: string | null;
  hidden: Hidden | null;
  /** Of unrate: how many matches. Absent in other actions. */
  matches?: number;
  /** Of unrate: the other player, where only results against one were meant. */
  against?: string | undefined;
}

/** What a new action has; the other columns are of its end and its appeal. */
type NewColumn =
  | 'id'
  | 'kind'
  | 'report_id'
  | 'target_kind'
  | 'target_key'
  | 'subject_agent_id'
  | 'subject_owner_id'
  | 'restricted_id'
  | 'reason'
  | 'note'
  | 'by_owner_id'
  | 'evidence'
  | 'at'
  | 'ends_at';

export type ActionRow = Row<
  'ModerationAction',
  | NewColumn
  | 'undone_at'
  | 'undone_by'
  | 'undo_note'
  | 'appeal'
  | 'appealed_at'
  | 'appeal_outcome'
  | 'appeal_decided_at'
  | 'appeal_decided_by'
  | 'appeal_answer',
  {
    kind: ActionKind;
    target_kind: TargetKind;
    evidence: ActionEvidence;
    appeal_outcome: 'upheld' | 'overturned' | null;
  }
>;

export type NewAction = Pick<ActionRow, NewColumn>;

export async function insertAction(client: Queryable, action: NewAction): Promise<void> {
  await sql(
    'moderation.insert_action',
    `INSERT INTO moderation_actions (id, kind, report_id, target_kind, target_key, subject_agent_id, subject_owner_id,
       restricted_id, reason, note, by_owner_id, evidence, at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14)`,
    [
      action.id,
      action.kind,
      action.report_id,
      action.target_kind,
      action.target_key,
      action.subject_agent_id,
      action.subject_owner_id,
      action.restricted_id,
      action.reason,
      action.note,
      action.by_owner_id,
      toJsonb(action.evidence),
      action.at,
      action.ends_at,
    ],
    client,
  );
}

export async function findAction(id: string, on: Queryable = pool()): Promise<ActionRow | null> {
  const rows = await sql<ActionRow>('moderation.action', 'SELECT * FROM moderation_actions WHERE id = $1', [id], on);
  return rows[0] ?? null;
}

export async function lockAction(client: Queryable, id: string): Promise<ActionRow | null> {
  const rows = await sql<ActionRow>(
    'moderation.lock_action',
    'SELECT * FROM moderation_actions WHERE id = $1 FOR UPDATE',
    [id],
    client,
  );
  return rows[0] ?? null;
}

export async function markUndone(
  client: Queryable,
  of: { id: string; by: string; note: string | null; at: Date },
): Promise<void> {
  await sql(
    'moderation.mark_undone',
    'UPDATE moderation_actions SET undone_at = $2, undone_by = $3, undo_note = $4 WHERE id = $1',
    [of.id, of.at, of.by, of.note],
    client,
  );
}

/** Stores the only appeal against an action; false when there is one, or the action is undone or has ended. */
export async function storeAppeal(of: { id: string; text: string; at: Date }): Promise<boolean> {
  const rows = await sql(
    'moderation.store_appeal',
    `UPDATE moderation_actions SET appeal = $2, appealed_at = $3
     WHERE id = $1 AND appealed_at IS NULL AND undone_at IS NULL AND (ends_at IS NULL OR ends_at > $3) RETURNING id`,
    [of.id, of.text, of.at],
  );
  return rows.length > 0;
}

export async function storeAppealDecision(
  client: Queryable,
  of: { id: string; outcome: string; answer: string; by: string; at: Date },
): Promise<void> {
  await sql(
    'moderation.decide_appeal',
    `UPDATE moderation_actions SET appeal_outcome = $2, appeal_answer = $3, appeal_decided_by = $4, appeal_decided_at = $5
     WHERE id = $1`,
    [of.id, of.outcome, of.answer, of.by, of.at],
    client,
  );
}

/** Actions, the newest first. */
export async function findActions(of: {
  filter: 'all' | 'appeals' | 'in_force';
  subjectId: string | null;
  at: Date;
  before: PageCursor | null;
  limit: number;
}): Promise<ActionRow[]> {
  const conditions = {
    all: 'true',
    appeals: 'appealed_at IS NOT NULL AND appeal_outcome IS NULL AND undone_at IS NULL',
    in_force: 'undone_at IS NULL AND (ends_at IS NULL OR ends_at > $1)',
  };
  return sql<ActionRow>(
    `moderation.actions_${of.filter}`,
    `SELECT * FROM moderation_actions
     WHERE $1::timestamptz IS NOT NULL AND ${conditions[of.filter]}
       AND ($2::uuid IS NULL OR subject_agent_id = $2 OR subject_owner_id = $2)
       AND ($3::timestamptz IS NULL OR (at, id) < ($3, $4::uuid))
     ORDER BY at DESC, id DESC LIMIT $5`,
    [of.at, of.subjectId, of.before?.at ?? null, of.before?.id ?? null, of.limit],
  );
}

/** Actions about a report's target. */
export async function findActionsOfTarget(kind: string, key: string): Promise<ActionRow[]> {
  return sql<ActionRow>(
    'moderation.actions_of_target',
    'SELECT * FROM moderation_actions WHERE target_kind = $1 AND target_key = $2 ORDER BY at DESC, id DESC LIMIT 20',
    [kind, key],
  );
}

const MET = `(subject_owner_id = $1 OR subject_agent_id IN (SELECT id FROM agents WHERE owner_id = $1))`;

/** What met an account and its agents, the newest first. */
export async function findActionsAgainst(ownerId: string, limit: number): Promise<ActionRow[]> {
  return sql<ActionRow>(
    'moderation.actions_against',
    `SELECT * FROM moderation_actions WHERE ${MET} ORDER BY at DESC, id DESC LIMIT $2`,
    [ownerId, limit],
  );
}

/** An action that met an account or an agent of it. */
export async function findActionAgainst(ownerId: string, id: string): Promise<ActionRow | null> {
  const rows = await sql<ActionRow>(
    'moderation.action_against',
    `SELECT * FROM moderation_actions WHERE id = $2 AND ${MET}`,
    [ownerId, id],
  );
  return rows[0] ?? null;
}

registerExport('moderation', {
  'moderation/decisions': {
    about: 'What moderators decided about the owner and the agents, and the appeals.',
    rows: `SELECT id, kind, target_kind, target_key, subject_agent_id, reason, at, ends_at, undone_at, undo_note, appeal,
      appealed_at, appeal_outcome, appeal_decided_at, appeal_answer
      FROM moderation_actions
      WHERE subject_owner_id = $1 OR subject_agent_id = ANY ($2)`,
  },
  'moderation/reports': {
    about: 'Reports that the owner and the agents made.',
    rows: `SELECT id, target_kind, target_key, category, text, reporter_agent_id, status, created_at
      FROM moderation_reports
      WHERE reporter_owner_id = $1 OR reporter_agent_id = ANY ($2)`,
  },
});
