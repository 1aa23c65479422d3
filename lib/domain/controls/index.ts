// The public face of controls: what owners allow their agents.

export { readApprovalRules, setApprovalRules } from './approval-rules';
export { type AgentAllowance, agentAllowanceSchema, readAllowance, setDailyCaps, withinDailyCaps } from './daily-caps';
export { markStopped } from './stop';
