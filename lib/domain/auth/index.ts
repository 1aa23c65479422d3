// What the other rooms use of identity.
export { type Activity, type AgentSession, listActivity, listSessions } from './activity.service';
export { type AgentOverview, createAgent, getAgent, listAgents, renameAgent } from './agents.service';
export {
  type IssuedKey,
  issueKey,
  issueOwnedKey,
  type KeySummary,
  listKeys,
  revokeKey,
  rotateKey,
} from './api-keys.service';
export { flushAudit, type RecordedCall, recordCall } from './audit.service';
export { type Claimable, claimAgent, previewClaim, type SelfRegistered, selfRegisterAgent } from './claims.service';
export { clientAddress, PEER_ADDRESS_HEADER } from './client-address';
export { watchCredential, whileCredentialWorks } from './credential-watch';
export { authenticate, type CredentialHeaders } from './credentials.service';
export { type FirstCall, waitForFirstCall } from './first-call.service';
export { readOwner } from './owner-session';
export { type OwnerSession, registerOwner, signOutEverywhere } from './owners.service';
export { type SignInProvider, signInProviders } from './providers';
export { type RateState, takeRateLimit } from './rate-limit.service';
export { type MintedToken, mintToken } from './tokens.service';
