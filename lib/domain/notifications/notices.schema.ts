/** What owners are notified of. */
export const NOTICE_TYPES = ['approval_requested', 'cap_reached', 'webhook_test'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];
