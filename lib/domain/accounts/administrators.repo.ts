import type { OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import { OWNER_COLUMNS, type OwnerRow } from './owners.repo';

/** An account whose right changes, with the right before. */
export type AdminRow = OwnerRow & Row<'Owner', 'created_at'> & { was_admin: boolean };

/** `isAdminOwner` in SQL; parameter `n` holds the addresses of ADMIN_EMAILS. */
const isAdminSql = (n: number) => `(is_admin OR (email_verified IS NOT NULL AND email = ANY($${n}::text[])))`;

const adminsSql = (n: number) => `SELECT 1 FROM owners WHERE ${isAdminSql(n)}`;

/** Gives an account the right or takes it away. Giving it deletes the link. Null when no account has the e-mail. */
export async function updateAdmin(of: { email: string; isAdmin: boolean }): Promise<AdminRow | null> {
  const rows = await sql<AdminRow>(
    'accounts.update_admin',
    `WITH before AS (SELECT id, is_admin AS was_admin FROM owners WHERE email = $1 FOR UPDATE),
          changed AS (UPDATE owners o SET is_admin = $2, admission = CASE WHEN $2 THEN NULL ELSE admission END FROM before b WHERE o.id = b.id RETURNING o.*, b.was_admin),
          closed AS (DELETE FROM admin_links WHERE $2 AND EXISTS (SELECT 1 FROM changed))
     SELECT ${OWNER_COLUMNS}, created_at, was_admin FROM changed`,
    [of.email, of.isAdmin],
  );
  return rows[0] ?? null;
}

/** The accounts that are administrators, the oldest first. */
export async function findAdmins(emails: readonly string[]): Promise<OwnerRow[]> {
  return sql<OwnerRow>(
    'accounts.admins',
    `SELECT ${OWNER_COLUMNS} FROM owners WHERE ${isAdminSql(1)} ORDER BY created_at`,
    [emails],
  );
}

/** Stores the link in place of an earlier one. False when there is an administrator. */
export async function storeAdminLink(link: {
  hash: string;
  expiresAt: Date;
  emails: readonly string[];
}): Promise<boolean> {
  const rows = await sql(
    'accounts.store_admin_link',
    `INSERT INTO admin_links (id, hash, expires_at) SELECT 1, $1, $2 WHERE NOT EXISTS (${adminsSql(3)})
     ON CONFLICT (id) DO UPDATE SET hash = EXCLUDED.hash, expires_at = EXCLUDED.expires_at RETURNING id`,
    [link.hash, link.expiresAt, link.emails],
  );
  return rows.length > 0;
}

/** Whether a link works. */
export async function findAdminLink(link: { hash: string; at: Date; emails: readonly string[] }): Promise<boolean> {
  const rows = await sql(
    'accounts.admin_link',
    `SELECT id FROM admin_links WHERE hash = $1 AND expires_at > $2 AND NOT EXISTS (${adminsSql(3)})`,
    [link.hash, link.at, link.emails],
  );
  return rows.length > 0;
}

/** Uses a link: of two concurrent uses the second finds nothing. False when it does not work. */
export async function takeAdminLink(link: {
  hash: string;
  at: Date;
  emails: readonly string[];
  ownerId: OwnerId;
}): Promise<boolean> {
  const rows = await sql(
    'accounts.take_admin_link',
    `WITH used AS (
       DELETE FROM admin_links WHERE hash = $1 AND expires_at > $2 AND NOT EXISTS (${adminsSql(3)}) RETURNING id
     )
     UPDATE owners SET is_admin = true WHERE id = $4 AND EXISTS (SELECT 1 FROM used) RETURNING id`,
    [link.hash, link.at, link.emails, link.ownerId],
  );
  return rows.length > 0;
}
