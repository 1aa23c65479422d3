// The public face of the console: what an owner sees of all agents in one place.
export {
  type Activity,
  type ActivitySearch,
  type AgentSession,
  activitySchema,
  agentSessionSchema,
  listActivity,
  listSessions,
  readActivity,
} from './activity.service';
export { type AgentOverview, agentOverviewSchema, getAgent, listAgents } from './agents.service';
export {
  accountNameBody,
  adminLinkBody,
  agentNameBody,
  changeEmailBody,
  changePasswordBody,
  claimBody,
  deleteAccountBody,
  issueKeyBody,
  mintTokenBody,
  playerNameBody,
  registerOwnerBody,
  resetPasswordBody,
  rotateKeyBody,
  SESSION_STATES,
  selfRegistrationBody,
} from './bodies.schema';
