import { AppError } from '@/lib/core/errors';
import { publicOrigin } from '@/lib/core/public-origin';
import { isOwnOrigin } from '@/lib/transport/http/hosts';

/**
 * Refuses what another site makes a browser send with our owner's cookie. Browsers always say where such a request comes
 * from; a program without a browser says nothing and has no cookie that someone else put there.
 * @throws FORBIDDEN for a request from another site.
 */
export function requireSameSite(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const foreignSite = site !== null && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (origin !== null && !isOwnOrigin(origin, hostOf(request)))) {
    throw new AppError('FORBIDDEN', 'Cross-site request refused.');
  }
}

/** Our address as others should use it. */
export function linkOrigin(request: Request): string {
  return publicOrigin(new URL(request.url).origin);
}

const hostOf = (request: Request): string => request.headers.get('host') ?? new URL(request.url).host;
