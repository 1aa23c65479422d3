import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import { OWNER_COLUMNS, type OwnerRow } from './owners.repo';

/** Gives an account whose e-mail is not proven a link that proves it. Returns the e-mail; null when there is nothing to prove. */
export async function storeVerifyLink(
  link: { ownerId: OwnerId; hash: string; expiresAt: Date },
  on: Queryable,
): Promise<string | null> {
  const rows = await sql<{ email: string }>(
    'accounts.store_verify_link',
    `UPDATE owners SET verify_hash = $2, verify_expires_at = $3 WHERE id = $1 AND email_verified IS NULL RETURNING email`,
    [link.ownerId, link.hash, link.expiresAt],
    on,
  );
  return rows[0]?.email ?? null;
}

/** Uses a link that proves the e-mail of the account that is signed in. Null when it does not work there. */
export async function takeVerifyLink(link: { ownerId: OwnerId; hash: string; at: Date }): Promise<OwnerRow | null> {
  const rows = await sql<OwnerRow>(
    'accounts.take_verify_link',
    `UPDATE owners SET email_verified = $3, verify_hash = NULL, verify_expires_at = NULL
      WHERE id = $1 AND verify_hash = $2 AND verify_expires_at > $3 RETURNING ${OWNER_COLUMNS}`,
    [link.ownerId, link.hash, link.at],
  );
  return rows[0] ?? null;
}

/** Sets when the link of a mail ends. False when the link was used or replaced. */
export async function updateLinkEnd(link: { hash: string; expiresAt: Date }): Promise<boolean> {
  const rows = await sql(
    'accounts.update_link_end',
    `UPDATE owners SET reset_expires_at = CASE WHEN reset_hash = $1 THEN $2::timestamptz ELSE reset_expires_at END,
            verify_expires_at = CASE WHEN verify_hash = $1 THEN $2::timestamptz ELSE verify_expires_at END
      WHERE reset_hash = $1 OR verify_hash = $1 RETURNING 1`,
    [link.hash, link.expiresAt],
  );
  return rows.length > 0;
}
