/** Hosts that are the computer of the person itself (RFC 8252, 7.3). `localhost` is what today's clients send. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes of editors that come back by a link of their own. Others need a dot, as RFC 8252, 7.1 asks. */
const APP_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);

const MAX_LENGTH = 1_000;

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Whether an address leads to a program on the person's own computer. */
export function isLoopback(url: URL): boolean {
  return isWeb(url) && LOOPBACK.has(url.hostname);
}

/** Why a client may not have an address as the one that codes are sent to; null when it may. */
export function findRedirectFault(text: string): string | null {
  if (text.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  // What the parser would correct is compared as it was written.
  if (!URL.canParse(text) || /[\s\\\p{Cc}]/u.test(text)) return 'is not an absolute URI';
  const url = new URL(text);
  if (text.includes('#')) return 'must not have a fragment';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (text.includes('*')) return 'must not contain a wildcard';
  if (url.protocol === 'https:' || isLoopback(url)) return null;
  if (url.protocol === 'http:') return 'must use https, unless it is a loopback address';
  return APP_SCHEMES.has(url.protocol) || /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol)
    ? null
    : 'has a scheme that no app may use';
}

const LOOPBACK_ORIGIN = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** A loopback address without its port, which a program chooses when it starts (RFC 8252, 7.3); null for any other. */
function withoutPort(text: string): string | null {
  return LOOPBACK_ORIGIN.test(text) ? text.replace(LOOPBACK_ORIGIN, '$1') : null;
}

/** Whether a client may be sent to `uri`: one of its addresses exactly, but for the port of a loopback address. */
export function matchesRedirect(registered: readonly string[], uri: string): boolean {
  if (findRedirectFault(uri) !== null) return false;
  if (registered.includes(uri)) return true;
  const portless = withoutPort(uri);
  return portless !== null && registered.some((one) => withoutPort(one) === portless);
}

/** Where codes and tokens go, as a person can check it: a host, or the scheme of an app. */
export function hostOfRedirect(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'localhost';
  return isWeb(url) ? url.host : url.protocol.slice(0, -1);
}

/** The address with these parameters added to its query. */
export function addParameters(uri: string, parameters: Record<string, string | null>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.append(name, value);
  return url.href;
}
