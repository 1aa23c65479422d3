import { sql } from '@/lib/data/database';
import { OWNER_COLUMNS, type OwnerRow } from './owners.repo';

/** Makes an account a moderator, or takes that away. Null when no account has the e-mail. */
export async function updateModerator(of: { email: string; isModerator: boolean }): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'accounts.update_moderator',
    `UPDATE owners SET is_moderator = $2 WHERE email = $1 RETURNING ${OWNER_COLUMNS}`,
    [of.email, of.isModerator],
  );
  return rows[0] ?? null;
}

/** The accounts that answer reports, administrators too, the oldest first. @param emails those of ADMIN_EMAILS */
export async function findModerators(emails: readonly string[]): Promise<OwnerRow[]> {
  return sql<OwnerRow>(
    'accounts.moderators',
    `SELECT ${OWNER_COLUMNS} FROM owners
     WHERE is_moderator OR is_admin OR (email_verified IS NOT NULL AND email = ANY($1::text[])) ORDER BY created_at`,
    [emails],
  );
}
