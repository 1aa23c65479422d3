import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';

/** What is left of a credential's minute; sent as RateLimit headers. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Whole seconds until the count starts again. */
  resetS: number;
}

interface Window {
  calls: number;
  endsMs: number;
}

const WINDOW_MS = 60_000;
/** Windows are swept when there are this many, so that passing callers leave nothing behind. */
const SWEEP_AT = 10_000;

const windows = () => once('rate-windows', () => new Map<string, Window>());

/**
 * Counts one call of a credential against RATE_LIMIT_PER_MINUTE, in this process. Tokens count with the key that they
 * were made from, or minting would multiply the limit. Synchronous: it stands in the way of every call.
 * @returns null when limits are off.
 * @throws RATE_LIMITED with the seconds to wait.
 */
export function takeRateLimit(caller: Caller): RateState | null {
  const limit = env().RATE_LIMIT_PER_MINUTE;
  if (limit === 0) return null;
  return countCall(caller.kind === 'agent' ? `key:${caller.apiKeyId}` : `address:${caller.address}`, limit);
}

function countCall(who: string, limit: number): RateState {
  const nowMs = now().getTime();
  const window = currentWindow(who, nowMs);
  const resetS = Math.max(1, Math.ceil((window.endsMs - nowMs) / 1000));
  if (window.calls >= limit) {
    throw new AppError('RATE_LIMITED', `More than ${limit} calls in a minute. Wait ${resetS} s.`, {
      retryAfterS: resetS,
      details: { limit, remaining: 0, reset_s: resetS },
    });
  }
  window.calls++;
  return { limit, remaining: limit - window.calls, resetS };
}

function currentWindow(who: string, nowMs: number): Window {
  const open = windows().get(who);
  if (open && open.endsMs > nowMs) return open;
  if (windows().size >= SWEEP_AT) sweep(nowMs);
  const opened = { calls: 0, endsMs: nowMs + WINDOW_MS };
  windows().set(who, opened);
  return opened;
}

function sweep(nowMs: number): void {
  for (const [who, window] of windows()) if (window.endsMs <= nowMs) windows().delete(who);
}
