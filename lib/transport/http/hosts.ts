import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';

/** How a request reached us, after the check: links to us and origin checks use nothing else. */
export interface RequestOrigin {
  /** `host[:port]`, in lower case. */
  host: string;
  protocol: 'http' | 'https';
}

/** Why a request is refused before any route sees it. */
export interface HostFault {
  status: 400 | 403;
  message: string;
}

type ReadHeader = (name: string) => string | null;

interface Host {
  /** Without a port; an IPv6 address in brackets. */
  name: string;
  /** As sent; '' when absent. */
  port: string;
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i;

/** Parses `name[:port]`, also with an IPv6 literal. Null for anything else. */
function parseHost(text: string): Host | null {
  const [, , port = ''] = HOST.exec(text) ?? [];
  if (!HOST.test(text) || !URL.canParse(`http://${text}`)) return null;
  const name = new URL(`http://${text}`).hostname.replace(/\.$/, '');
  return name === '' ? null : { name, port };
}

const textOf = ({ name, port }: Host): string => (port === '' ? name : `${name}:${port}`);

const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');
const isLoopback = (name: string): boolean => isLoopbackName(name) || name === '[::1]' || /^127\./.test(name);
const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;

interface Configured {
  /** ALLOWED_HOSTS contains `*`: a proxy in front checks the name. */
  any: boolean;
  /** Names with a port, and names that are served on every port. */
  hosts: ReadonlySet<string>;
  /** Hosts of pages that are ours, whatever Host their request carries. */
  origins: ReadonlySet<string>;
  verdicts: LRUCache<string, RequestOrigin['host'] | HostFault>;
}

function configured(): Configured {
  return once('transport.hosts', () => {
    const { ALLOWED_HOSTS, NEXTAUTH_URL } = env();
    const listed = ALLOWED_HOSTS.map((host) => host.toLowerCase());
    const site = NEXTAUTH_URL === '' ? null : new URL(NEXTAUTH_URL);
    return {
      any: listed.includes('*'),
      hosts: new Set([...listed, ...(site ? [site.hostname] : [])]),
      origins: new Set([...listed, ...(site ? [site.host] : [])]),
      verdicts: new LRUCache({ max: 256 }),
    };
  });
}

/**
 * Names that no other party can point at this server: loopback, IP addresses, NEXTAUTH_URL's host and ALLOWED_HOSTS. The
 * port may be another one than ours: a tunnel or a container maps it.
 */
function isServed({ name, port }: Host): boolean {
  const { any, hosts } = configured();
  return any || isLoopbackName(name) || isAddress(name) || hosts.has(name) || hosts.has(`${name}:${port}`);
}

function checkHost(text: string, header: string): RequestOrigin['host'] | HostFault {
  const { verdicts } = configured();
  const key = `${header} ${text}`;
  const cachedVerdict = verdicts.get(key);
  if (cachedVerdict !== undefined) return cachedVerdict;
  const verdict = evaluateHost(text, header);
  verdicts.set(key, verdict);
  return verdict;
}

function evaluateHost(text: string, header: string): RequestOrigin['host'] | HostFault {
  const host = parseHost(text);
  if (!host) return { status: 400, message: `The ${header} header is not valid.` };
  if (isServed(host)) return textOf(host);
  const message = `Unknown ${header} header "${textOf(host)}". Use localhost or an IP address, or add this name to ALLOWED_HOSTS.`;
  return { status: 403, message };
}

/** The entry that the proxy in front of us wrote: the last one. */
const lastEntry = (list: string | null): string | null => list?.split(',').at(-1)?.trim() ?? null;

/**
 * Reads by which host and protocol a request came, or why it is refused. X-Forwarded-Host and X-Forwarded-Proto count
 * only with TRUST_PROXY. A page of another site that reaches us through its own name (DNS rebinding) is refused
 * here. Specification: MCP, Streamable HTTP, security warning.
 */
export function readArrival(header: ReadHeader): RequestOrigin | HostFault {
  const trusted = env().TRUST_PROXY;
  const forwarded = trusted ? lastEntry(header('x-forwarded-host')) : null;
  const sent = forwarded ?? header('host');
  if (sent === null || sent === '') return { status: 400, message: 'The Host header is missing.' };
  const host = checkHost(sent, forwarded === null ? 'Host' : 'X-Forwarded-Host');
  if (typeof host !== 'string') return host;
  const protocol = (trusted ? lastEntry(header('x-forwarded-proto')) : null) ?? 'http';
  if (protocol === 'http' || protocol === 'https') return { host, protocol };
  return { status: 400, message: 'The X-Forwarded-Proto header must be http or https.' };
}

/** Whether reading an arrival ended in a refusal. */
export const isHostFault = (arrival: RequestOrigin | HostFault): arrival is HostFault => 'status' in arrival;

/** The origin of an arrival, such as `http://localhost:3000`. */
export const originOf = ({ protocol, host }: RequestOrigin): string => `${protocol}://${host}`;

/** Claims about the way of a request that only a trusted proxy may make. */
const FORWARDED = /^(?:x-forwarded-.*|forwarded|x-real-ip)$/;

/**
 * Runs once for each request and each upgrade, before a lane is chosen. Afterwards the
 * headers of the request say only what was checked: `host` is the checked host, `x-forwarded-proto` is there only
 * behind a trusted proxy, and X-Forwarded-Host is gone.
 * @returns null when the request may pass
 */
export function admitRequest(request: IncomingMessage): HostFault | null {
  const { headers, rawHeaders } = request;
  if (!request.url?.startsWith('/')) return { status: 400, message: 'The request target must begin with "/".' };
  if (countHosts(rawHeaders) > 1) return { status: 400, message: 'More than one Host header.' };
  // Health checks of load balancers send none, which HTTP/1.0 allows; browsers always do.
  if (request.httpVersion === '1.0') headers.host ??= hostOfSocket(request.socket);
  const arrival = readArrival((name) => headers[name]?.toString() ?? null);
  if (isHostFault(arrival)) return arrival;
  const trusted = env().TRUST_PROXY;
  for (const name of Object.keys(headers)) {
    if (name === 'x-forwarded-host' || (!trusted && FORWARDED.test(name))) delete headers[name];
  }
  headers.host = arrival.host;
  if (trusted) headers['x-forwarded-proto'] = arrival.protocol;
  return null;
}

/** The address at which a connection arrived. */
function hostOfSocket({ localAddress = '', localPort }: IncomingMessage['socket']): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 6 ? `[${address}]:${localPort}` : `${address}:${localPort}`;
}

/** Node keeps the first of several Host headers and drops the others. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/**
 * Whether a page of this origin is ours: it was loaded by the host that the request came by, or by a configured one.
 * Protocols are not compared, because a proxy in front ends TLS; localhost and 127.0.0.1 count as one host.
 */
export function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (page.protocol !== 'http:' && page.protocol !== 'https:') return false;
  if (configured().origins.has(page.host)) return true;
  const arrived = new URL(`${page.protocol}//${host}`);
  return (
    page.host === arrived.host ||
    (page.port === arrived.port && isLoopback(page.hostname) && isLoopback(arrived.hostname))
  );
}
