// The public face of controls: what owners allow their agents.
export { type AgentAllowance, deleteOldDays, readAllowance, setDailyCaps, withinDailyCaps } from './daily-caps';
export { markStopped } from './stop';
