import { signIn } from 'next-auth/react';
import { describeSignInFault } from './sign-in-faults';

/** Signs in by e-mail and password. Returns null, or a message to show. */
export async function signInWithPassword(entry: { email: string; password: string }): Promise<string | null> {
  try {
    // Without it next-auth takes the address of this page, and an error word in that for its own answer.
    const answer = await signIn('credentials', { ...entry, redirect: false, callbackUrl: '/' });
    if (answer?.ok && !answer.error) return null;
    return describeSignInFault(answer?.status === 429 ? 'RATE_LIMITED' : (answer?.error ?? ''));
  } catch {
    return 'Botplay did not answer. Check the connection and try again.';
  }
}
