// The public face of controls: what owners allow their agents.
export { type ActingAgent, findHindrance, readActingAgents } from './acting-agents';
export {
  type AgentAction,
  type Approval,
  approvalSchema,
  decideApproval,
  listApprovals,
  needsApproval,
  readApproval,
  readApprovalRules,
  runApproved,
  setApprovalRules,
} from './approvals';
export { type AgentAllowance, agentAllowanceSchema, readAllowance, setDailyCaps, withinDailyCaps } from './daily-caps';
export { markStopped } from './stop';
