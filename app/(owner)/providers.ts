import type { SignInProvider } from '@/components/console/provider-buttons';
import { env } from '@/lib/core/env';

/** The providers that this server has credentials for, in the order of their buttons. */
export function signInProviders(): SignInProvider[] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  const providers: SignInProvider[] = [];
  if (GITHUB_ID && GITHUB_SECRET) providers.push('github');
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) providers.push('google');
  return providers;
}
