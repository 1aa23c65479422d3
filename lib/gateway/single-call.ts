import { AppError } from '@/lib/core/errors';
import { allowedPrivateHosts, checkUrl, GuardError } from './guard';
import { Outbound } from './outbound';

/** Why a call has no answer, in words and as the error. */
export interface CallFault {
  fault: string;
  cause: AppError | GuardError;
}

/**
 * Makes one call to an address that a person or stranger named, by the same guard as calls to experiences. What goes wrong at the
 * other end is a fault, not thrown.
 * @param of.what what a fault calls the other end: `The address`
 */
export async function callOnce<Answer>(
  of: { address: string; what: string; timeoutMs: number; maxBytes: number },
  send: (outbound: Outbound, url: URL) => Promise<Answer>,
): Promise<Answer | CallFault> {
  const { address, what, timeoutMs, maxBytes } = of;
  const allowed = allowedPrivateHosts();
  const outbound = new Outbound(allowed, {
    timeoutMs,
    maxBytes,
    maxConcurrent: 1,
    maxPerShare: 1,
    maxWaitMs: 0,
    failuresToOpen: null,
    openForMs: 1_000,
  });
  try {
    return await send(outbound, checkUrl(address, { allowed }));
  } catch (thrown) {
    if (thrown instanceof GuardError) return { fault: thrown.message, cause: thrown };
    if (thrown instanceof AppError) return { fault: thrown.message.replace('The experience', what), cause: thrown };
    throw thrown;
  } finally {
    void outbound.close();
  }
}
