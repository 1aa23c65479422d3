import { sql, transaction } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import type { NoticeType } from './notices.schema';

/** A browser that shows notices, as its owner sees it. */
export type PushBrowserRow = Row<
  'PushBrowser',
  'id' | 'endpoint_hash' | 'wants' | 'created_at' | 'last_sent_at',
  { wants: 'waiting' | 'all' }
> & { user_agent: string };

/** The sign-in of a browser counts while its owner has not signed out everywhere. */
const SIGNED_IN = `owner_browsers o JOIN owners w ON w.id = o.owner_id AND w.session_epoch = o.session_epoch`;

/**
 * Stores the browser of a sign-in, in place of what was stored for it or for its address before, unless the owner has `max` others.
 * Returns whether it was stored.
 */
export async function insertPushBrowser(
  browser: {
    id: string;
    ownerId: string;
    browserId: string;
    endpointHash: string;
    sealed: Buffer;
    wants: 'waiting' | 'all';
    at: Date;
  },
  max: number,
): Promise<boolean> {
  return transaction(async (client) => {
    const { ownerId, browserId, endpointHash } = browser;
    await sql('push.lock_owner', 'SELECT 1 FROM owners WHERE id = $1 FOR UPDATE', [ownerId], client);
    await sql(
      'push.replace',
      'DELETE FROM push_browsers WHERE endpoint_hash = $1 OR browser_id = $2',
      [endpointHash, browserId],
      client,
    );
    const rows = await sql(
      'push.insert',
      `INSERT INTO push_browsers (id, owner_id, browser_id, endpoint_hash, sealed, wants, created_at)
       SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5::bytea, $6, $7::timestamptz
        WHERE (SELECT count(*) FROM push_browsers WHERE owner_id = $2::uuid) < $8
          AND EXISTS (SELECT 1 FROM owner_browsers WHERE id = $3::uuid AND owner_id = $2::uuid) RETURNING id`,
      [browser.id, ownerId, browserId, endpointHash, browser.sealed, browser.wants, browser.at, max],
      client,
    );
    return rows.length > 0;
  });
}

/** The browsers that show notices of an owner, while they are signed in; in the order in which they were added. */
export async function findPushBrowsers(ownerId: string): Promise<PushBrowserRow[]> {
  return sql<PushBrowserRow & Record<string, unknown>>(
    'push.list',
    `SELECT b.id, b.endpoint_hash, b.wants, b.created_at, b.last_sent_at, o.user_agent
       FROM push_browsers b JOIN ${SIGNED_IN} ON o.id = b.browser_id
      WHERE b.owner_id = $1 ORDER BY b.created_at, b.id`,
    [ownerId],
  );
}

/** Removes a browser. Returns false when the owner has no such browser. */
export async function deletePushBrowser(of: { id: string; ownerId: string }): Promise<boolean> {
  const rows = await sql('push.delete', 'DELETE FROM push_browsers WHERE id = $1 AND owner_id = $2 RETURNING 1', [
    of.id,
    of.ownerId,
  ]);
  return rows.length > 0;
}

/** A delivery that this process has claimed. */
export type ClaimedPush = Row<'PushDelivery', 'id' | 'push_browser_id' | 'attempts'> &
  Row<'PushBrowser', 'owner_id' | 'sealed', { sealed: Buffer }> &
  Row<'Notification', 'type' | 'data' | 'at' | 'read_at', { type: NoticeType; data: Record<string, unknown> }> & {
    is_signed_in: boolean;
  };

/** Claims the delivery that is due longest until `leaseUntil`, except for some owners and browsers. Null when none is due. */
export async function claimDuePush(of: {
  at: Date;
  leaseUntil: Date;
  busyOwnerIds: readonly string[];
  busyIds: readonly string[];
}): Promise<ClaimedPush | null> {
  const rows = await sql<ClaimedPush & Record<string, unknown>>(
    'push.claim',
    `WITH due AS (
       SELECT d.id FROM push_deliveries d JOIN push_browsers b ON b.id = d.push_browser_id
        WHERE d.due_at <= $1 AND b.owner_id <> ALL ($3::uuid[]) AND b.id <> ALL ($4::uuid[])
        ORDER BY d.due_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
     UPDATE push_deliveries d SET attempts = d.attempts + 1, due_at = $2
       FROM due, push_browsers b, notifications n
      WHERE d.id = due.id AND b.id = d.push_browser_id AND n.id = d.notification_id
     RETURNING d.id, d.push_browser_id, d.attempts, b.owner_id, b.sealed, n.type, n.data, n.at, n.read_at,
       EXISTS (SELECT 1 FROM ${SIGNED_IN} WHERE o.id = b.browser_id) AS is_signed_in`,
    [of.at, of.leaseUntil, of.busyOwnerIds, of.busyIds],
  );
  return rows[0] ?? null;
}

/** When the next delivery is due, except for some owners and browsers; null when none is. */
export async function findNextPush(of: {
  busyOwnerIds: readonly string[];
  busyIds: readonly string[];
}): Promise<Date | null> {
  const rows = await sql<{ due_at: Date }>(
    'push.next',
    `SELECT d.due_at FROM push_deliveries d JOIN push_browsers b ON b.id = d.push_browser_id
      WHERE b.owner_id <> ALL ($1::uuid[]) AND b.id <> ALL ($2::uuid[]) ORDER BY d.due_at LIMIT 1`,
    [of.busyOwnerIds, of.busyIds],
  );
  return rows[0]?.due_at ?? null;
}

/** Notes that a notice was sent. */
export async function finishPush(of: { id: string; at: Date }): Promise<void> {
  await sql(
    'push.finish',
    `WITH d AS (DELETE FROM push_deliveries WHERE id = $1 RETURNING push_browser_id)
     UPDATE push_browsers b SET last_sent_at = $2, failures_in_row = 0 FROM d WHERE b.id = d.push_browser_id`,
    [of.id, of.at],
  );
}

/** Leaves a notice out that need not be sent any more. */
export async function dropPush(id: string): Promise<void> {
  await sql('push.drop', 'DELETE FROM push_deliveries WHERE id = $1', [id]);
}

/** Sends a notice again later. */
export async function postponePush(of: { id: string; dueAt: Date }): Promise<void> {
  await sql('push.postpone', 'UPDATE push_deliveries SET due_at = $2 WHERE id = $1', [of.id, of.dueAt]);
}

/** Gives a notice up. A browser that could not be reached `max` times in a row is removed. */
export async function failPush(of: { id: string; max: number }): Promise<void> {
  await sql(
    'push.fail',
    `WITH d AS (DELETE FROM push_deliveries WHERE id = $1 RETURNING push_browser_id),
     u AS (UPDATE push_browsers b SET failures_in_row = failures_in_row + 1 FROM d
            WHERE b.id = d.push_browser_id AND b.failures_in_row + 1 < $2)
     DELETE FROM push_browsers b USING d WHERE b.id = d.push_browser_id AND b.failures_in_row + 1 >= $2`,
    [of.id, of.max],
  );
}

/** Removes a browser that has ended its subscription, with what waits for it. */
export async function removeEndedBrowser(id: string): Promise<void> {
  await sql('push.remove', 'DELETE FROM push_browsers WHERE id = $1', [id]);
}

/** Browsers behind `afterId` whose sealed address does not begin with `prefix`, by id. */
export async function listSealedOtherwise(
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<Row<'PushBrowser', 'id' | 'sealed'>[]> {
  return sql<Row<'PushBrowser', 'id' | 'sealed'>>(
    'push.sealed_otherwise',
    `SELECT id, sealed FROM push_browsers
      WHERE id > $1 AND substring(sealed FROM 1 FOR length($2::bytea)) <> $2::bytea ORDER BY id LIMIT $3`,
    [afterId, prefix, limit],
  );
}

/** Replaces a sealed address, unless it changed since it was read. */
export async function replaceSealed(id: string, previous: Uint8Array, sealed: Buffer): Promise<void> {
  await sql('push.reseal', 'UPDATE push_browsers SET sealed = $3 WHERE id = $1 AND sealed = $2', [
    id,
    Buffer.from(previous),
    sealed,
  ]);
}
