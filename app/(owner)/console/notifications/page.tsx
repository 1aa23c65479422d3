import { IconBell } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { MarkRead } from '@/components/console/mark-read';
import { NextPage } from '@/components/console/next-page';
import { type Answered, NoticeList } from '@/components/console/notice-list';
import { PushBrowsers } from '@/components/console/push-browsers';
import { Webhooks } from '@/components/console/webhooks';
import { EmptyState } from '@/components/ui/empty-state';
import type { OwnerId } from '@/lib/core/ids';
import { readApprovalStatuses } from '@/lib/domain/approvals';
import { listOwnedCredentials } from '@/lib/domain/credentials';
import {
  listDeliveries,
  listNotices,
  listPushBrowsers,
  listWebhooks,
  NOTICE_TYPES,
  type Notice,
} from '@/lib/domain/notifications';

export const metadata: Metadata = { title: 'Notifications' };

const PER_PAGE = 50;
/** As many as the page of credentials lists. */
const CREDENTIALS = 200;

/** An owner has at most ten webhooks, so each may have its own query. */
async function readWebhooks(ownerId: OwnerId) {
  const webhooks = await listWebhooks(ownerId);
  return Promise.all(
    webhooks.map(async (webhook) => ({
      ...webhook,
      deliveries: await listDeliveries({ ownerId, webhookId: webhook.webhook_id }),
    })),
  );
}

/** What has become of what notices ask for, so that none asks for what is done. At most two queries. */
async function readAnswered(ownerId: OwnerId, notices: readonly Notice[]): Promise<Answered> {
  const ids = notices.flatMap(({ data: { approval_id: id } }) => (typeof id === 'string' ? [id] : []));
  const asksAboutServer = notices.some(({ type }) => type === 'credential_withheld');
  const [approvals, credentials] = await Promise.all([
    readApprovalStatuses({ ownerId, approvalIds: ids }),
    asksAboutServer ? listOwnedCredentials({ ownerId, agentId: null, limit: CREDENTIALS }) : [],
  ]);
  return {
    approvals,
    moved: credentials.filter(({ movedTo }) => movedTo !== null).map(({ experienceId }) => experienceId),
  };
}

/** Notices to the owner, and the browsers and webhooks that get them. */
export default async function NotificationsPage({ searchParams }: { searchParams: Search }) {
  const { ownerId } = await requireOwner('/console/notifications', searchParams);
  const cursor = oneOf((await searchParams).cursor);
  const [{ notices, nextCursor }, webhooks, push] = await Promise.all([
    orNotFound(listNotices({ ownerId, cursor, limit: PER_PAGE })),
    readWebhooks(ownerId),
    listPushBrowsers(ownerId),
  ]);
  const hasUnread = notices.some((notice) => notice.read_at === null);
  return (
    <ConsolePage
      title="Notifications"
      lead="What your agents and your experiences need from you."
      action={hasUnread ? <MarkRead /> : null}
    >
      {notices.length > 0 ? (
        <NoticeList lines={notices} answered={await readAnswered(ownerId, notices)} />
      ) : (
        <EmptyState
          icon={<IconBell size={32} stroke={1.5} />}
          title="No notifications. You hear here of calls and moves that wait for you, of daily caps that are used up, and of experiences of yours that fail or are reported."
        />
      )}
      <NextPage cursor={nextCursor} />
      <PushBrowsers publicKey={push.public_key} browsers={push.browsers} />
      <Webhooks webhooks={webhooks} types={NOTICE_TYPES.filter((type) => type !== 'webhook_test')} />
    </ConsolePage>
  );
}
