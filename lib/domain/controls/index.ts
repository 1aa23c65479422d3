// The public face of controls: what owners allow their agents.

export { type AgentAllowance, agentAllowanceSchema, readAllowance, setDailyCaps, withinDailyCaps } from './daily-caps';
export { markStopped, readApprovalRules, setApprovalRules } from './rules';
