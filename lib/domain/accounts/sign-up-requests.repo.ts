import type { OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

export type RequestRow = Row<
  'Owner',
  'id' | 'email' | 'display_name' | 'admission_note' | 'admission_at',
  { id: OwnerId }
>;

/** Accounts that wait for a decision, the oldest first. */
export async function findRequests(limit: number): Promise<RequestRow[]> {
  return sql<RequestRow>(
    'accounts.sign_up_requests',
    `SELECT id, email, display_name, admission_note, admission_at FROM owners WHERE admission = 'waiting'
      ORDER BY admission_at LIMIT $1`,
    [limit],
  );
}

export async function countRequests(): Promise<number> {
  const rows = await sql<{ count: number }>(
    'accounts.count_sign_up_requests',
    `SELECT count(*)::int AS count FROM owners WHERE admission = 'waiting'`,
    [],
  );
  return rows[0]?.count ?? 0;
}

/** Decides about an account that waits: of two concurrent decisions the second finds nothing. Returns its e-mail. */
export async function decideRequest(of: { ownerId: string; isApproved: boolean; at: Date }): Promise<string | null> {
  const rows = await sql<{ email: string }>(
    'accounts.decide_sign_up',
    `UPDATE owners SET admission = CASE WHEN $2 THEN NULL ELSE 'refused' END, admission_at = $3, admission_note = NULL
      WHERE id = $1 AND admission = 'waiting' RETURNING email`,
    [of.ownerId, of.isApproved, of.at],
  );
  return rows[0]?.email ?? null;
}

/** Deletes up to `limit` refused accounts, and accounts that nobody decided about. They have never been signed in to. */
export async function deleteRequestsBefore(before: { refused: Date; waiting: Date }, limit: number): Promise<number> {
  const rows = await sql(
    'accounts.delete_sign_up_requests',
    `DELETE FROM owners WHERE id IN (
       SELECT id FROM owners WHERE (admission = 'refused' AND admission_at < $1) OR (admission = 'waiting' AND admission_at < $2)
        LIMIT $3) RETURNING 1`,
    [before.refused, before.waiting, limit],
  );
  return rows.length;
}
