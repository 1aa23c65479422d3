import { type CallFault, callOnce } from './single-call';

/** A small file that is fetched once and then cached. */
const LIMITS = { timeoutMs: 5_000, maxBytes: 16 * 1024 };

/** A document as its server answered it, or why there is none. */
export type DocumentAnswer =
  | { status: number; text: string; cacheControl: string | null; contentType: string | null }
  | CallFault;

const textOf = (header: string | string[] | undefined): string | null => header?.toString() ?? null;

/**
 * Fetches a small JSON document of a stranger by its exact address, by the same guard as calls to experiences: at most 16 KB in
 * 5 s, and no redirect is followed. What goes wrong at the other end is a fault, not thrown.
 * @param call.timeoutMs less than 5 s
 * @param call.onSent called when the request is written to an open connection
 */
export async function fetchDocument(
  address: string,
  call: { timeoutMs?: number; signal?: AbortSignal | undefined; onSent?: () => void } = {},
): Promise<DocumentAnswer> {
  return callOnce({ address, what: 'The address', ...LIMITS }, async (outbound, url) => {
    const { status, headers, text } = await outbound.request({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      followsRedirects: false,
      ...call,
    });
    const cacheControl = textOf(headers['cache-control']);
    return { status, text, cacheControl, contentType: textOf(headers['content-type']) };
  });
}
