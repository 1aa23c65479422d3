import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { TokenBucket } from '@/lib/core/token-bucket';
import { addressOfUpgrade } from './message-budget';

/** Refusals of one address that are sent without a wait. No refusal waits longer than a second. */
const SIZE = { perSecond: 100, burst: 400, maxDebt: 100 };
/** Refusals of one address that wait together; the connections of further ones are closed. */
const MAX_WAITING = 500;

/** What a refusal costs the server, in refused requests. */
export const REFUSAL_COSTS = { request: 1, caller: 4, message: 40 } as const;

interface Pace {
  bucket: TokenBucket;
  waiting: number;
}

const paces = () => once('transport.refusal_paces', () => new LRUCache<string, Pace>({ max: 10_000 }));

function paceOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): Pace {
  const key = addressOfUpgrade(request);
  let pace = paces().get(key);
  if (!pace) {
    pace = { bucket: new TokenBucket(SIZE, performance.now()), waiting: 0 };
    paces().set(key, pace);
  }
  return pace;
}

/** Waits. False, without a wait, when too many of this address wait already. */
async function wait(pace: Pace, ms: number): Promise<boolean> {
  if (pace.waiting >= MAX_WAITING) return false;
  pace.waiting++;
  await new Promise((resolve) => setTimeout(resolve, ms));
  pace.waiting--;
  return true;
}

/** Counts a refusal that is sent without a wait, such as a message for which a socket is closed. */
export function countRefusal(request: Pick<IncomingMessage, 'headers' | 'socket'>, cost: number): void {
  paceOf(request).bucket.charge(performance.now(), cost);
}

/**
 * Holds the refusal of a request back when its address has had too many: a caller that repeats what is refused as fast as it can
 * would use a processor for it, whatever one refusal costs. Null: send it now. Else whether to send it after the wait; false: close
 * the connection.
 */
export function holdRefusal(request: Pick<IncomingMessage, 'headers' | 'socket'>): Promise<boolean> | null {
  countRefusal(request, REFUSAL_COSTS.request);
  return holdUpgrade(request);
}

/** Holds a new socket back when its address has had too many refusals. As {@link holdRefusal}, but counts nothing. */
export function holdUpgrade(request: Pick<IncomingMessage, 'headers' | 'socket'>): Promise<boolean> | null {
  const pace = paceOf(request);
  const ms = pace.bucket.msUntil(performance.now(), 0);
  return ms === 0 ? null : wait(pace, ms);
}
