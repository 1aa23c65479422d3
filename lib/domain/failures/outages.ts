import { iso, now } from '@/lib/core/clock';
import type { OwnerId } from '@/lib/core/ids';
import { findPublishingOwner, type PolledStatus } from '@/lib/domain/catalog';
import { announceNotices, hasNotice, notifyOwner } from '@/lib/domain/notifications';

/** A server is asked every minute: after this time three checks in a row have missed it. */
const OFFLINE_NOTICE_AFTER_MS = 110_000;

const outageKey = (experienceId: string, since: Date): string => `offline:${experienceId}:${iso(since)}`;

/**
 * Notifies the publisher of a server that has missed three status checks, once an outage, and when it answers again. Called
 * after each status check: no query for a server that is online and was, else two.
 */
export async function noticeOutage({ experienceId, before, live, since, fault }: PolledStatus): Promise<void> {
  if (live.status === 'offline') {
    if (now().getTime() - since.getTime() < OFFLINE_NOTICE_AFTER_MS) return;
    const publisher = await findPublishingOwner(experienceId);
    const data = { since: iso(since), error: fault };
    await notify(publisher, {
      experienceId,
      type: 'experience_offline',
      data,
      onceKey: outageKey(experienceId, since),
    });
  } else if (before?.status === 'offline' && before.since && live.status !== 'unknown') {
    const publisher = await findPublishingOwner(experienceId);
    const outage = outageKey(experienceId, before.since);
    if (!publisher || !(await hasNotice({ ownerId: publisher.ownerId, onceKey: outage }))) return;
    const data = { since: iso(before.since), status: live.status };
    await notify(publisher, { experienceId, type: 'experience_online', data, onceKey: `online:${outage}` });
  }
}

/** Notifies the publisher that most calls of agents fail, once a day. */
export async function noticeFailing(experienceId: string): Promise<void> {
  const onceKey = `failing:${experienceId}:${iso(now()).slice(0, 10)}`;
  await notify(await findPublishingOwner(experienceId), {
    experienceId,
    type: 'experience_failing',
    data: {},
    onceKey,
  });
}

async function notify(
  publisher: { ownerId: OwnerId; name: string } | null,
  notice: {
    experienceId: string;
    type: 'experience_offline' | 'experience_online' | 'experience_failing';
    data: Record<string, unknown>;
    onceKey: string;
  },
): Promise<void> {
  if (!publisher) return;
  const { ownerId, name } = publisher;
  const { experienceId, type, onceKey } = notice;
  const data = { experience_id: experienceId, experience_name: name, ...notice.data };
  if (await notifyOwner({ ownerId, type, data, onceKey })) await announceNotices(ownerId);
}
