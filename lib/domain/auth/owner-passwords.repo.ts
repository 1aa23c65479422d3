import type { OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';
import { OWNER_COLUMNS, type OwnerRow } from './owners.repo';

/** A link that sets a new password: who it is for and until when it works. */
export interface ResetLinkRow {
  [column: string]: unknown;
  email: string;
  reset_expires_at: Date;
}

/** Gives an account a link, instead of any that it had; null when no account has the e-mail. */
export async function putResetLink(link: { email: string; hash: string; expiresAt: Date }): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'auth.put_reset_link',
    `UPDATE owners SET reset_hash = $2, reset_expires_at = $3 WHERE email = $1 RETURNING ${OWNER_COLUMNS}`,
    [link.email, link.hash, link.expiresAt],
  );
  return rows[0] ?? null;
}

/** The link of a token, while it works. */
export async function findResetLink(link: { hash: string; at: Date }): Promise<ResetLinkRow | null> {
  const rows = await sql<ResetLinkRow>(
    'auth.reset_link',
    'SELECT email, reset_expires_at FROM owners WHERE reset_hash = $1 AND reset_expires_at > $2',
    [link.hash, link.at],
  );
  return rows[0] ?? null;
}

/**
 * Uses a link up: sets the password, ends every session and disconnects the providers, so that nobody else is left who
 * can sign in. Of two uses at once one wins, the other finds nothing.
 */
export async function takeResetLink(link: { hash: string; at: Date; passwordHash: string }): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'auth.take_reset_link',
    `WITH done AS (
       UPDATE owners SET password_hash = $3, session_epoch = session_epoch + 1, reset_hash = NULL, reset_expires_at = NULL
        WHERE reset_hash = $1 AND reset_expires_at > $2 RETURNING ${OWNER_COLUMNS}
     ), disconnected AS (DELETE FROM owner_accounts WHERE owner_id IN (SELECT id FROM done))
     SELECT * FROM done`,
    [link.hash, link.at, link.passwordHash],
  );
  return rows[0] ?? null;
}

/**
 * Replaces the password that was checked, ends every session and withdraws a link. Of two changes at once one wins, the
 * other finds that what it checked is no longer the password.
 */
export async function replacePassword(change: {
  ownerId: OwnerId;
  fromHash: string;
  toHash: string;
}): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'auth.replace_password',
    `UPDATE owners SET password_hash = $3, session_epoch = session_epoch + 1, reset_hash = NULL, reset_expires_at = NULL
      WHERE id = $1 AND password_hash = $2 RETURNING ${OWNER_COLUMNS}`,
    [change.ownerId, change.fromHash, change.toHash],
  );
  return rows[0] ?? null;
}
