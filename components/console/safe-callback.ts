const PLACEHOLDER = 'http://same-origin.invalid';

/**
 * Where to go after signing in: a path of this site, else `fallback`. Refuses `//host`, `/\host`, other schemes and
 * encoded line breaks, which would lead to another site.
 */
export function safeCallback(wanted: string | null | undefined, fallback = '/console'): string {
  if (!wanted?.startsWith('/') || /[\\\p{Cc}]/u.test(wanted)) return fallback;
  let url: URL;
  try {
    url = new URL(wanted, PLACEHOLDER);
  } catch {
    return fallback;
  }
  // `/..//host` becomes `//host` once its dots are resolved.
  if (url.origin !== PLACEHOLDER || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Encoded, so that the redirect to the sign-in fits into the headers that proxies pass on. */
const MAX_CALLBACK_LENGTH = 2_000;

/** The sign-in page that returns to `path`: without its query where that is too long, and to the console where it still is. */
export function signInPath(path: string): string {
  const [withoutQuery = ''] = path.split('?');
  const callback = [path, withoutQuery]
    .map(encodeURIComponent)
    .find((encoded) => encoded.length <= MAX_CALLBACK_LENGTH);
  return callback === undefined ? '/sign-in' : `/sign-in?callbackUrl=${callback}`;
}
