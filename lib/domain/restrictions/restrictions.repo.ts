import { type Queryable, sql } from '@/lib/data/database';
import { registerExport } from '@/lib/data/exports';

export interface NewRestriction {
  actionId: string;
  subjectId: string;
  kind: 'mute' | 'suspend';
  reason: string;
  endsAt: Date | null;
}

export async function insertRestriction(client: Queryable, restriction: NewRestriction): Promise<void> {
  const { actionId, subjectId, kind, reason, endsAt } = restriction;
  await sql(
    'restrictions.insert',
    'INSERT INTO restrictions (action_id, subject_id, kind, reason, ends_at) VALUES ($1, $2, $3, $4, $5)',
    [actionId, subjectId, kind, reason, endsAt],
    client,
  );
}

export async function deleteRestriction(client: Queryable, actionId: string): Promise<void> {
  await sql('restrictions.delete', 'DELETE FROM restrictions WHERE action_id = $1', [actionId], client);
}

/** Deletes up to `limit` restrictions that ended before. Returns how many. */
export async function deleteEnded(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'restrictions.delete_ended',
    `DELETE FROM restrictions WHERE action_id IN (
       SELECT action_id FROM restrictions WHERE ends_at < $1 ORDER BY ends_at LIMIT $2) RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}

registerExport('restrictions', {
  'moderation/restrictions': {
    about: 'What is restricted now.',
    rows: `SELECT action_id, subject_id, kind, reason, ends_at
      FROM restrictions
      WHERE subject_id = $1 OR subject_id = ANY ($2)`,
  },
});
