import { gzipSync } from 'node:zlib';
import { acceptsEncoding } from './accept-encoding';
import { joinHeaders, type WholeBody, type WireHeaders } from './wire';

/** A shorter body is not worth the time; to compress a longer one in the turn of its answer would hold up other callers. */
const MIN_BYTES = 512;
const MAX_BYTES = 65_536;
/** For bodies of a kilobyte: a larger window takes longer to make ready, and saves nothing. */
const SMALL = { windowBits: 12, memLevel: 5 };
const MAX_SMALL_BYTES = 4_096;

const TEXTS = /^(?:text\/|application\/(?:[\w.+-]+\+)?json\b)/;

/** Bodies that are kept ready are compressed once, however large. */
const compressedBodies = new WeakMap<Buffer, Buffer<ArrayBuffer>>();

/**
 * The headers and the body of a whole answer for a caller with this Accept-Encoding: texts from half a kilobyte on are compressed
 * with gzip. What is compressed already, and what names another encoding, stays as it is.
 */
export function compressFor(
  acceptEncoding: string | undefined,
  { headers, body }: { headers: WireHeaders; body: WholeBody },
): { headers: WireHeaders; body: WholeBody } {
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  const isText = typeof headers['content-type'] === 'string' && TEXTS.test(headers['content-type']);
  if (body === null || bytes < MIN_BYTES || !isText || 'content-encoding' in headers) return { headers, body };
  if (typeof body === 'string' && bytes > MAX_BYTES) return { headers, body };
  const vary = [headers.vary ?? [], 'accept-encoding'].flat().join(', ');
  if (acceptEncoding === undefined || !acceptsEncoding(acceptEncoding, 'gzip'))
    return { headers: joinHeaders(headers, { vary }), body };
  return {
    headers: joinHeaders(headers, { vary, 'content-encoding': 'gzip' }),
    body: typeof body === 'string' ? gzip(body, bytes) : gzipKept(body),
  };
}

const gzip = (body: string | Buffer, bytes: number): Buffer<ArrayBuffer> =>
  gzipSync(body, bytes <= MAX_SMALL_BYTES ? SMALL : {});

function gzipKept(body: Buffer): Buffer<ArrayBuffer> {
  const earlier = compressedBodies.get(body);
  if (earlier) return earlier;
  const compressed = gzip(body, body.length);
  compressedBodies.set(body, compressed);
  return compressed;
}
