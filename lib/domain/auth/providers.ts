import { env } from '@/lib/core/env';

/** A way to sign in beside e-mail and password. */
export type SignInProvider = 'github' | 'google';

/** The providers that this server is configured for. */
export function signInProviders(): SignInProvider[] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  const providers: SignInProvider[] = [];
  if (GITHUB_ID && GITHUB_SECRET) providers.push('github');
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) providers.push('google');
  return providers;
}
