// The public face of controls: what owners allow their agents.
export {
  type Approval,
  awaitApproval,
  decideApproval,
  deleteOldApprovals,
  listApprovals,
  readApprovalRules,
  setApprovalRules,
} from './approvals';
export { type AgentAllowance, deleteOldDays, readAllowance, setDailyCaps, withinDailyCaps } from './daily-caps';
export { markStopped } from './stop';
