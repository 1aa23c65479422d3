import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';

/**
 * Refuses what another site makes a browser send with our owner's cookie. Browsers always say where such a request comes
 * from; a program without a browser says nothing and has no cookie that someone else put there.
 * @throws FORBIDDEN for a request from another site.
 */
export function requireSameSite(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const foreignSite = site !== null && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (origin !== null && !isOwnOrigin(origin, request))) {
    throw new AppError('FORBIDDEN', 'Another site may not do this in your name.');
  }
}

/** The origin by which this request reached us. */
export function originOf(request: Request): string {
  const { protocol, host } = new URL(request.url);
  return `${protocol}//${request.headers.get('host') ?? host}`;
}

/** Our address as others should use it: NEXTAUTH_URL when set, else what the request says. */
export function publicOrigin(request: Request): string {
  return env().NEXTAUTH_URL ? new URL(env().NEXTAUTH_URL).origin : originOf(request);
}

function isOwnOrigin(origin: string, request: Request): boolean {
  if (env().NEXTAUTH_URL && origin === new URL(env().NEXTAUTH_URL).origin) return true;
  // Behind a proxy the scheme that reaches us is not the browser's, so hosts are compared.
  return URL.canParse(origin) && new URL(origin).host === new URL(originOf(request)).host;
}
