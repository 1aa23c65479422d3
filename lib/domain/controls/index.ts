// The public face of controls: what owners allow their agents.
export { type ActingAgent, findHindrance, readActingAgents } from './acting-agents';
export {
  type AgentAction,
  type Approval,
  decideApproval,
  listApprovals,
  needsApproval,
  readApproval,
  readApprovalRules,
  runApproved,
  setApprovalRules,
} from './approvals';
export { type AgentAllowance, readAllowance, setDailyCaps, withinDailyCaps } from './daily-caps';
export { markStopped } from './stop';
