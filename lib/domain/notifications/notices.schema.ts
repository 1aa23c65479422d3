/** What owners are notified of. */
export const NOTICE_TYPES = [
  'approval_requested',
  'your_turn',
  'move_due_soon',
  'cap_reached',
  'credential_withheld',
  'experience_unverified',
  'experience_reported',
  'experience_offline',
  'experience_online',
  'experience_failing',
  'review_received',
  'league_completed',
  'moderated',
  'moderation_changed',
  'report_answered',
  'export_ready',
  'webhook_test',
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Notices of what waits for the owner; a browser shows these, or all. */
export const WAITING_TYPES: readonly NoticeType[] = ['approval_requested', 'your_turn', 'move_due_soon'];
