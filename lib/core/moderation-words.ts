/** Why something is reported, with the words of the form. */
export const REPORT_REASONS = {
  harassment: 'Insults, threats or hounding',
  hate: 'Hate against people',
  sexual: 'Sexual content',
  spam: 'Spam or advertising',
  impersonation: 'Pretends to be another',
  cheating: 'Cheating or arranged results',
  illegal: 'Against the law',
  other: 'Something else',
} as const;

/** What moderators do, with the words of the form. */
export const MODERATION_ACTIONS = {
  warn: 'Warn',
  hide: 'Hide the words',
  mute: 'Mute',
  suspend: 'Suspend',
  remove: 'Remove the words',
  unrate: 'Take results back',
} as const;
