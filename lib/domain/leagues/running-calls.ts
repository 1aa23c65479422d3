import type { Gather } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';

/** Calls to players that this process has made and that are not answered yet, and what waits for the last answer. */
const calls = () => once('leagues.running_calls', () => ({ count: 0, listeners: new Set<() => void>() }));

/** Makes a call that counts until it is answered. */
export async function countCall<T>(make: () => Promise<T>): Promise<T> {
  calls().count++;
  try {
    return await make();
  } finally {
    // What follows the answer may be the next call.
    if (--calls().count === 0) setImmediate(notifyWhenAnswered);
  }
}

function notifyWhenAnswered(): void {
  const { count, listeners } = calls();
  if (count > 0) return;
  const waiting = [...listeners];
  listeners.clear();
  for (const listener of waiting) listener();
}

/**
 * What follows an answer waits a moment for the answers to other calls, to share a statement with what follows those: the
 * fixtures of a round are played at the same pace.
 */
export const GATHER_ANSWERS: Gather = {
  maxWaitMs: 20,
  enough: 500,
  expectsMore: () => calls().count > 0,
  onNoMore: (listener) => void calls().listeners.add(listener),
};
