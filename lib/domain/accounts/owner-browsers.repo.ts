import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import { RESTRICTIONS, type RestrictedOwnerRow } from './owners.repo';

/** A browser that is signed in. */
export type BrowserRow = Row<'OwnerBrowser', 'id' | 'user_agent' | 'address' | 'signed_in_at' | 'last_seen_at'>;

/** An owner, and the browser of the cookie; null when it was signed out. */
export type OwnerInBrowser = RestrictedOwnerRow & {
  browser_seen_at: Date | null;
  /** Null when the browser was signed out. */
  awaits_factor: boolean | null;
  signed_in_at: Date | null;
  proven_at: Date | null;
  factor_at: Date | null;
};

const KEPT_ROWS = 50;
/** Of sign-ins that wait for a second factor: a person who has only the password must not sign other browsers out. */
const KEPT_WAITING_ROWS = 10;

/**
 * Adds a browser; forgets those whose cookies have ended, and the oldest of too many. One statement.
 * @param browser.factorAt when the second factor was given; without it an account that has one is asked for it
 * @returns whether the second factor is asked for
 */
export async function insertBrowser(browser: {
  id: string;
  ownerId: OwnerId;
  sessionEpoch: number;
  userAgent: string;
  address: string;
  at: Date;
  factorAt: Date | null;
  /** Cookies that were last renewed before have expired. */
  expiredBefore: Date;
  /** Sign-ins that began before no longer take a second factor. */
  abandonedBefore: Date;
}): Promise<{ awaitsFactor: boolean }> {
  const { id, ownerId, sessionEpoch, userAgent, address, at, factorAt, expiredBefore, abandonedBefore } = browser;
  const rows = await sql<{ awaits_factor: boolean }>(
    'accounts.insert_browser',
    `WITH forgotten AS (
       DELETE FROM owner_browsers WHERE owner_id = $2 AND (
         session_epoch <> $3 OR last_seen_at < $7 OR (awaits_factor AND signed_in_at < $9) OR id IN (
           SELECT id FROM (
             SELECT id, awaits_factor, row_number() OVER (PARTITION BY awaits_factor ORDER BY last_seen_at DESC) AS place
               FROM owner_browsers WHERE owner_id = $2) ranked
            WHERE place >= CASE WHEN awaits_factor THEN ${KEPT_WAITING_ROWS} ELSE ${KEPT_ROWS} END))
     )
     INSERT INTO owner_browsers
       (id, owner_id, session_epoch, user_agent, address, signed_in_at, last_seen_at, proven_at, factor_at, awaits_factor)
     SELECT $1, id, $3, $4, $5, $6, $6, $6, $8, has_second_factor AND $8::timestamptz IS NULL FROM owners WHERE id = $2
     RETURNING awaits_factor`,
    [id, ownerId, sessionEpoch, userAgent, address, at, expiredBefore, factorAt, abandonedBefore],
  );
  return { awaitsFactor: rows[0]?.awaits_factor ?? false };
}

/** The owner of a cookie, with the browser that it names. One statement. */
export async function findOwnerInBrowser(ownerId: string, browserId: string): Promise<OwnerInBrowser | null> {
  const rows = await sql<OwnerInBrowser>(
    'accounts.owner_in_browser',
    `SELECT o.id, o.email, o.display_name, o.image, o.password_hash, o.is_admin, o.is_moderator, o.session_epoch,
            o.email_verified, o.has_second_factor, o.admission, ${RESTRICTIONS},
            b.last_seen_at AS browser_seen_at, b.awaits_factor, b.signed_in_at, b.proven_at, b.factor_at
     FROM owners o LEFT JOIN owner_browsers b ON b.id = $2 AND b.owner_id = o.id WHERE o.id = $1`,
    [ownerId, browserId],
  );
  return rows[0] ?? null;
}

/**
 * Signs in the browser that waited for a second factor, under another id: a cookie from before signs in to nothing. Of two
 * concurrent calls the second finds no browser that waits.
 */
export async function updateWaitingBrowser(of: {
  ownerId: OwnerId;
  browserId: string;
  newId: string;
  at: Date;
}): Promise<Row<'OwnerBrowser', 'user_agent' | 'address'> | null> {
  const rows = await sql<Row<'OwnerBrowser', 'user_agent' | 'address'>>(
    'accounts.update_waiting_browser',
    `UPDATE owner_browsers SET id = $3, awaits_factor = false, last_seen_at = $4, proven_at = $4, factor_at = $4
      WHERE id = $2 AND owner_id = $1 AND awaits_factor RETURNING user_agent, address`,
    [of.ownerId, of.browserId, of.newId, of.at],
  );
  return rows[0] ?? null;
}

/** Notes that the person of a browser has proved who they are. */
export async function updateProof(
  of: { browserId: string; at: Date; isFactor: boolean },
  on?: Queryable,
): Promise<void> {
  await sql(
    'accounts.update_proof',
    `UPDATE owner_browsers SET proven_at = $2, factor_at = CASE WHEN $3 THEN $2::timestamptz ELSE factor_at END
      WHERE id = $1 AND NOT awaits_factor`,
    [of.browserId, of.at, of.isFactor],
    on,
  );
}

const KEPT_KNOWN_BROWSERS = 50;

/**
 * Remembers from where an owner signed in; of too many the oldest is forgotten.
 * @returns whether it is new, and not the first one of the account
 */
export async function noteKnownBrowser(of: { ownerId: OwnerId; fingerprint: string; at: Date }): Promise<boolean> {
  const rows = await sql<{ is_notable: boolean }>(
    'accounts.note_known_browser',
    `WITH known AS (SELECT count(*) AS count FROM known_browsers WHERE owner_id = $1),
          forgotten AS (
            DELETE FROM known_browsers WHERE owner_id = $1 AND fingerprint IN (
              SELECT fingerprint FROM known_browsers WHERE owner_id = $1 AND fingerprint <> $2
               ORDER BY seen_at DESC OFFSET ${KEPT_KNOWN_BROWSERS - 1})),
          noted AS (
            INSERT INTO known_browsers (owner_id, fingerprint, seen_at) VALUES ($1, $2, $3)
            ON CONFLICT (owner_id, fingerprint) DO UPDATE SET seen_at = EXCLUDED.seen_at RETURNING xmax = 0 AS is_new)
     SELECT is_new AND (SELECT count FROM known) > 0 AS is_notable FROM noted`,
    [of.ownerId, of.fingerprint, of.at],
  );
  return rows[0]?.is_notable ?? false;
}

/** Forgets up to `limit` browsers that were last used before a time. */
export async function deleteKnownBrowsersBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'accounts.forget_known_browsers',
    `DELETE FROM known_browsers WHERE (owner_id, fingerprint) IN
       (SELECT owner_id, fingerprint FROM known_browsers WHERE seen_at < $1 ORDER BY seen_at LIMIT $2) RETURNING 1`,
    [before, limit],
  );
  return rows.length;
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
     WHERE b.owner_id = $1 AND b.last_seen_at >= $2 AND NOT b.awaits_factor ORDER BY b.last_seen_at DESC`,
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
