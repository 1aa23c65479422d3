// The public face of accounts: owners, how they sign in, and their browsers.
export { isAdminOwner, withholdsRole } from './admin';
export {
  becomeAdmin,
  type ChangedAdmin,
  isAdminLinkValid,
  listAdmins,
  makeAdminLink,
  setAdmin,
} from './administrators.service';
export { announceCredentialChange, type CredentialChange, onCredentialChange } from './credential-changes';
export { emailAddress } from './email';
export {
  type Invitation,
  isInvited,
  listInvitations,
  makeInvitation,
  revokeInvitation,
  takeInvitation,
} from './invitations.service';
export { findContact, makeVerifyLink, startMailedLink, verifyEmail } from './mailed-links.service';
export { listModerators, readRoles, setModerator } from './moderators.service';
export { closeBrowser, describeUserAgent, listBrowsers } from './owner-browsers.service';
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
  clearedSetCookie,
  completeSignIn,
  cookieOf,
  cookieValue,
  ownerOfCookie,
  readOwner,
  readSessionCookie,
  readWaitingOwner,
  sessionSetCookie,
  signInEnded,
  usesSecureCookies,
  waitingOwnerOfCookie,
} from './owner-session';
export {
  deleteOwner,
  lockOwner,
  nameFromEmail,
  type OwnerSession,
  readEmail,
  registerOwner,
  renameOwner,
  type SignedIn,
  signInWithPassword,
  signOutEverywhere,
  signUpMode,
  type WaitingOwner,
} from './owners.service';
export { type ProviderIdentity, signInWithProvider } from './provider-sign-in.service';
export { signInProviders } from './providers';
export {
  findAccount,
  findForSignIn,
  isRecentlyProven,
  noteProof,
  proveByPassword,
  requireRecentProof,
  setHasSecondFactor,
} from './second-factor.service';
export { announceSecurityEvent, onSecurityEvent, type SecurityEvent, type SecurityEventKind } from './security-events';
export { SESSION_MAX_AGE_S } from './session-age';
export { countSignUpRequests, decideSignUp, listSignUpRequests, type SignUpRequest } from './sign-up-requests.service';
