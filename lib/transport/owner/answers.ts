import { type AppError, validationError } from '@/lib/core/errors';
import { SECURITY_HEADERS } from '@/lib/transport/rest/answers';

/** Keys and people's data: never kept on the way, and without the CORS headers of the bearer's interface. */
export function answer(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
  cookies: readonly string[] = [],
): Response {
  const all = new Headers({ ...headers, 'content-type': 'application/json' });
  for (const cookie of cookies) all.append('set-cookie', cookie);
  for (const [name, text] of Object.entries(SECURITY_HEADERS)) all.set(name, String(text));
  return new Response(JSON.stringify(value), { status, headers: all });
}

/** An error in the form of every REST answer, `{ error: { code, message, retryable, details? } }`. */
export function failure(error: AppError, headers: Record<string, string> = {}): Response {
  const more = { ...headers };
  if (error.retryAfterS !== undefined) more['retry-after'] = String(error.retryAfterS);
  if (error.code === 'UNAUTHENTICATED') more['www-authenticate'] = 'Bearer realm="botplay"';
  return answer(error.http, { error: error.toWire() }, more);
}

/** The path is right and the method is not. */
export function wrongMethod(allow: string[]): Response {
  const error = validationError([{ path: [], message: `this route takes ${allow.join(', ')}` }], 'Wrong method');
  const refusal = failure(error, { allow: allow.join(', ') });
  return new Response(refusal.body, { status: 405, headers: refusal.headers });
}
