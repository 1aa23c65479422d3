import { env } from '@/lib/core/env';

/** A way to sign in beside e-mail and password. */
export interface SignInProvider {
  id: 'github' | 'google' | 'oidc';
  /** What people call it. */
  label: string;
}

/** The providers that this server is configured for. */
export function signInProviders(): SignInProvider[] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env();
  const providers: SignInProvider[] = [];
  if (GITHUB_ID && GITHUB_SECRET) providers.push({ id: 'github', label: 'GitHub' });
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) providers.push({ id: 'google', label: 'Google' });
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) providers.push({ id: 'oidc', label: OIDC_NAME });
  return providers;
}
