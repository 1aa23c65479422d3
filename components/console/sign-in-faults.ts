const FAULTS: Record<string, string> = {
  CredentialsSignin: 'E-mail and password do not match an account. Check both, or sign up if you are new.',
  SessionRequired: 'Sign in to see this page.',
  NO_COOKIES: 'This browser keeps no cookies of this site. Allow them, reload the page, then try again.',
  RATE_LIMITED: 'Too many attempts with this e-mail. Wait a quarter of an hour, then try again.',
  OAuthSignin: 'The provider does not answer, so you were not signed in. Try again later, or use e-mail and password.',
  OAuthCallback: 'The provider did not confirm who you are: it took too long, or began in another browser. Try again.',
  Callback: 'Signing in was cancelled, or the provider refused it. Nothing was changed; you can try again.',
  AccessDenied: 'The provider refused the sign-in. Try again, or use e-mail and password.',
  awaiting_approval:
    'Your account was asked for, and an administrator has not decided yet. You can sign in when they have approved it.',
  sign_up_refused: 'An administrator of this site refused this account. Ask the operator of this site.',
  invitation_needed: 'New accounts need an invitation here, and no account has this e-mail. Ask for a link.',
  invitation_invalid: 'This invitation was used, has ended, or is incomplete. Ask for another one.',
  sign_up_closed: 'New accounts cannot be opened here, and no account has this e-mail. Ask the operator of this site.',
  unverified_email:
    'The provider has not verified your e-mail address. Verify it there and try again, or use e-mail and password.',
  unproven_account:
    'An account with this e-mail signs in by password. Sign in with the password, then connect the provider under Account.',
  proof_needed:
    'The account of the provider was not connected: confirm first that it is you, then connect it within 15 minutes.',
  connected_elsewhere:
    'That account of the provider signs in to another account here. Sign out first if you want to use that one.',
};

/** The message for an error word of next-auth or of ours. */
export function describeSignInFault(fault: string): string {
  return Object.hasOwn(FAULTS, fault)
    ? (FAULTS[fault] as string)
    : 'Signing in did not work and nothing was changed. Try again in a moment.';
}
