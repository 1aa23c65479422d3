// The public face of notifications: notices to owners, in the page and by webhook.
export {
  deliveriesFinished,
  listDeliveries,
  nextDeliveryDue,
  redeliver,
  sendDueDeliveries,
} from './deliveries.service';
export { NOTICE_TYPES } from './notices.schema';
export {
  announceNotices,
  deliveryDue,
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
