import { allowedPrivateHosts, findStoredUrlFault } from './guard';
import { callOnce } from './single-call';

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

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
  return callOnce({ address, what: 'The address', ...LIMITS }, async (outbound, url) => {
    const headers = { ...message.headers, 'content-type': 'application/json', accept: '*/*' };
    const { status } = await outbound.request({ method: 'POST', url, ...message, headers, readsBody: false });
    return { status };
  });
}
