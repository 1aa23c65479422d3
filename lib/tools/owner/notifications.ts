import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  addPushBrowser,
  addWebhook,
  deleteWebhook,
  deliverySchema,
  enableWebhook,
  listDeliveries,
  listNotices,
  listPushBrowsers,
  listWebhooks,
  NOTICE_TYPES,
  noticeSchema,
  pushBrowserBody,
  pushBrowserSchema,
  readAllNotices,
  redeliver,
  removePushBrowser,
  testWebhook,
  webhookSchema,
} from '@/lib/domain/notifications';
import { nextCursorField } from '../fields';

const pageQuery = z.strictObject({
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Most entries of the answer'),
});
const webhookBody = z.strictObject({
  url: z.url().max(2_000).describe('Where deliveries are sent, by POST'),
  types: z.array(z.enum(NOTICE_TYPES)).max(NOTICE_TYPES.length).default([]).describe('Kinds that are sent; empty: all'),
});

const push_browser_id = z.uuid().describe('The browser');
const webhook_id = z.uuid().describe('The webhook');
const queued = z.strictObject({ queued: z.boolean().describe('It is sent in a moment') });

/** Notices to the owner, and the webhooks that get them. */
export const NOTIFICATION_OPERATIONS: readonly OwnerOperation[] = [
  defineTool({
    name: 'get_console_notifications',
    title: 'List your notifications',
    caller: 'owner',
    rest: 'GET /console/notifications',
    input: pageQuery,
    output: z.strictObject({
      notifications: z.array(noticeSchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
    examples: [{}],
    async run({ who: { ownerId } }, query) {
      const { notices, nextCursor } = await listNotices({ ownerId, ...query });
      return { notifications: notices, next_cursor: nextCursor };
    },
  }),
  defineTool({
    name: 'post_console_notifications_read',
    title: 'Mark all notifications as read',
    caller: 'owner',
    rest: 'POST /console/notifications/read',
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: z.strictObject({ unread: z.int().describe('None is left') }),
    examples: [{}],
    async run({ who }) {
      await readAllNotices(who.ownerId);
      return { unread: 0 };
    },
  }),
  defineTool({
    name: 'get_console_push_browsers',
    title: 'List the browsers that show your notifications',
    caller: 'owner',
    rest: 'GET /console/push-browsers',
    input: z.strictObject({}),
    output: z.strictObject({
      public_key: z.string().describe('A browser subscribes with it (VAPID)'),
      browsers: z.array(pushBrowserSchema).describe('While they are signed in'),
    }),
    examples: [{}],
    run: ({ who }) => listPushBrowsers(who.ownerId),
  }),
  defineTool({
    name: 'post_console_push_browsers',
    title: 'Show your notifications in this browser',
    caller: 'owner',
    rest: 'POST /console/push-browsers',
    restStatus: 201,
    input: pushBrowserBody,
    output: z.strictObject({ push_browser_id }),
    errors: ['INVALID_STATE', 'QUOTA_EXCEEDED'],
    examples: [
      {
        endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    ],
    run: ({ who: { ownerId, proof } }, body) => addPushBrowser({ ownerId, browserId: proof.browserId, ...body }),
  }),
  defineTool({
    name: 'delete_console_push_browsers_push_browser_id',
    title: 'Show your notifications in a browser no longer',
    caller: 'owner',
    rest: 'DELETE /console/push-browsers/{push_browser_id}',
    isOpenToSuspended: true,
    input: z.strictObject({ push_browser_id }),
    output: z.strictObject({ push_browser_id, deleted: z.boolean().describe('It is gone') }),
    examples: [{ push_browser_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who: { ownerId } }, { push_browser_id }) {
      await removePushBrowser({ ownerId, pushBrowserId: push_browser_id });
      return { push_browser_id, deleted: true };
    },
  }),
  defineTool({
    name: 'get_console_webhooks',
    title: 'List your webhooks',
    caller: 'owner',
    rest: 'GET /console/webhooks',
    input: z.strictObject({}),
    output: z.strictObject({ webhooks: z.array(webhookSchema).describe('The newest first') }),
    examples: [{}],
    run: async ({ who }) => ({ webhooks: await listWebhooks(who.ownerId) }),
  }),
  defineTool({
    name: 'post_console_webhooks',
    title: 'Add a webhook',
    caller: 'owner',
    rest: 'POST /console/webhooks',
    restStatus: 201,
    input: webhookBody,
    output: z.strictObject({ webhook_id, secret: z.string().describe('Signs the deliveries; shown once') }),
    examples: [{ url: 'https://example.com/hook', types: [] }],
    run: ({ who: { ownerId } }, body) => addWebhook({ ownerId, ...body }),
  }),
  defineTool({
    name: 'patch_console_webhooks_webhook_id',
    title: 'Turn a webhook on or off',
    caller: 'owner',
    rest: 'PATCH /console/webhooks/{webhook_id}',
    input: z
      .strictObject({ is_enabled: z.boolean().describe('Whether it is sent') })
      .extend({ webhook_id: z.uuid().describe('The webhook') }),
    output: z.strictObject({ webhook_id, is_enabled: z.boolean().describe('Whether it is sent') }),
    examples: [{ webhook_id: '0190f3a0-0000-7000-8000-000000000001', is_enabled: false }],
    async run({ who: { ownerId } }, { webhook_id, ...body }) {
      await enableWebhook({ ownerId, webhookId: webhook_id, isEnabled: body.is_enabled });
      return { webhook_id: webhook_id, ...body };
    },
  }),
  defineTool({
    name: 'delete_console_webhooks_webhook_id',
    title: 'Delete a webhook',
    caller: 'owner',
    rest: 'DELETE /console/webhooks/{webhook_id}',
    input: z.strictObject({ webhook_id: z.uuid().describe('The webhook') }),
    output: z.strictObject({ webhook_id, deleted: z.boolean().describe('It is gone') }),
    examples: [{ webhook_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who: { ownerId } }, { webhook_id }) {
      await deleteWebhook({ ownerId, webhookId: webhook_id });
      return { webhook_id: webhook_id, deleted: true };
    },
  }),
  defineTool({
    name: 'post_console_webhooks_webhook_id_test',
    title: 'Send a test notification to a webhook',
    caller: 'owner',
    rest: 'POST /console/webhooks/{webhook_id}/test',
    restStatus: 202,
    input: z.strictObject({ webhook_id: z.uuid().describe('The webhook') }),
    output: queued,
    examples: [{ webhook_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who: { ownerId } }, { webhook_id }) {
      await testWebhook({ ownerId, webhookId: webhook_id });
      return { queued: true };
    },
  }),
  defineTool({
    name: 'get_console_webhooks_webhook_id_deliveries',
    title: 'List the newest deliveries of a webhook',
    caller: 'owner',
    rest: 'GET /console/webhooks/{webhook_id}/deliveries',
    input: z.strictObject({ webhook_id: z.uuid().describe('The webhook') }),
    output: z.strictObject({ deliveries: z.array(deliverySchema).describe('The newest first') }),
    examples: [{ webhook_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: async ({ who: { ownerId } }, { webhook_id }) => ({
      deliveries: await listDeliveries({ ownerId, webhookId: webhook_id }),
    }),
  }),
  defineTool({
    name: 'post_console_deliveries_delivery_id_send_again',
    title: 'Send a finished delivery again',
    caller: 'owner',
    rest: 'POST /console/deliveries/{delivery_id}/send-again',
    restStatus: 202,
    input: z.strictObject({ delivery_id: z.uuid().describe('The delivery') }),
    output: queued,
    examples: [{ delivery_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who: { ownerId } }, { delivery_id }) {
      await redeliver({ ownerId, deliveryId: delivery_id });
      return { queued: true };
    },
  }),
];
