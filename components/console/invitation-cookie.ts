/** Carries an invitation to a provider and back; only next-auth's routes get it. */
export const INVITATION_COOKIE = 'botplay-invitation';

const MAX_AGE_S = 600;

/** Keeps the token of an invitation for the sign-in by a provider that follows. */
export function keepInvitation(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are in use.
  document.cookie = `${INVITATION_COOKIE}=${encodeURIComponent(token)}; path=/api/auth; max-age=${MAX_AGE_S}; samesite=lax`;
}
