import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import type { WireRequest } from './wire';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Allowed {
  hosts: ReadonlySet<string>;
  any: boolean;
}

function allowed(): Allowed {
  return once('transport.hosts', () => {
    const { ALLOWED_HOSTS, NEXTAUTH_URL } = env();
    const own = NEXTAUTH_URL === '' ? [] : [new URL(NEXTAUTH_URL).host];
    return {
      hosts: new Set([...ALLOWED_HOSTS.map((host) => host.toLowerCase()), ...own]),
      any: ALLOWED_HOSTS.includes('*'),
    };
  });
}

/** Whether a `host[:port]` is ours: NEXTAUTH_URL's, one of ALLOWED_HOSTS, or loopback at the port we serve. */
function isOurs(host: string, localPort: number | null): boolean {
  const { hosts, any } = allowed();
  if (any || hosts.has(host)) return true;
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
  return LOOPBACK.has(name) && Number(port === '' ? 80 : port) === (localPort ?? env().PORT);
}

/**
 * Refuses what a page of another site sends through a rebound name: a Host that is not ours, or an Origin that is not.
 * @returns the reason, or null when the request may pass. Specification: MCP, Streamable HTTP, security warning.
 */
export function findHostFault(request: WireRequest): string | null {
  const host = request.header('host')?.toLowerCase() ?? '';
  if (!isOurs(host, request.localPort)) return 'This Host is not served here.';
  const origin = request.header('origin');
  if (origin === null) return null;
  return isOwnOrigin(origin, request.localPort) ? null : 'This Origin may not call here.';
}

function isOwnOrigin(origin: string, localPort: number | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && isOurs(host, localPort);
}
