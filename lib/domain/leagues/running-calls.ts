import type { Gather } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';

/** Calls to players that this process has made and that are not answered yet. */
const calls = () => once('leagues.running_calls', () => ({ count: 0 }));

/** Makes a call that counts until it is answered. */
export async function countCall<T>(make: () => Promise<T>): Promise<T> {
  calls().count++;
  try {
    return await make();
  } finally {
    calls().count--;
  }
}

/**
 * What follows an answer waits a moment for the answers to other calls, to share a statement with what follows those: the
 * fixtures of a round are played at the same pace.
 */
export const GATHER_ANSWERS: Gather = { maxWaitMs: 5, enough: 64, expectsMore: () => calls().count > 0 };
