// The public face of authentication: owners, agents, their keys and tokens.

export { isAdminOwner } from './admin';
export {
  becomeAdmin,
  type ChangedAdmin,
  isAdminLinkValid,
  listAdmins,
  makeAdminLink,
  setAdmin,
} from './administrators.service';
export { anonymizeAgent } from './agents.repo';
export { agentNotFound, changeProfile, createAgent, renameAgent, requireOwnedAgent } from './agents.service';
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
export { CALLS_TOPIC, flushAudit, recordCall, recordOwnerAct } from './audit.service';
export { claimAgent, previewClaim, selfRegisterAgent } from './claims.service';
export { announceCredentialChange, type CredentialChange, onCredentialChange } from './credential-changes';
export { emailAddress } from './email';
export { deleteGuest, endGuest } from './guests.repo';
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
