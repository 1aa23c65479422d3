import type { AppError } from '@/lib/core/errors';
import type { WireHeaders } from './wire';

/** The headers that go with an error, whichever transport answers it. */
export function errorHeaders(error: AppError): WireHeaders {
  const headers: WireHeaders = {};
  if (error.code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Bearer realm="botplay"';
  const scope = error.code === 'FORBIDDEN' ? error.details?.required_scope : undefined;
  // Of alternatives the first: a challenge names what is enough (RFC 6750, 3.1).
  if (typeof scope === 'string')
    headers['www-authenticate'] =
      `Bearer realm="botplay", error="insufficient_scope", scope="${scope.split(' or ')[0]}"`;
  // The rest of the body is not read, so the connection cannot be used again.
  if (error.code === 'PAYLOAD_TOO_LARGE') headers.connection = 'close';
  if (error.retryAfterS !== undefined) headers['retry-after'] = String(error.retryAfterS);
  return headers;
}
