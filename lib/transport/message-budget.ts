import type { IncomingMessage } from 'node:http';
import { once } from '@/lib/core/globals';
import { findCostlyJson } from '@/lib/core/json';
import { TokenBuckets } from '@/lib/core/token-bucket';
import { addressBlock, clientAddress } from '@/lib/domain/limits';

/** Smaller messages are not counted: the limits of messages bound them. */
const MAX_FREE_BYTES = 4_096;
/** Bytes of larger messages of one address. */
const BUDGET = { perSecond: 256 * 1024, burst: 1_048_576 };
/** More fields than a state has that fits into the 64 KiB of a room. */
const MAX_FIELDS = 5_000;

/** Packets of one address, of any size: even an empty one takes microseconds. */
const PACKETS = { perSecond: 5_000, burst: 20_000 };

/** By address, for all its connections: a new connection has no new budget. */
const budgets = () => once('transport.message_budgets', () => new TokenBuckets(BUDGET));
const packets = () => once('transport.packet_budgets', () => new TokenBuckets(PACKETS));

/** Counts a packet of Engine.IO. False when its address has sent too many. */
export const takePacket = (address: string): boolean => packets().of(address).take(performance.now());

/** Where a socket was opened from, as limits by address count: an IPv6 network is one. */
export function addressOfUpgrade({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const forwardedFor = headers['x-forwarded-for']?.toString() ?? null;
  return addressBlock(clientAddress({ peer: socket.remoteAddress ?? '', forwardedFor }));
}

/**
 * Why a message of a socket is not parsed: its address has sent too many bytes, or its JSON would hold up other callers.
 * Null for every other message.
 */
export function findMessageFault(address: string, message: string | Uint8Array): string | null {
  if (message.length <= MAX_FREE_BYTES) return null;
  if (!budgets().of(address).take(performance.now(), message.length)) return 'Too many bytes in large messages.';
  return findCostlyJson(typeof message === 'string' ? Buffer.from(message) : message, MAX_FIELDS);
}
