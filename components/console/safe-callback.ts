const PLACEHOLDER = 'http://same-origin.invalid';

/**
 * Where to go after signing in: only a path of this site survives, anything else becomes `fallback`.
 * `//host`, `/\host`, other schemes and encoded line breaks would otherwise send people elsewhere.
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

/** The sign-in page that brings people back to `path`. */
export function signInPath(path: string): string {
  return `/sign-in?callbackUrl=${encodeURIComponent(path)}`;
}
