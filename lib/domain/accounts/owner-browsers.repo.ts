import type { OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import { RESTRICTIONS, type RestrictedOwnerRow } from './owners.repo';

/** A browser that is signed in. */
export type BrowserRow = Row<'OwnerBrowser', 'id' | 'user_agent' | 'address' | 'signed_in_at' | 'last_seen_at'>;

/** An owner, and when the browser of the cookie was last seen; null when it was signed out. */
export type OwnerInBrowser = RestrictedOwnerRow & { browser_seen_at: Date | null };

const KEPT_ROWS = 50;

/** Adds a browser; forgets those whose cookies have ended, and the oldest of too many. One statement. */
export async function insertBrowser(browser: {
  id: string;
  ownerId: OwnerId;
  sessionEpoch: number;
  userAgent: string;
  address: string;
  at: Date;
  /** Cookies that were last renewed before have expired. */
  expiredBefore: Date;
}): Promise<void> {
  const { id, ownerId, sessionEpoch, userAgent, address, at, expiredBefore } = browser;
  await sql(
    'accounts.insert_browser',
    `WITH forgotten AS (
       DELETE FROM owner_browsers WHERE owner_id = $2 AND (
         session_epoch <> $3 OR last_seen_at < $7 OR id IN (
           SELECT id FROM owner_browsers WHERE owner_id = $2 ORDER BY last_seen_at DESC OFFSET ${KEPT_ROWS - 1}))
     )
     INSERT INTO owner_browsers (id, owner_id, session_epoch, user_agent, address, signed_in_at, last_seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [id, ownerId, sessionEpoch, userAgent, address, at, expiredBefore],
  );
}

/** The owner of a cookie, with the browser that it names. One statement. */
export async function findOwnerInBrowser(ownerId: string, browserId: string): Promise<OwnerInBrowser | null> {
  const rows = await sql<OwnerInBrowser>(
    'accounts.owner_in_browser',
    `SELECT o.id, o.email, o.display_name, o.image, o.password_hash, o.is_admin, o.is_moderator, o.session_epoch,
            o.email_verified, ${RESTRICTIONS},
            b.last_seen_at AS browser_seen_at
     FROM owners o LEFT JOIN owner_browsers b ON b.id = $2 AND b.owner_id = o.id WHERE o.id = $1`,
    [ownerId, browserId],
  );
  return rows[0] ?? null;
}

/** Notes that a browser was seen, unless another request has just done so. */
export async function touchBrowser(browserId: string, at: Date, seenBefore: Date): Promise<void> {
  await sql(
    'accounts.touch_browser',
    'UPDATE owner_browsers SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $3',
    [browserId, at, seenBefore],
  );
}

/** The browsers whose cookies still work, the last seen first. */
export async function findBrowsers(ownerId: OwnerId, expiredBefore: Date): Promise<BrowserRow[]> {
  return sql<BrowserRow>(
    'accounts.browsers_of_owner',
    `SELECT b.id, b.user_agent, b.address, b.signed_in_at, b.last_seen_at
     FROM owner_browsers b JOIN owners o ON o.id = b.owner_id AND o.session_epoch = b.session_epoch
     WHERE b.owner_id = $1 AND b.last_seen_at >= $2 ORDER BY b.last_seen_at DESC`,
    [ownerId, expiredBefore],
  );
}

/** Signs a browser out. False when the owner has no such browser. */
export async function deleteBrowser(ownerId: string, browserId: string): Promise<boolean> {
  const rows = await sql(
    'accounts.delete_browser',
    'DELETE FROM owner_browsers WHERE id = $2 AND owner_id = $1 RETURNING id',
    [ownerId, browserId],
  );
  return rows.length > 0;
}
