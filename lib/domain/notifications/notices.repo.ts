import { uuidAt } from '@/lib/core/ids';
import { toJsonb } from '@/lib/core/json';
import { pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Fields, Row } from '@/lib/data/row';
import { type NoticeType, WAITING_TYPES } from './notices.schema';

/** A notice as stored. */
export type NoticeRow = Row<
  'Notification',
  'id' | 'type' | 'data' | 'at' | 'read_at',
  { type: NoticeType; data: Record<string, unknown> }
>;

export type NewNotice = Fields<
  'Notification',
  'id' | 'ownerId' | 'type' | 'data' | 'onceKey' | 'at',
  { type: NoticeType; data: Record<string, unknown> }
>;

/** Stores a notice and its deliveries to the owner's webhooks and browsers. Returns false when the owner has one with its key. */
export async function insertNotice(notice: NewNotice, on: Queryable = pool()): Promise<boolean> {
  const rows = await sql<{ n: number }>(
    'notices.insert',
    `WITH n AS (
       INSERT INTO notifications (id, owner_id, type, data, once_key, at) VALUES ($1, $2, $3, $4::jsonb, $5, $6)
       ON CONFLICT (owner_id, once_key) DO NOTHING RETURNING id, owner_id),
     d AS (
       INSERT INTO webhook_deliveries (id, webhook_id, notification_id, status, due_at, created_at)
       SELECT gen_random_uuid(), w.id, n.id, 'pending', $6, $6 FROM n JOIN webhooks w ON w.owner_id = n.owner_id
        WHERE w.is_enabled AND (cardinality(w.types) = 0 OR $3 = ANY (w.types))),
     p AS (
       INSERT INTO push_deliveries (id, push_browser_id, notification_id, due_at)
       SELECT gen_random_uuid(), b.id, n.id, $6 FROM n JOIN push_browsers b ON b.owner_id = n.owner_id
        WHERE b.wants = 'all' OR $3 = ANY ($7::text[]))
     SELECT count(*) AS n FROM n`,
    [notice.id, notice.ownerId, notice.type, toJsonb(notice.data), notice.onceKey, notice.at, WAITING_TYPES],
    on,
  );
  return rows[0]?.n === 1;
}

/** Whether an owner has the notice with a key. */
export async function findByKey(of: { ownerId: string; onceKey: string }): Promise<boolean> {
  const rows = await sql('notices.by_key', 'SELECT 1 FROM notifications WHERE owner_id = $1 AND once_key = $2', [
    of.ownerId,
    of.onceKey,
  ]);
  return rows.length > 0;
}

/** An owner's notices below a time and id, newest first. */
export async function findNotices(of: {
  ownerId: string;
  before: { at: Date; id: string } | null;
  limit: number;
}): Promise<NoticeRow[]> {
  return sql<NoticeRow>(
    'notices.list',
    `SELECT id, type, data, at, read_at FROM notifications
      WHERE owner_id = $1 AND ($2::timestamptz IS NULL OR (at, id) < ($2::timestamptz, $3::uuid))
      ORDER BY at DESC, id DESC LIMIT $4`,
    [of.ownerId, of.before?.at ?? null, of.before?.id ?? null, of.limit],
  );
}

/** How many notices are not read, and the newest one. */
export async function findNews(ownerId: string): Promise<{ unread: number; newest_id: string | null }> {
  const rows = await sql<{ unread: number; newest_id: string | null }>(
    'notices.news',
    `SELECT (SELECT count(*) FROM notifications WHERE owner_id = $1 AND read_at IS NULL) AS unread,
            (SELECT id FROM notifications WHERE owner_id = $1 ORDER BY at DESC, id DESC LIMIT 1) AS newest_id`,
    [ownerId],
  );
  return rows[0] ?? { unread: 0, newest_id: null };
}

/** Marks an owner's notices as read: all, or the one with a key. */
export async function markRead(
  of: { ownerId: string; onceKey: string | null; at: Date },
  on: Queryable = pool(),
): Promise<void> {
  await sql(
    'notices.mark_read',
    `UPDATE notifications SET read_at = $3
      WHERE owner_id = $1 AND read_at IS NULL AND ($2::text IS NULL OR once_key = $2::text)`,
    [of.ownerId, of.onceKey, of.at],
    on,
  );
}

/** Marks notices as read whose keys begin with a text, each of the owner of the same place. */
export async function markReadByPrefix(
  client: Queryable,
  of: { ownerIds: readonly string[]; prefixes: readonly string[]; at: Date },
): Promise<string[]> {
  const rows = await sql<{ owner_id: string }>(
    'notices.mark_read_by_prefix',
    `UPDATE notifications n SET read_at = $3 FROM unnest($1::uuid[], $2::text[]) AS p(owner_id, prefix)
      WHERE n.owner_id = p.owner_id AND n.read_at IS NULL AND starts_with(n.once_key, p.prefix) RETURNING n.owner_id`,
    [of.ownerIds, of.prefixes, of.at],
    client,
  );
  return [...new Set(rows.map((row) => row.owner_id))];
}

/** Deletes up to `limit` notices from before a time, the oldest first by their ids, with their deliveries. Returns how many notices. */
export async function deleteNoticesBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'notices.delete_before',
    `DELETE FROM notifications WHERE id IN (
       SELECT id FROM notifications WHERE id < $1 AND at < $2 ORDER BY id LIMIT $3) RETURNING 1`,
    [uuidAt(before.getTime()), before, limit],
  );
  return rows.length;
}

registerDeletion('notifications', {
  async deleteForOwner(client, ownerId) {
    await client.query('DELETE FROM notifications WHERE owner_id = $1', [ownerId]);
    await client.query('DELETE FROM webhooks WHERE owner_id = $1', [ownerId]);
    await client.query('DELETE FROM push_browsers WHERE owner_id = $1', [ownerId]);
  },
});

registerExport('notifications', {
  'notices/notices': {
    about: 'Notices.',
    rows: `SELECT id, type, data, at, read_at FROM notifications WHERE owner_id = $1`,
  },
  'notices/push_browsers': {
    about: 'Browsers that show notices, without their addresses at push services.',
    rows: 'SELECT id, browser_id, wants, created_at, last_sent_at FROM push_browsers WHERE owner_id = $1',
  },
  'notices/webhooks': {
    about: 'Webhooks; addresses without what follows a question mark.',
    rows: `SELECT id, split_part(split_part(url, '?', 1), '#', 1) AS url, types, is_enabled, created_at
      FROM webhooks
      WHERE owner_id = $1`,
  },
  'notices/deliveries': {
    about: 'What became of notices that were posted to webhooks.',
    rows: `SELECT d.id, d.webhook_id, d.notification_id, d.status, d.attempts, d.http_status, d.created_at, d.finished_at
      FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE w.owner_id = $1`,
  },
});
