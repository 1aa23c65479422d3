import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { DueSignal } from '@/lib/core/due';
import { newId, type OwnerId } from '@/lib/core/ids';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { registerRetention } from '@/lib/core/retention';
import type { Queryable } from '@/lib/data/database';
import { broadcastHint, onBroadcast, onReconnect } from '@/lib/events';
import {
  deleteNoticesBefore,
  findByKey,
  findNews,
  findNotices,
  insertNotice,
  markRead,
  markReadByPrefix,
  type NoticeRow,
} from './notices.repo';
import { NOTICE_TYPES, type NoticeType } from './notices.schema';

/** Its payload is the id of an owner whose notices have changed. */
const NOTICES_TOPIC = 'notices';

/** Deliveries of notices to webhooks. */
export const deliveryDue = new DueSignal('webhooks');
/** Deliveries of notices to browsers. */
export const pushDue = new DueSignal('push');

/** A notice in wire form; webhooks get type, time and data. */
export const noticeSchema = z.strictObject({
  notification_id: z.string().describe('The notification'),
  type: z.enum(NOTICE_TYPES).describe('Kind'),
  data: z.looseObject({}).describe('What it is about'),
  at: z.iso.datetime().describe('When it happened'),
  read_at: z.iso.datetime().nullable().describe('When you read it; null before'),
});
export type Notice = z.infer<typeof noticeSchema>;

/**
 * Stores a notice for an owner and queues it for the owner's webhooks, in the caller's transaction. Call
 * `announceNotices` after the commit. One statement.
 * @param notice.onceKey a second notice with the same key is not stored
 * @returns whether it was stored
 */
export async function notifyOwner(
  notice: { ownerId: OwnerId; type: NoticeType; data: Record<string, unknown>; onceKey?: string },
  client?: Queryable,
): Promise<boolean> {
  return insertNotice({ ...notice, id: newId(), onceKey: notice.onceKey ?? null, at: now() }, client);
}

/** Whether an owner was notified with this key. One query. */
export function hasNotice(of: { ownerId: OwnerId; onceKey: string }): Promise<boolean> {
  return findByKey(of);
}

/** Wakes the pages of an owner in every process, and the delivery to webhooks and browsers. */
export async function announceNotices(ownerId: OwnerId): Promise<void> {
  deliveryDue.announce(now());
  pushDue.announce(now());
  await broadcastHint(NOTICES_TOPIC, ownerId);
}

/** A page of an owner's notices, newest first. @throws VALIDATION_ERROR for a broken cursor */
export async function listNotices(page: {
  ownerId: OwnerId;
  cursor?: string | null;
  limit: number;
}): Promise<{ notices: Notice[]; nextCursor: string | null }> {
  const before = page.cursor ? readCursor(page.cursor) : null;
  const rows = await findNotices({ ownerId: page.ownerId, before, limit: page.limit + 1 });
  const visible = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? visible.at(-1) : undefined;
  return { notices: visible.map(toNotice), nextCursor: last ? writeCursor({ at: last.at, id: last.id }) : null };
}

/** Marks all notices of an owner as read. */
export async function readAllNotices(ownerId: OwnerId): Promise<void> {
  await markRead({ ownerId, onceKey: null, at: now() });
  await broadcastHint(NOTICES_TOPIC, ownerId);
}

/** Marks the notice with a key as read, because what it asks for is done. */
export async function readNotice(of: { ownerId: OwnerId; onceKey: string }, client?: Queryable): Promise<void> {
  await markRead({ ...of, at: now() }, client);
}

/**
 * Marks the notices as read whose keys begin with a text, because what they ask for is done. Call `announceNotices` after the commit.
 * @returns the owners for whom something changed
 */
export async function readNoticesByPrefix(
  client: Queryable,
  notices: readonly { ownerId: OwnerId; prefix: string }[],
): Promise<OwnerId[]> {
  if (notices.length === 0) return [];
  const [ownerIds, prefixes] = [notices.map(({ ownerId }) => ownerId), notices.map(({ prefix }) => prefix)];
  return (await markReadByPrefix(client, { ownerIds, prefixes, at: now() })) as OwnerId[];
}

/** What is new for an owner, in wire form. */
export interface News {
  unread: number;
  newest_id: string | null;
}

/** How many notices of an owner are unread, and which is the newest. One query. */
export function readNews(ownerId: OwnerId): Promise<News> {
  return findNews(ownerId);
}

/** Calls `onNews` when the notices of an owner have changed, by any process, and when that may have been missed. Returns the unsubscribe. */
export function followNews(ownerId: OwnerId, onNews: () => void): () => void {
  const stops = [onBroadcast(NOTICES_TOPIC, (changed) => changed === ownerId && onNews()), onReconnect(onNews)];
  return () => stops.forEach((stop) => void stop());
}

registerRetention('notifications', deleteNoticesBefore);

function toNotice(row: NoticeRow): Notice {
  return {
    notification_id: row.id,
    type: row.type,
    data: row.data,
    at: iso(row.at),
    read_at: row.read_at && iso(row.read_at),
  };
}
