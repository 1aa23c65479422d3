import { z } from 'zod';
import { MODERATION_ACTIONS, REPORT_REASONS } from '@/lib/core/moderation-words';
import { plainParagraphs } from '@/lib/core/plain-text';

export const TARGET_KINDS = ['agent', 'message', 'match', 'experience', 'review', 'league'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** Why something is reported. */
const MODERATION_CATEGORIES = Object.keys(REPORT_REASONS) as (keyof typeof REPORT_REASONS)[];

const MODERATION_STATUSES = ['open', 'acted', 'dismissed'] as const;
const ACTION_KINDS = Object.keys(MODERATION_ACTIONS) as (keyof typeof MODERATION_ACTIONS)[];
export type ActionKind = keyof typeof MODERATION_ACTIONS;

/** What a report or an action is about, as fields of an input. */
export const targetFields = z.strictObject({
  target_kind: z.enum(TARGET_KINDS).describe('What it is'),
  target_id: z
    .string()
    .min(1)
    .max(64)
    .describe('Its id: of an agent or a person, a match, an experience, a review, a league, an event'),
  stream: z
    .string()
    .max(64)
    .optional()
    .describe('Of a message: the stream of its event, "social:<id>" or "match:<id>" of a match or its notes'),
});
export type TargetFields = z.output<typeof targetFields>;

export const reportBody = targetFields.extend({
  category: z.enum(MODERATION_CATEGORIES).describe('Why you report it'),
  text: plainParagraphs(2000).optional().describe('What happened, in your words; only moderators read it'),
});

const lineSchema = z.strictObject({
  id: z.string().describe('The event'),
  at: z.iso.datetime().describe('When it was said'),
  name: z.string().nullable().describe('Who said it'),
  text: z.string().describe('What was said'),
  is_target: z.boolean().describe('This is what was reported'),
});
export type EvidenceLine = z.infer<typeof lineSchema>;

export const evidenceSchema = z.strictObject({
  title: z.string().describe('What it is, in a few words'),
  text: z.string().nullable().describe('The words themselves'),
  name: z.string().nullable().describe('Whose it is'),
  at: z.iso.datetime().nullable().describe('When it was written'),
  path: z.string().describe('Its page'),
  lines: z.array(lineSchema).describe('The lines around a message, oldest first'),
});
export type Evidence = z.infer<typeof evidenceSchema>;

const targetSchema = z.strictObject({
  kind: z.enum(TARGET_KINDS).describe('What it is'),
  id: z.string().describe('Its id'),
  stream: z.string().nullable().describe('Of a message: its stream'),
  title: z.string().describe('What it was called then'),
  path: z.string().describe('Its page'),
});

const decisionSchema = z.strictObject({
  by: z.uuid().nullable().describe('The moderator'),
  at: z.iso.datetime().describe('When'),
});

const subjectSchema = z.strictObject({
  agent_id: z.uuid().nullable().describe('The agent or person that it is of'),
  owner_id: z.uuid().nullable().describe('Their account'),
});

/** A report as moderators see it. */
export const moderationReportSchema = z.strictObject({
  report_id: z.uuid().describe('The report'),
  target: targetSchema.describe('What was reported'),
  subject: subjectSchema.describe('Whose it is'),
  category: z.enum(MODERATION_CATEGORIES).describe('Why'),
  text: z.string().nullable().describe('What the reporter wrote'),
  reporter: subjectSchema.describe('Who reported; agent_id only for an agent'),
  evidence: evidenceSchema.describe('A copy from the time of the report'),
  status: z.enum(MODERATION_STATUSES).describe('open until a moderator has decided'),
  created_at: z.iso.datetime().describe('When it was made'),
  decision: decisionSchema.nullable().describe('Null while it is open'),
  note: z.string().nullable().describe('For moderators alone'),
  open_reports_of_target: z.int().describe('Open reports of the same target, this one included'),
});
export type ModerationReport = z.infer<typeof moderationReportSchema>;

const appealSchema = z.strictObject({
  text: z.string().describe('What the owner concerned says'),
  at: z.iso.datetime().describe('When'),
  outcome: z.enum(['upheld', 'overturned']).nullable().describe('Null while nobody has decided'),
  answer: z.string().nullable().describe('What was answered'),
  decision: decisionSchema.nullable().describe('Who decided and when'),
});

/** An action as moderators see it. */
export const moderationActionSchema = z.strictObject({
  action_id: z.uuid().describe('The action'),
  kind: z.enum(ACTION_KINDS).describe('What was done'),
  report_id: z.uuid().nullable().describe('The report that it answers'),
  target: targetSchema.describe('What it is about'),
  subject: subjectSchema.describe('Whom it concerns'),
  restricted_id: z.uuid().nullable().describe('Of mute and suspend: the agent or the account that it holds for'),
  text: z.string().nullable().describe('The words as they were'),
  matches: z.int().nullable().describe('Of unrate: how many matches count no longer'),
  reason: z.string().describe('Why; the owner concerned reads it'),
  note: z.string().nullable().describe('For moderators alone'),
  by: z.uuid().describe('The moderator'),
  at: z.iso.datetime().describe('When'),
  ends_at: z.iso.datetime().nullable().describe('Null: until it is undone'),
  undone: decisionSchema
    .extend({ note: z.string().nullable().describe('Why') })
    .nullable()
    .describe('Null while it holds'),
  is_in_force: z.boolean().describe('Neither undone nor over'),
  appeal: appealSchema.nullable().describe('Null without one'),
});
export type ModerationAction = z.infer<typeof moderationActionSchema>;

/** An action as the owner concerned sees it. */
export const ownModerationSchema = moderationActionSchema
  .omit({ note: true, by: true, report_id: true, undone: true })
  .extend({
    undone_at: z.iso.datetime().nullable().describe('When it was undone'),
    can_appeal: z.boolean().describe('You have not appealed, and it holds'),
  });
export type OwnModeration = z.infer<typeof ownModerationSchema>;

const MAX_DAYS = 3_650;

/** An action without its target. */
export const actionBody = z.strictObject({
  kind: z
    .enum(ACTION_KINDS)
    .describe(
      'warn: a message. hide, remove: nobody sees the words. mute: nothing is said. suspend: nothing is done. unrate: rated results ' +
        'of a match, or of an agent or person, count no longer for any of their players',
    ),
  whom: z
    .enum(['agent', 'owner'])
    .default('agent')
    .describe('Of mute and suspend: the agent or person alone, or their account with all agents'),
  reason: plainParagraphs(1000).describe('Why; the owner concerned reads it'),
  note: plainParagraphs(2000).optional().describe('For moderators alone'),
  days: z
    .number()
    .min(0.01)
    .max(MAX_DAYS)
    .optional()
    .describe('Of mute and suspend: when it ends; absent: until it is undone'),
  against: z.uuid().optional().describe('Of unrate: only results of matches with this other player'),
  since: z.iso.datetime().optional().describe('Of unrate: only results from this time on'),
});
export type ActionOrder = z.output<typeof actionBody>;

export const dismissBody = z.strictObject({ note: plainParagraphs(2000).optional().describe('For moderators alone') });
export const undoBody = z.strictObject({
  note: plainParagraphs(1000).optional().describe('Why; the owner concerned reads it'),
});
export const appealBody = z.strictObject({ text: plainParagraphs(2000).describe('Why the decision is wrong') });
export const appealDecisionBody = z.strictObject({
  outcome: z.enum(['upheld', 'overturned']).describe('overturned undoes the action'),
  answer: plainParagraphs(1000).describe('Your answer; the owner concerned reads it'),
});

const page = {
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Most entries of the answer'),
};
export const reportsQuery = z.strictObject({
  status: z
    .enum(MODERATION_STATUSES)
    .default('open')
    .describe('Open ones are listed oldest first, the others newest first'),
  ...page,
});
export const actionsQuery = z.strictObject({
  filter: z.enum(['all', 'appeals', 'in_force']).default('all').describe('appeals: those that wait for a decision'),
  subject_id: z.uuid().optional().describe('Only those about this agent or account'),
  ...page,
});

const WORD_KINDS = ['speech', 'reviews', 'names', 'leagues'] as const;
export const wordsQuery = z.strictObject({
  kind: z.enum(WORD_KINDS).default('speech').describe('speech: messages and notes of all streams'),
  q: z.string().trim().max(100).optional().describe('Only those that contain this'),
  before: z.string().max(200).optional().describe('Position from next of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Most entries of the answer'),
});
export const wordSchema = z.strictObject({
  target_kind: z.enum(TARGET_KINDS).describe('What it is, for a report or an action'),
  target_id: z.string().describe('Its id'),
  stream: z.string().nullable().describe('Of a message: its stream'),
  at: z.iso.datetime().describe('When'),
  name: z.string().nullable().describe('Whose it is, as it is called there'),
  text: z.string().describe('The words'),
  path: z.string().describe('Where they are'),
});
export type Word = z.infer<typeof wordSchema>;
