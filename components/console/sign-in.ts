import { postToSession } from '@/components/ui/session-request';
import { describeSignInFault } from './sign-in-faults';

/** Signs in by e-mail and password. Returns null, or a message to show. */
export async function signInWithPassword(entry: { email: string; password: string }): Promise<string | null> {
  try {
    const { status, url } = await postToSession('callback/credentials', { ...entry, callbackUrl: '/' });
    if (status === 429) return describeSignInFault('RATE_LIMITED');
    if (url?.searchParams.has('csrf')) return describeSignInFault('NO_COOKIES');
    const fault = url === null ? '' : url.searchParams.get('error');
    return fault === null ? null : describeSignInFault(fault);
  } catch {
    return NO_ANSWER;
  }
}

/** The message where a sign-in got no answer. */
export const NO_ANSWER = 'Botplay did not answer. Check the connection and try again.';
