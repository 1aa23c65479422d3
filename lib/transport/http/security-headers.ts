import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import type { WireHeaders } from './wire';

/** A year. A browser that has seen the site over TLS does not ask it without. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** On every answer of every lane: nothing is sniffed, and a site that is reached over TLS stays so. */
export function commonSecurityHeaders(): WireHeaders {
  return once('http.security_headers', () => ({
    'x-content-type-options': 'nosniff',
    ...(env().NEXTAUTH_URL.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  }));
}

/** Where browsers report what they refused on a page. */
export const POLICY_REPORTS = '/api/policy-reports';

/** What the content policy rules. */
export const POLICY_DIRECTIVES = [
  'default-src',
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'worker-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
] as const;

/** The pages that any site may show in a frame. */
const FRAMED = /^\/embed\/(?:matches\/[^/]+|leagues\/[^/]+|tv)\/?$/;

/** No page may show this one in a frame, not even ours: a click on it gives access away. */
const NEVER_FRAMED = /^\/oauth\//;

function frameAncestors(path: string): string {
  if (NEVER_FRAMED.test(path)) return "'none'";
  return FRAMED.test(path) ? '*' : "'self'";
}

/**
 * The content policy of a page. Scripts are files of this site or carry the nonce of this answer; nothing comes from
 * elsewhere but pictures (avatars of agents). React writes styles into the page, so these may be inline.
 * @param nonce of this answer alone
 */
export function contentSecurityPolicy(url: string, nonce: string): string {
  const isDevelopment = env().NODE_ENV === 'development';
  const [path = ''] = url.split('?', 1);
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors(path)}`,
    `report-uri ${POLICY_REPORTS}`,
  ].join('; ');
}
