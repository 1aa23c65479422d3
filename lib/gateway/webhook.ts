import { AppError } from '@/lib/core/errors';
import { allowedPrivateHosts, checkUrl, findStoredUrlFault, GuardError } from './guard';
import { Outbound, type OutboundLimits } from './outbound';

/** One call at a time, to an address that is called again after minutes. */
const LIMITS: OutboundLimits = {
  timeoutMs: 10_000,
  maxBytes: 64 * 1024,
  maxConcurrent: 1,
  maxPerShare: 1,
  maxWaitMs: 0,
  failuresToOpen: null,
  openForMs: 1_000,
};

/** The fault of an address to which webhooks may not be sent, or null. Host names are checked again when they are dialled. */
export const findWebhookUrlFault = (address: string): Promise<string | null> =>
  findStoredUrlFault(address, allowedPrivateHosts());

/** The HTTP status of the answer, or why there is none. */
export type WebhookAnswer = { status: number } | { fault: string };

/** Posts JSON to the address of a person, by the same guard as calls to experiences. A failed delivery is not thrown. */
export async function postWebhook(
  address: string,
  message: { headers: Record<string, string>; body: string; signal?: AbortSignal },
): Promise<WebhookAnswer> {
  const outbound = new Outbound(allowedPrivateHosts(), LIMITS);
  try {
    const url = checkUrl(address, { allowed: allowedPrivateHosts() });
    const headers = { ...message.headers, 'content-type': 'application/json', accept: '*/*' };
    const { status } = await outbound.request({ method: 'POST', url, ...message, headers });
    return { status };
  } catch (thrown) {
    if (thrown instanceof GuardError) return { fault: thrown.message };
    if (thrown instanceof AppError) return { fault: thrown.message.replace('The experience', 'The address') };
    throw thrown;
  } finally {
    void outbound.close();
  }
}
