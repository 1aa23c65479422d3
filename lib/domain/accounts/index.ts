// The public face of accounts: owners, how they sign in, and their browsers.
export { isAdminOwner } from './admin';
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
export { listModerators, type Moderator, readRoles, setModerator } from './moderators.service';
export { closeBrowser, listBrowsers } from './owner-browsers.service';
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
  cookieValue,
  ownerOfCookie,
  readOwner,
  sessionSetCookie,
  usesSecureCookies,
} from './owner-session';
export {
  deleteOwner,
  isSignUpClosed,
  nameFromEmail,
  type OwnerSession,
  type ProviderIdentity,
  registerOwner,
  renameOwner,
  type SignedIn,
  signInWithPassword,
  signInWithProvider,
  signOutEverywhere,
} from './owners.service';
export { signInProviders } from './providers';
export { SESSION_MAX_AGE_S } from './session-age';
