import type { AppError } from '@/lib/core/errors';

/** Keys and people's data: nothing of it may be kept by a cache on the way. */
const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

export function answer(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), { status, headers: HEADERS });
}

/** An error in the form of every REST answer, `{ error: { code, message, retryable, details? } }`. */
export function failure(error: AppError): Response {
  const response = answer(error.http, { error: error.toWire() });
  if (error.retryAfterS !== undefined) response.headers.set('retry-after', String(error.retryAfterS));
  if (error.code === 'UNAUTHENTICATED') response.headers.set('www-authenticate', 'Bearer');
  return response;
}
