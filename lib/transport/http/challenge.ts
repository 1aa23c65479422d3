import { publicOrigin } from '@/lib/core/public-origin';
import type { Scope } from '@/lib/core/scopes';
import { defaultScopes, isAudienceOf } from '@/lib/domain/oauth';
import { joinHeaders, type WireRequest, type WireResponse } from './wire';

const METADATA = '/.well-known/oauth-protected-resource';

/** A protected resource as its 401 names it: the path and query of an endpoint, or '' for the whole site. */
export interface Protected {
  path: string;
  /** What its tools need. */
  scopes: readonly Scope[];
}

/**
 * Whether a token may be used for a request (RFC 8707): its audience is this path, whatever its query, or the whole site.
 * REST and sockets are resources as parts of the site only.
 */
export function isForRequest({ origin, url }: Pick<WireRequest, 'origin' | 'url'>): (audience: string) => boolean {
  return (audience) => {
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    return isAudienceOf(audience, {
      issuer: publicOrigin(origin),
      path: path.endsWith('/') ? path.slice(0, -1) : path,
    });
  };
}

/**
 * Completes the challenge of a 401 or 403: which metadata says where a token is to be had (RFC 9728, 5.1), and, where none
 * worked, for which scopes (MCP 2026-07-28, authorization). Other answers are not changed.
 */
export function withChallenge(request: WireRequest, answer: WireResponse, of: () => Protected): WireResponse {
  const challenge = answer.headers['www-authenticate'];
  if (typeof challenge !== 'string' || !challenge.startsWith('Bearer realm="botplay"')) return answer;
  const { path, scopes } = of();
  const parts = [challenge];
  if (answer.status === 401) {
    if (request.header('authorization') !== null) parts.push('error="invalid_token"');
    parts.push(`scope="${defaultScopes(scopes).join(' ')}"`);
  }
  parts.push(`resource_metadata="${publicOrigin(request.origin)}${METADATA}${path}"`);
  return { ...answer, headers: joinHeaders(answer.headers, { 'www-authenticate': parts.join(', ') }) };
}
