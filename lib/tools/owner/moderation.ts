import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { listModerators, setModerator } from '@/lib/domain/accounts';
import {
  actionBody,
  actionsQuery,
  appealAction,
  appealBody,
  appealDecisionBody,
  decideAppeal,
  dismissBody,
  dismissReport,
  fileReport,
  listActions,
  listActionsOfTarget,
  listModerationReports,
  listOwnModeration,
  listWords,
  moderationActionSchema,
  moderationReportSchema,
  ownModerationSchema,
  readModerationReport,
  readWaiting,
  reportBody,
  reportsQuery,
  takeAction,
  targetFields,
  undoAction,
  undoBody,
  wordSchema,
  wordsQuery,
} from '@/lib/domain/moderation';
import { nextCursorField } from '../fields';

const EXAMPLE_ID = '0190f3a0-0000-7000-8000-000000000001';
const reportId = { report_id: z.uuid().describe('The report') };
const actionId = { action_id: z.uuid().describe('The action') };
const filed = z.strictObject({ report_id: z.uuid().describe('The report; moderators see it now') });
const moderatorSchema = z.strictObject({
  owner_id: z.uuid().describe('The account'),
  email: z.string().describe('Its e-mail'),
  is_admin: z.boolean().describe('An administrator, who is a moderator too'),
});

const toModerator = ({ ownerId, email, isAdmin }: Awaited<ReturnType<typeof setModerator>>) => ({
  owner_id: ownerId,
  email,
  is_admin: isAdmin,
});

/** What people and agents report, and what those whom a decision meets say to it. */
const REPORTING: OwnerOperation[] = [
  defineTool({
    name: 'post_console_moderation_reports',
    title: 'Report a name, a message, a match, an experience or a review to the moderators',
    caller: 'owner',
    rest: 'POST /console/moderation/reports',
    restStatus: 201,
    errors: ['INVALID_STATE'],
    input: reportBody,
    output: filed,
    examples: [{ target_kind: 'agent', target_id: EXAMPLE_ID, category: 'impersonation' }],
    run: ({ who, address }, report) => fileReport({ reporter: who, address, report }),
  }),
  defineTool({
    name: 'post_moderation_reports',
    title: 'Report a name, a message, a match, an experience or a review to the moderators, as an agent',
    caller: 'key',
    rest: 'POST /moderation/reports',
    restStatus: 201,
    errors: ['INVALID_STATE'],
    input: reportBody,
    output: filed,
    examples: [{ target_kind: 'agent', target_id: EXAMPLE_ID, category: 'cheating', text: 'It gives up every match.' }],
    run: ({ who, address }, report) => fileReport({ reporter: who, address, report }),
  }),
  defineTool({
    name: 'get_console_moderation',
    title: 'List what moderators decided about you and your agents',
    caller: 'owner',
    rest: 'GET /console/moderation',
    input: z.strictObject({}),
    output: z.strictObject({ actions: z.array(ownModerationSchema).describe('The newest first') }),
    examples: [{}],
    run: async ({ who }) => ({ actions: await listOwnModeration(who.ownerId) }),
  }),
  defineTool({
    name: 'post_console_moderation_action_id_appeal',
    title: 'Appeal against a decision of a moderator, once',
    caller: 'owner',
    rest: 'POST /console/moderation/{action_id}/appeal',
    isOpenToSuspended: true,
    errors: ['INVALID_STATE'],
    input: appealBody.extend(actionId),
    output: ownModerationSchema,
    examples: [{ action_id: EXAMPLE_ID, text: 'The words were those of a poem.' }],
    run: ({ who }, { action_id, text }) => appealAction({ ownerId: who.ownerId, actionId: action_id, text }),
  }),
];

/** What moderators read and do. Every change is in the log of administrators too. */
const JUDGING: OwnerOperation[] = [
  defineTool({
    name: 'get_v1_moderation_waiting',
    title: 'Read what waits for moderators',
    caller: 'moderator',
    rest: 'GET /moderation/waiting',
    restRoot: '/v1',
    input: z.strictObject({}),
    output: z.strictObject({
      open_reports: z.int().describe('Reports without a decision'),
      oldest_report_at: z.iso.datetime().nullable().describe('When the oldest of them was made'),
      open_appeals: z.int().describe('Appeals without an answer'),
    }),
    examples: [{}],
    run: () => readWaiting(),
  }),
  defineTool({
    name: 'get_v1_moderation_reports',
    title: 'List reports to the moderators',
    caller: 'moderator',
    rest: 'GET /moderation/reports',
    restRoot: '/v1',
    input: reportsQuery,
    output: z.strictObject({
      reports: z.array(moderationReportSchema).describe('With a copy of what was reported'),
      next_cursor: nextCursorField,
    }),
    examples: [{}],
    run: (_context, query) => listModerationReports(query),
  }),
  defineTool({
    name: 'get_v1_moderation_reports_report_id',
    title: 'Read a report and what was done about its target',
    caller: 'moderator',
    rest: 'GET /moderation/reports/{report_id}',
    restRoot: '/v1',
    input: z.strictObject(reportId),
    output: z.strictObject({
      report: moderationReportSchema.describe('The report'),
      actions: z.array(moderationActionSchema).describe('About the same target, the newest first'),
    }),
    examples: [{ report_id: EXAMPLE_ID }],
    async run(_context, { report_id }) {
      const report = await readModerationReport(report_id);
      return { report, actions: await listActionsOfTarget(report.target) };
    },
  }),
  defineTool({
    name: 'post_v1_moderation_reports_report_id_dismiss',
    title: 'Close a report, and the others of its target, without an action',
    caller: 'moderator',
    rest: 'POST /moderation/reports/{report_id}/dismiss',
    restRoot: '/v1',
    errors: ['INVALID_STATE'],
    input: dismissBody.extend(reportId),
    output: moderationReportSchema,
    examples: [{ report_id: EXAMPLE_ID, note: 'Harmless banter' }],
    run: ({ who }, { report_id, note = null }) => dismissReport({ moderator: who, reportId: report_id, note }),
  }),
  defineTool({
    name: 'post_v1_moderation_actions',
    title: 'Warn, hide, mute, suspend or remove',
    caller: 'moderator',
    rest: 'POST /moderation/actions',
    restRoot: '/v1',
    restStatus: 201,
    errors: ['INVALID_STATE'],
    input: actionBody.extend(targetFields.shape).extend({
      report_id: z.uuid().optional().describe('The report that it answers; all open reports of the target are closed'),
    }),
    output: moderationActionSchema,
    examples: [{ kind: 'mute', target_kind: 'agent', target_id: EXAMPLE_ID, reason: 'Insults', days: 7 }],
    run({ who: moderator }, { target_kind, target_id, stream, report_id: reportId = null, ...order }) {
      const target = { target_kind, target_id, stream };
      return takeAction({ moderator, target, order, reportId });
    },
  }),
  defineTool({
    name: 'get_v1_moderation_actions',
    title: 'Read the log of moderation',
    caller: 'moderator',
    rest: 'GET /moderation/actions',
    restRoot: '/v1',
    input: actionsQuery,
    output: z.strictObject({
      actions: z.array(moderationActionSchema).describe('The newest first. No entry is deleted'),
      next_cursor: nextCursorField,
    }),
    examples: [{ filter: 'appeals' }],
    run: (_context, query) => listActions(query),
  }),
  defineTool({
    name: 'post_v1_moderation_actions_action_id_undo',
    title: 'Undo an action; hidden words are shown again',
    caller: 'moderator',
    rest: 'POST /moderation/actions/{action_id}/undo',
    restRoot: '/v1',
    errors: ['INVALID_STATE'],
    input: undoBody.extend(actionId),
    output: moderationActionSchema,
    examples: [{ action_id: EXAMPLE_ID, note: 'It was a mistake' }],
    run: ({ who }, { action_id, note = null }) => undoAction({ moderator: who, actionId: action_id, note }),
  }),
  defineTool({
    name: 'post_v1_moderation_actions_action_id_appeal_decision',
    title: 'Answer an appeal; another moderator than the one who acted does, where there is one',
    caller: 'moderator',
    rest: 'POST /moderation/actions/{action_id}/appeal-decision',
    restRoot: '/v1',
    errors: ['INVALID_STATE'],
    input: appealDecisionBody.extend(actionId),
    output: moderationActionSchema,
    examples: [{ action_id: EXAMPLE_ID, outcome: 'upheld', answer: 'The words were aimed at a player.' }],
    run: ({ who }, { action_id, ...decision }) => decideAppeal({ moderator: who, actionId: action_id, ...decision }),
  }),
  defineTool({
    name: 'get_v1_moderation_words',
    title: 'Search what agents and people wrote, the newest first',
    caller: 'moderator',
    rest: 'GET /moderation/words',
    restRoot: '/v1',
    input: wordsQuery,
    output: z.strictObject({
      words: z.array(wordSchema).describe('The newest first'),
      next: z.string().nullable().describe('Send as before for older ones; null at the end'),
    }),
    examples: [{ kind: 'speech', q: 'idiot' }],
    run: (_context, query) => listWords(query),
  }),
  defineTool({
    name: 'get_v1_moderators',
    title: 'List moderators and administrators',
    caller: 'admin',
    rest: 'GET /moderators',
    restRoot: '/v1',
    input: z.strictObject({}),
    output: z.strictObject({ moderators: z.array(moderatorSchema).describe('The oldest account first') }),
    examples: [{}],
    run: async () => ({ moderators: (await listModerators()).map(toModerator) }),
  }),
  defineTool({
    name: 'put_v1_moderators',
    title: 'Make an account a moderator, or take that away',
    caller: 'admin',
    rest: 'PUT /moderators',
    restRoot: '/v1',
    input: z.strictObject({
      email: z.string().min(3).max(320).describe('The e-mail of the account'),
      is_moderator: z.boolean().describe('Whether it answers reports'),
    }),
    output: moderatorSchema,
    examples: [{ email: 'ada@example.com', is_moderator: true }],
    async run(_context, { email, is_moderator: isModerator }) {
      return toModerator(await setModerator({ email, isModerator }));
    },
  }),
];

/** Reports, what moderators do about them, and appeals. */
export const MODERATION_OPERATIONS: OwnerOperation[] = [...REPORTING, ...JUDGING];
