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

/** The sign-in page that returns to `path`. */
export function signInPath(path: string): string {
  return `/sign-in?callbackUrl=${encodeURIComponent(path)}`;
}
