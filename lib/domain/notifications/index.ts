// The public face of notifications: notices to owners, in the page, by webhook and in browsers.
export {
  type Delivery,
  deliveriesFinished,
  deliverySchema,
  listDeliveries,
  nextDeliveryDue,
  redeliver,
  sendDueDeliveries,
} from './deliveries.service';
export { NOTICE_TYPES } from './notices.schema';
export {
  announceNotices,
  deliveryDue,
  followNews,
  hasNotice,
  listNotices,
  type Notice,
  noticeSchema,
  notifyOwner,
  pushDue,
  readAllNotices,
  readNews,
  readNotice,
  readNoticesByPrefix,
} from './notices.service';
export {
  addPushBrowser,
  listPushBrowsers,
  nextPushDue,
  type PushBrowser,
  pushBrowserBody,
  pushBrowserSchema,
  pushesFinished,
  reencryptPushBrowsers,
  removePushBrowser,
  sendDuePushes,
} from './push.service';
export {
  addWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhooks,
  reencryptWebhooks,
  testWebhook,
  webhookSchema,
} from './webhooks.service';
