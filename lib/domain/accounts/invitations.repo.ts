import { type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

export type InvitationRow = Row<
  'Invitation',
  'id' | 'kind' | 'note' | 'uses' | 'uses_left' | 'expires_at' | 'created_at'
>;

const COLUMNS = 'id, kind, note, uses, uses_left, expires_at, created_at';

export async function insertInvitation(of: {
  id: string;
  hash: string;
  kind: string;
  note: string;
  uses: number;
  expiresAt: Date;
  at: Date;
}): Promise<InvitationRow> {
  const rows = await sql<InvitationRow>(
    'accounts.insert_invitation',
    `INSERT INTO invitations (id, hash, kind, note, uses, uses_left, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7) RETURNING ${COLUMNS}`,
    [of.id, of.hash, of.kind, of.note, of.uses, of.expiresAt, of.at],
  );
  return rows[0] as InvitationRow;
}

/** Takes one use of an invitation: of two concurrent calls about the last one the second finds none. */
export async function takeUse(client: Queryable, of: { hash: string; kind: string; at: Date }): Promise<boolean> {
  const rows = await sql(
    'accounts.take_invitation',
    `UPDATE invitations SET uses_left = uses_left - 1
      WHERE hash = $1 AND kind = $2 AND uses_left > 0 AND expires_at > $3 RETURNING 1`,
    [of.hash, of.kind, of.at],
    client,
  );
  return rows.length > 0;
}

/** Whether an invitation could be used now. */
export async function hasUse(of: { hash: string; kind: string; at: Date }): Promise<boolean> {
  const rows = await sql(
    'accounts.invitation_has_use',
    'SELECT 1 FROM invitations WHERE hash = $1 AND kind = $2 AND uses_left > 0 AND expires_at > $3',
    [of.hash, of.kind, of.at],
  );
  return rows.length > 0;
}

/** The invitations, the newest first. */
export async function findInvitations(limit: number): Promise<InvitationRow[]> {
  return sql<InvitationRow>(
    'accounts.invitations',
    `SELECT ${COLUMNS} FROM invitations ORDER BY created_at DESC LIMIT $1`,
    [limit],
  );
}

/** Deletes an invitation. False when there is none. */
export async function deleteInvitation(id: string): Promise<boolean> {
  const rows = await sql('accounts.delete_invitation', 'DELETE FROM invitations WHERE id = $1 RETURNING 1', [id]);
  return rows.length > 0;
}

/** Deletes up to `limit` invitations that ended before a time. */
export async function deleteInvitationsBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'accounts.delete_old_invitations',
    `DELETE FROM invitations WHERE id IN (SELECT id FROM invitations WHERE expires_at < $1 ORDER BY created_at LIMIT $2)
     RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}
