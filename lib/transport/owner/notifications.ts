import { z } from 'zod';
import {
  addWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listNotices,
  listWebhooks,
  NOTICE_TYPES,
  readAllNotices,
  redeliver,
  testWebhook,
  waitForNews,
} from '@/lib/domain/notifications';
import { owner } from './callers';
import { defineRoute, type Route } from './route';
import { waitUntilDrain } from './waiting';

const MAX_WAIT_MS = 25_000;

const pageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
/** What the caller has seen; without `unread` the answer comes immediately. */
const waitQuery = z.strictObject({
  newest_id: z.uuid().optional(),
  unread: z.coerce.number().int().min(0).optional(),
  timeout_ms: z.coerce.number().int().min(0).max(MAX_WAIT_MS).default(MAX_WAIT_MS),
});
const webhookBody = z.strictObject({
  url: z.url().max(2_000),
  /** Empty: all. */
  types: z.array(z.enum(NOTICE_TYPES)).max(NOTICE_TYPES.length).default([]),
});

/** Notices to the owner, and the webhooks that get them. */
export const NOTIFICATION_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/notifications',
    title: 'List your notifications',
    who: owner,
    query: pageQuery,
    async run({ who: { ownerId }, query }) {
      const { notices, nextCursor } = await listNotices({ ownerId, ...query });
      return { notifications: notices, next_cursor: nextCursor };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/notifications/news',
    title: 'Wait until a notification comes or is read',
    who: owner,
    query: waitQuery,
    run({ who: { ownerId }, query, signal }) {
      const { newest_id = null, unread, timeout_ms: timeoutMs } = query;
      const seen = unread === undefined ? null : { newest_id, unread };
      return waitUntilDrain(signal, (ends) => waitForNews({ ownerId, seen, timeoutMs, signal: ends }));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/notifications/read',
    title: 'Mark all notifications as read',
    who: owner,
    async run({ who }) {
      await readAllNotices(who.ownerId);
      return { unread: 0 };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/webhooks',
    title: 'List your webhooks',
    who: owner,
    run: async ({ who }) => ({ webhooks: await listWebhooks(who.ownerId) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/webhooks',
    title: 'Add a webhook',
    who: owner,
    body: webhookBody,
    status: 201,
    run: ({ who: { ownerId }, body }) => addWebhook({ ownerId, ...body }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/console/webhooks/{webhook_id}',
    title: 'Turn a webhook on or off',
    who: owner,
    body: z.strictObject({ is_enabled: z.boolean() }),
    async run({ who: { ownerId }, params, body }) {
      await enableWebhook({ ownerId, webhookId: params.webhook_id, isEnabled: body.is_enabled });
      return { webhook_id: params.webhook_id, ...body };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/console/webhooks/{webhook_id}',
    title: 'Delete a webhook',
    who: owner,
    async run({ who: { ownerId }, params }) {
      await deleteWebhook({ ownerId, webhookId: params.webhook_id });
      return { webhook_id: params.webhook_id, deleted: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/webhooks/{webhook_id}/test',
    title: 'Send a test notification to a webhook',
    who: owner,
    status: 202,
    async run({ who: { ownerId }, params }) {
      await testWebhook({ ownerId, webhookId: params.webhook_id });
      return { queued: true };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/webhooks/{webhook_id}/deliveries',
    title: 'List the newest deliveries of a webhook',
    who: owner,
    run: async ({ who: { ownerId }, params }) => ({
      deliveries: await listDeliveries({ ownerId, webhookId: params.webhook_id }),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/deliveries/{delivery_id}/send-again',
    title: 'Send a finished delivery again',
    who: owner,
    status: 202,
    async run({ who: { ownerId }, params }) {
      await redeliver({ ownerId, deliveryId: params.delivery_id });
      return { queued: true };
    },
  }),
];
