import { isIPv6 } from 'node:net';
import { env } from '@/lib/core/env';

/** Set by our own server on what it hands to Next, over whatever a caller sent: route handlers cannot see the socket. */
export const PEER_ADDRESS_HEADER = 'x-botplay-peer';

/**
 * Where a request came from: the peer of the socket, or, only when ALLOWED_HOSTS is `*` and so says that a proxy stands
 * in front, the last entry of X-Forwarded-For, which is the one that this proxy wrote.
 */
export function clientAddress({ peer, forwardedFor }: { peer?: string | null; forwardedFor?: string | null }): string {
  const forwarded = env().ALLOWED_HOSTS.includes('*') ? forwardedFor?.split(',').at(-1)?.trim() : undefined;
  return (forwarded || peer || 'unknown').replace(/^::ffff:(?=\d+\.)/, '').slice(0, 64);
}

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
