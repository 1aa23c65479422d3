import { signIn } from 'next-auth/react';
import { signInFaultWords } from './sign-in-words';

/** Signs in by e-mail and password; null when it worked, else words to show. */
export async function signInWithPassword(entry: { email: string; password: string }): Promise<string | null> {
  try {
    // Without one next-auth takes this page's address, and an error word that stands in it for its own answer.
    const answer = await signIn('credentials', { ...entry, redirect: false, callbackUrl: '/' });
    if (answer?.ok && !answer.error) return null;
    return signInFaultWords(answer?.status === 429 ? 'RATE_LIMITED' : (answer?.error ?? ''));
  } catch {
    return 'Botplay did not answer. Check the connection and try again.';
  }
}
