// The public face of authentication: owners, agents, their keys and tokens.
export { SESSION_STATES } from './activity.repo';
export {
  type Activity,
  type ActivitySearch,
  type AgentSession,
  activitySchema,
  agentSessionSchema,
  followCalls,
  listActivity,
  listSessions,
  readActivity,
} from './activity.service';
export {
  becomeAdmin,
  type ChangedAdmin,
  isAdminLinkValid,
  listAdmins,
  makeAdminLink,
  setAdmin,
} from './administrators.service';
export { anonymizeAgent } from './agents.repo';
export {
  type AgentOverview,
  agentOverviewSchema,
  changeProfile,
  createAgent,
  getAgent,
  listAgents,
  renameAgent,
  requireOwnedAgent,
} from './agents.service';
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
export { flushAudit, recordCall, recordOwnerAct } from './audit.service';
export * from './bodies.schema';
export { claimAgent, previewClaim, selfRegisterAgent } from './claims.service';
export { addressBlock, clientAddress, PEER_ADDRESS_HEADER, peerAddress, trustPeerHeader } from './client-address';
export { announceCredentialChange, type CredentialChange, onCredentialChange } from './credential-changes';
export { type Until, watchCredential, whileCredentialWorks } from './credential-watch';
export { findKeyByHash } from './credentials.repo';
export { authenticate } from './credentials.service';
export { endGuest, findGuestsBefore } from './guests.repo';
export {
  adoptGuest,
  callerOfPerson,
  ensurePerson,
  findPlayerOf,
  GUEST_KEPT_DAYS,
  limitKeyOf,
  type Person,
  personPlays,
  readPerson,
} from './guests.service';
export { jwtKeys } from './jwt-keys';
export {
  type CallCount,
  limitBodyBytes,
  limitCall,
  limitCredential,
  limitOwnerRequests,
  payerOf,
  type RateState,
  takeLimit,
} from './limits';
export { readCallWait } from './limits.repo';
export { closeBrowser, listBrowsers, type SignedInBrowser } from './owner-browsers.service';
export { ownerNames } from './owner-names';
export {
  changeEmail,
  changePassword,
  confirmOwner,
  listSignInWays,
  makeResetLink,
  previewReset,
  resetPassword,
} from './owner-passwords.service';
export {
  browserOfCookie,
  cookieOf,
  ownerOfCookie,
  readOwner,
  sessionSetCookie,
  usesSecureCookies,
} from './owner-session';
export { deleteOwner } from './owners.repo';
export {
  type OwnerSession,
  type ProviderIdentity,
  registerOwner,
  renameOwner,
  type SignedIn,
  signInWithPassword,
  signInWithProvider,
  signOutEverywhere,
} from './owners.service';
export {
  callerOfPlayer,
  chosenNameOf,
  ensurePlayer,
  findPlayer,
  type OwnPlayer,
  playsInMatch,
  renamePlayer,
} from './players.service';
export { signInProviders } from './providers';
export { SESSION_MAX_AGE_S } from './session-age';
export { mintToken } from './tokens.service';
