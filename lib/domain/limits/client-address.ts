import { isIPv6 } from 'node:net';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';

/** Our server writes the peer's address here for Next, whose route handlers cannot see the socket. */
export const PEER_ADDRESS_HEADER = 'x-botplay-peer';

const peerHeader = () => once('auth.peer_header', () => ({ isWritten: false }));

/** Says that our server is in front of Next in this process, so that the header is its own and not a caller's. */
export function trustPeerHeader(): void {
  peerHeader().isWritten = true;
}

/** The peer's address as our server wrote it; '' when Next runs without our server. */
export function peerAddress(headers: Headers): string {
  return (peerHeader().isWritten && headers.get(PEER_ADDRESS_HEADER)) || '';
}

/**
 * Where a request came from: the peer of the socket, or, with TRUST_PROXY, the last entry of X-Forwarded-For, which is
 * the one that the proxy in front wrote.
 */
export function clientAddress({ peer, forwardedFor }: { peer?: string | null; forwardedFor?: string | null }): string {
  const forwarded = env().TRUST_PROXY ? withoutPort(forwardedFor?.split(',').at(-1)?.trim() ?? '') : '';
  return (forwarded || peer || 'unknown').replace(/^::ffff:(?=\d+\.)/, '').slice(0, 64);
}

/** Some proxies write the port of the connection too: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
const withoutPort = (forwarded: string): string =>
  forwarded.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');

/** What limits by address count: an IPv6 caller owns a whole /64, so that counts as one. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
  return `${groups.slice(0, 4).join(':')}::/64`;
}
