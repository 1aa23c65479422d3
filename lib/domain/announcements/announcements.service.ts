import type { z } from 'zod';
import { registerCleanup } from '@/lib/core/cleanup';
import { iso, now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { broadcastHint, onBroadcast } from '@/lib/events';
import {
  type AnnouncementRow,
  deleteAnnouncement,
  deleteEndedBefore,
  findUnended,
  insertAnnouncement,
} from './announcements.repo';
import type { Announcement, newAnnouncementBody } from './announcements.schema';

/** More at a time would cover the pages. */
const MAX_UNENDED = 10;
const YEAR_MS = 365 * 24 * 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;
/** Every page reads them, so a process asks the database at most this often. */
const CACHE_MS = 10_000;

interface Cache {
  atMs: number;
  rows: Promise<AnnouncementRow[]>;
}

const TOPIC = 'announcements';

const cache = () =>
  once('announcements.cache', () => {
    const store: { kept: Cache | null } = { kept: null };
    onBroadcast(TOPIC, () => {
      store.kept = null;
    });
    return store;
  });

/**
 * What is announced now, for every page: from memory, read again after each change and at least every 10 s. While the database is away there is none, so that pages are shown without.
 */
export async function currentAnnouncements(): Promise<Announcement[]> {
  const at = now();
  const atMs = at.getTime();
  const store = cache();
  if (!store.kept || atMs - store.kept.atMs >= CACHE_MS) {
    const rows = findUnended(at, MAX_UNENDED).catch((err: unknown) => {
      log.warn({ err }, 'announcements could not be read');
      return [];
    });
    store.kept = { atMs, rows };
  }
  const rows = await store.kept.rows;
  return rows.filter(({ starts_at, ends_at }) => starts_at <= at && ends_at > at).map(toAnnouncement);
}

/** What has not ended, planned ones too, for administrators. One query. */
export async function listAnnouncements(): Promise<Announcement[]> {
  return (await findUnended(now(), MAX_UNENDED)).map(toAnnouncement);
}

/**
 * Announces something on every page.
 * @throws VALIDATION_ERROR for times that do not fit · QUOTA_EXCEEDED when ten have not ended
 */
export async function announce(order: z.output<typeof newAnnouncementBody>): Promise<Announcement> {
  const at = now();
  const startsAt = order.starts_at === undefined ? at : new Date(order.starts_at);
  const endsAt = new Date(order.ends_at);
  const issue = (path: string, message: string) => validationError([{ path: [path], message }]);
  if (startsAt.getTime() > at.getTime() + YEAR_MS) throw issue('starts_at', 'Must be within a year');
  if (endsAt <= startsAt || endsAt <= at) throw issue('ends_at', 'Must be after it begins, and after now');
  if (endsAt.getTime() > at.getTime() + YEAR_MS) throw issue('ends_at', 'Must be within a year');
  const { text, severity } = order;
  const id = newId();
  if (!(await insertAnnouncement({ id, text, severity, startsAt, endsAt, at }, MAX_UNENDED)))
    throw new AppError('QUOTA_EXCEEDED', `At most ${MAX_UNENDED} announcements that have not ended. Remove one first.`);
  await broadcastHint(TOPIC, {});
  return toAnnouncement({ id, text, severity, starts_at: startsAt, ends_at: endsAt });
}

/** Removes an announcement. @throws NOT_FOUND */
export async function removeAnnouncement(id: string): Promise<void> {
  if (!(await deleteAnnouncement(id))) throw new AppError('NOT_FOUND', 'There is no such announcement.');
  await broadcastHint(TOPIC, {});
}

const toAnnouncement = (row: AnnouncementRow): Announcement => ({
  announcement_id: row.id,
  text: row.text,
  severity: row.severity === 'urgent' || row.severity === 'warning' ? row.severity : 'info',
  starts_at: iso(row.starts_at),
  ends_at: iso(row.ends_at),
});

registerCleanup({
  name: 'announcements',
  removeBatch: (limit) => deleteEndedBefore(new Date(now().getTime() - KEPT_MS), limit),
});
