import { callOnce } from './single-call';

/** A small file that is fetched once and then cached. */
const LIMITS = { timeoutMs: 5_000, maxBytes: 16 * 1024 };

/** A document as its server answered it, or why there is none. */
export type DocumentAnswer =
  | { status: number; text: string; cacheControl: string | null; contentType: string | null }
  | { fault: string };

const textOf = (header: string | string[] | undefined): string | null => header?.toString() ?? null;

/**
 * Fetches a small JSON document of a stranger by its exact address, by the same guard as calls to experiences: at most 16 KB in
 * 5 s, and no redirect is followed. What goes wrong at the other end is a fault, not thrown.
 */
export async function fetchDocument(address: string): Promise<DocumentAnswer> {
  return callOnce({ address, what: 'The address', ...LIMITS }, async (outbound, url) => {
    const { status, headers, text } = await outbound.request({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      followsRedirects: false,
    });
    const cacheControl = textOf(headers['cache-control']);
    return { status, text, cacheControl, contentType: textOf(headers['content-type']) };
  });
}
