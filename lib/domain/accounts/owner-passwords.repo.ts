import type { OwnerId } from '@/lib/core/ids';
import { isUniqueViolation, type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import { OWNER_COLUMNS, type OwnerRow } from './owners.repo';

export { transaction } from '@/lib/data/database';

/**
 * Gives an account a link, in place of any earlier one; with `keepsLater` not in place of one that works for longer.
 * @returns its e-mail; null when no account has the e-mail, or its link stayed
 */
export async function storeResetLink(
  link: { email: string; hash: string; expiresAt: Date; keepsLater: boolean },
  on?: Queryable,
): Promise<string | null> {
  const rows = await sql(
    'accounts.store_reset_link',
    `UPDATE owners SET reset_hash = $2, reset_expires_at = $3
      WHERE email = $1 AND (NOT $4 OR reset_expires_at IS NULL OR reset_expires_at <= $3) RETURNING 1`,
    [link.email, link.hash, link.expiresAt, link.keepsLater],
    on,
  );
  return rows.length > 0 ? link.email : null;
}

/** The account of a link, while the link works. */
export async function findResetLink(link: {
  hash: string;
  at: Date;
}): Promise<{ email: string; expiresAt: Date } | null> {
  const rows = await sql<Fields<'Owner', 'email'> & { expiresAt: Date }>(
    'accounts.reset_link',
    `SELECT email, reset_expires_at AS "expiresAt" FROM owners WHERE reset_hash = $1 AND reset_expires_at > $2`,
    [link.hash, link.at],
  );
  return rows[0] ?? null;
}

/**
 * Uses a link: sets the password, ends every session and disconnects the providers. Second factors stay. Of two concurrent uses
 * the second finds nothing.
 */
export async function takeResetLink(
  client: Queryable,
  link: { hash: string; at: Date; passwordHash: string },
): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'accounts.take_reset_link',
    `WITH done AS (
       UPDATE owners SET password_hash = $3, session_epoch = session_epoch + 1, reset_hash = NULL, reset_expires_at = NULL
        WHERE reset_hash = $1 AND reset_expires_at > $2 RETURNING ${OWNER_COLUMNS}
     ), disconnected AS (DELETE FROM owner_accounts WHERE owner_id IN (SELECT id FROM done))
     SELECT * FROM done`,
    [link.hash, link.at, link.passwordHash],
    client,
  );
  return rows[0] ?? null;
}

/**
 * Replaces the password that was checked, ends every session and deletes a reset link. Of two concurrent changes the
 * second finds that the password it checked has changed.
 */
export async function replacePassword(change: {
  ownerId: OwnerId;
  fromHash: string;
  toHash: string;
}): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'accounts.replace_password',
    `UPDATE owners SET password_hash = $3, session_epoch = session_epoch + 1, reset_hash = NULL, reset_expires_at = NULL
      WHERE id = $1 AND password_hash = $2 RETURNING ${OWNER_COLUMNS}`,
    [change.ownerId, change.fromHash, change.toHash],
  );
  return rows[0] ?? null;
}

/** An e-mail, and the name that is made from it. */
interface Address {
  email: string;
  name: string;
}

/**
 * Replaces the e-mail of an account whose password was checked; the unique index decides who has an e-mail.
 * @returns `outdated` when e-mail or password are no longer those that were read
 */
export async function replaceEmail(change: {
  ownerId: OwnerId;
  passwordHash: string;
  from: Address;
  to: Address;
}): Promise<'changed' | 'taken' | 'outdated'> {
  const { from, to } = change;
  try {
    const rows = await sql(
      'accounts.replace_email',
      `UPDATE owners SET email = $4, display_name = CASE WHEN display_name = $5 THEN $6 ELSE display_name END,
              email_verified = NULL, reset_hash = NULL, reset_expires_at = NULL,
              verify_hash = NULL, verify_expires_at = NULL
        WHERE id = $1 AND password_hash = $2 AND email = $3 RETURNING id`,
      [change.ownerId, change.passwordHash, from.email, to.email, from.name, to.name],
    );
    return rows.length > 0 ? 'changed' : 'outdated';
  } catch (thrown) {
    if (isUniqueViolation(thrown)) return 'taken';
    throw thrown;
  }
}
