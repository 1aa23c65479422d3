// The public face of notifications: notices to owners, in the page and by webhook.
export { listDeliveries, nextDeliveryDue, redeliver, sendDueDeliveries } from './deliveries.service';
export { onDeliveryDue } from './delivery-signal';
export { NOTICE_TYPES } from './notices.schema';
export {
  announceNotices,
  deleteOldNotices,
  listNotices,
  notifyOwner,
  readAllNotices,
  readNotice,
  waitForNews,
} from './notices.service';
export {
  addWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhooks,
  reencryptWebhooks,
  testWebhook,
} from './webhooks.service';
