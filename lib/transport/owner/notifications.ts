import { z } from 'zod';
import {
  addWebhook,
  deleteWebhook,
  deliverySchema,
  enableWebhook,
  listDeliveries,
  listNotices,
  listWebhooks,
  NOTICE_TYPES,
  newsSchema,
  noticeSchema,
  readAllNotices,
  redeliver,
  testWebhook,
  waitForNews,
  webhookSchema,
} from '@/lib/domain/notifications';
import { nextCursorField } from '@/lib/tools/fields';
import { owner } from './callers';
import { defineRoute, type Route } from './route';
import { waitUntilDrain } from './waiting';

const MAX_WAIT_MS = 25_000;

const pageQuery = z.strictObject({
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Most entries of the answer'),
});
/** What the caller has seen; without `unread` the answer comes immediately. */
const waitQuery = z.strictObject({
  newest_id: z.uuid().optional().describe('The newest notification that you have'),
  unread: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('How many unread ones you know; without it the answer comes immediately'),
  timeout_ms: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_WAIT_MS)
    .default(MAX_WAIT_MS)
    .describe('How long to wait for news'),
});
const webhookBody = z.strictObject({
  url: z.url().max(2_000).describe('Where deliveries are sent, by POST'),
  types: z.array(z.enum(NOTICE_TYPES)).max(NOTICE_TYPES.length).default([]).describe('Kinds that are sent; empty: all'),
});

const webhook_id = z.uuid().describe('The webhook');
const queued = z.strictObject({ queued: z.boolean().describe('It is sent in a moment') });

/** Notices to the owner, and the webhooks that get them. */
export const NOTIFICATION_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/notifications',
    title: 'List your notifications',
    output: z.strictObject({
      notifications: z.array(noticeSchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
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
    output: newsSchema,
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
    output: z.strictObject({ unread: z.int().describe('None is left') }),
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
    output: z.strictObject({ webhooks: z.array(webhookSchema).describe('The newest first') }),
    who: owner,
    run: async ({ who }) => ({ webhooks: await listWebhooks(who.ownerId) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/webhooks',
    title: 'Add a webhook',
    output: z.strictObject({ webhook_id, secret: z.string().describe('Signs the deliveries; shown once') }),
    example: { url: 'https://example.com/hook', types: [] },
    who: owner,
    body: webhookBody,
    status: 201,
    run: ({ who: { ownerId }, body }) => addWebhook({ ownerId, ...body }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/console/webhooks/{webhook_id}',
    title: 'Turn a webhook on or off',
    output: z.strictObject({ webhook_id, is_enabled: z.boolean().describe('Whether it is sent') }),
    example: { is_enabled: false },
    who: owner,
    body: z.strictObject({ is_enabled: z.boolean().describe('Whether it is sent') }),
    async run({ who: { ownerId }, params, body }) {
      await enableWebhook({ ownerId, webhookId: params.webhook_id, isEnabled: body.is_enabled });
      return { webhook_id: params.webhook_id, ...body };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/console/webhooks/{webhook_id}',
    title: 'Delete a webhook',
    output: z.strictObject({ webhook_id, deleted: z.boolean().describe('It is gone') }),
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
    output: queued,
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
    output: z.strictObject({ deliveries: z.array(deliverySchema).describe('The newest first') }),
    who: owner,
    run: async ({ who: { ownerId }, params }) => ({
      deliveries: await listDeliveries({ ownerId, webhookId: params.webhook_id }),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/deliveries/{delivery_id}/send-again',
    title: 'Send a finished delivery again',
    output: queued,
    who: owner,
    status: 202,
    async run({ who: { ownerId }, params }) {
      await redeliver({ ownerId, deliveryId: params.delivery_id });
      return { queued: true };
    },
  }),
];
