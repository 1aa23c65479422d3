// The public face of moderation: reports, what moderators do about them, and appeals.
export { listActions, listActionsOfTarget, takeAction, undoAction } from './actions.service';
export { appealAction, decideAppeal, listOwnModeration } from './appeals.service';
export {
  actionBody,
  actionsQuery,
  appealBody,
  appealDecisionBody,
  dismissBody,
  type ModerationAction,
  type ModerationReport,
  moderationActionSchema,
  moderationReportSchema,
  type OwnModeration,
  ownModerationSchema,
  reportBody,
  reportsQuery,
  type TargetFields,
  targetFields,
  undoBody,
  type Word,
  wordSchema,
  wordsQuery,
} from './moderation.schema';
export {
  dismissReport,
  fileReport,
  listModerationReports,
  readModerationReport,
  readWaiting,
} from './reports.service';
export { previewTarget } from './targets';
export { listWords } from './words';
