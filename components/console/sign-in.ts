import { signIn } from 'next-auth/react';

const FAULTS: Record<string, string> = {
  CredentialsSignin: 'E-mail and password do not match an account. Check both, or sign up if you are new.',
  OAuthAccountNotLinked:
    'This e-mail already has an account that signs in another way. Sign in the way you did before.',
  AccessDenied: 'The provider did not let you in. Try again, or use e-mail and password.',
  SessionRequired: 'Sign in to see this page.',
  RATE_LIMITED: 'Too many attempts with this e-mail. Wait a quarter of an hour, then try again.',
};

/** What next-auth's error word means and what to do about it. */
export function signInFaultWords(fault: string): string {
  return FAULTS[fault] ?? 'Signing in did not work and nothing was changed. Try again in a moment.';
}

/** Signs in by e-mail and password; null when it worked, else words to show. */
export async function signInWithPassword(entry: { email: string; password: string }): Promise<string | null> {
  try {
    const answer = await signIn('credentials', { ...entry, redirect: false });
    if (answer?.ok && !answer.error) return null;
    return signInFaultWords(answer?.status === 429 ? 'RATE_LIMITED' : (answer?.error ?? ''));
  } catch {
    return 'Botplay did not answer. Check the connection and try again.';
  }
}
