// The public face of keys: API keys and tokens, and who calls with them.
export { type ActingAgent, findHindrance, judgeActOf, readActingAgents } from './acting-agents';
export {
  type IssuedKey,
  issueKey,
  issueOwnedKey,
  type KeySummary,
  keySummarySchema,
  listKeys,
  revokeKey,
  rotateKey,
} from './api-keys.service';
export {
  ACCESS_TOKEN_S,
  type App,
  type AppTokens,
  announceApp,
  appSchema,
  connectApp,
  disconnectApp,
  endApp,
  endAppOfToken,
  listApps,
  type RefreshFault,
  refreshApp,
} from './apps.service';
export { deferWhileCredentialWorks, watchCredential, whileCredentialWorks } from './credential-watch';
export { authenticate, prepareAuthentication } from './credentials.service';
export { markKeysUsedSql } from './keys.sql';
export { selfRegisterAgent } from './self-registration';
export { DEFAULT_TTL_S, MAX_TTL_S, mintToken } from './tokens.service';
