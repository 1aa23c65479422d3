import dns from 'node:dns';
import net from 'node:net';
import { buildConnector } from 'undici';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { isMetadataAddress, isPublicAddress } from './public-address';

const CONNECT_TIMEOUT_MS = 10_000;

/** An address that the gateway does not dial. Callers see `message`: it never contains what a name resolved to. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
}

/** The error that callers see for a refused address: it is the publisher's fault, who may correct it. */
export function refusedAddress(error: GuardError): AppError {
  return new AppError('EXPERIENCE_UNREACHABLE', `The experience may not be called: ${error.message}`, { cause: error });
}

/** Whether a call failed because of an address that may not be called. */
export function isRefusedAddress(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.cause instanceof GuardError;
}

/** Exact `host:port` entries, or `*`. */
export type AllowedHosts = readonly string[];

/** The private hosts that this installation may call. */
export function allowedPrivateHosts(): AllowedHosts {
  return env().ALLOW_PRIVATE_EXPERIENCE_HOSTS;
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' || url.protocol === 'wss:' ? '443' : '80';
}

/** `*` allows no address of a metadata service: such a one must be named. */
function isAllowedPrivate(host: string, port: string, allowed: AllowedHosts): boolean {
  if (allowed.includes(`${host}:${port}`)) return true;
  return allowed.includes('*') && !isMetadataAddress(withoutBrackets(host));
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

const PROTOCOLS = { http: ['http:', 'https:'], ws: ['ws:', 'wss:'] } as const;

/**
 * Checks what a URL shows without DNS: scheme, no credentials, no private literal address. The URL parser has already
 * turned decimal, octal and hexadecimal notations into dotted ones.
 * @throws GuardError
 */
export function checkUrl(text: string, options: { allowed: AllowedHosts; scheme?: 'http' | 'ws' }): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new GuardError('Not a URL.');
  }
  const scheme = options.scheme ?? 'http';
  if (!(PROTOCOLS[scheme] as readonly string[]).includes(url.protocol)) {
    throw new GuardError(
      `Only ${PROTOCOLS[scheme].map((protocol) => `${protocol}//`).join(' and ')} URLs are supported.`,
    );
  }
  if (url.username !== '' || url.password !== '') throw new GuardError('A URL must not contain credentials.');
  const host = withoutBrackets(url.hostname);
  if (net.isIP(host) !== 0 && !isPublicAddress(host) && !isAllowedPrivate(url.hostname, portOf(url), options.allowed)) {
    throw new GuardError('The address is not public.');
  }
  if (PRIVATE_NAME.test(host) && !isAllowedPrivate(url.hostname, portOf(url), options.allowed)) {
    throw new GuardError('The host name is one of a private network.');
  }
  return url;
}

/** Names that never belong to a public server (RFC 6761, RFC 6762, RFC 8375), and names without a dot. */
const PRIVATE_NAME = /^(?:[^.:]+|.+\.(?:localhost|local|internal|home\.arpa|test|invalid))\.?$/i;

/**
 * The fault of an address that is stored to be called later, or null: what `checkUrl` refuses, and a name that does not
 * resolve to a public address now. Where every private host is allowed, names are not resolved.
 */
export async function findStoredUrlFault(text: string, allowed: AllowedHosts): Promise<string | null> {
  try {
    const url = checkUrl(text, { allowed });
    const host = withoutBrackets(url.hostname);
    if (net.isIP(host) !== 0 || isAllowedPrivate(url.hostname, portOf(url), allowed)) return null;
    const addresses = await dns.promises.lookup(host, { all: true }).catch(() => []);
    const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
    return isPublic ? null : 'The host name does not resolve to a public address.';
  } catch (thrown) {
    if (thrown instanceof GuardError) return thrown.message;
    throw thrown;
  }
}

/** Resolves a host name once and refuses it when one of its addresses is refused. */
const lookupExcept =
  (isRefused: (address: string) => boolean): net.LookupFunction =>
  (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const refused = addresses.length === 0 || addresses.some(({ address }) => isRefused(address));
      if (refused) return callback(new GuardError('The host name does not resolve to a public address.'), '');
      if (options.all) return callback(null, addresses);
      const [first] = addresses as [dns.LookupAddress];
      callback(null, first.address, first.family);
    });
  };

/**
 * A connector that dials only checked addresses: the name is resolved once and the addresses that passed are dialled, so
 * that DNS rebinding between check and dial has no effect.
 */
export function guardedConnector(allowed: AllowedHosts): buildConnector.connector {
  const named = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: lookupExcept(isMetadataAddress) });
  const guarded = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: lookupExcept((address) => !isPublicAddress(address)),
  });
  return (options, callback) => {
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    if (allowed.includes(`${options.hostname}:${port}`)) return named(options, callback);
    if (isAllowedPrivate(options.hostname, port, allowed)) return open(options, callback);
    const host = withoutBrackets(options.hostname);
    if (net.isIP(host) !== 0 && !isPublicAddress(host)) {
      return callback(new GuardError('The address is not public.'), null);
    }
    guarded(options, callback);
  };
}
