import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { acceptsEncoding } from './accept-encoding';
import { joinHeaders, type WholeBody, type WireHeaders } from './wire';

/** A shorter body is not worth the time; to compress a longer one in the turn of its answer would hold up other callers. */
const MIN_BYTES = 512;
const MAX_BYTES = 65_536;
/** For bodies of a kilobyte: a larger window takes longer to make ready, and saves nothing. */
const SMALL = { windowBits: 12, memLevel: 5 };
const MAX_SMALL_BYTES = 4_096;

const TEXTS = /^(?:text\/|application\/(?:[\w.+-]+\+)?json\b)/;

/** The start of a body, which many bodies have in common, as blocks of deflate that others can follow. */
interface DeflatedStart {
  blocks: Buffer;
  /** The CRC-32 of the start itself. */
  checksum: number;
}

/** Starts that are kept ready are compressed once, however large. */
const deflatedStarts = new WeakMap<Buffer, DeflatedStart>();
/** The start of each body that `bodyFrom` has made. */
const startsOfBodies = new WeakMap<Buffer, Buffer>();

/** A body from a long start that is kept ready, and a short end of its own. */
export function bodyFrom(start: Buffer, end: string): Buffer<ArrayBuffer> {
  const body = Buffer.concat([start, Buffer.from(end)]);
  startsOfBodies.set(body, start);
  return body;
}

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

/** RFC 1952: no name, no time, made on Unix. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Compresses the end of the body alone: its start is compressed with the first body that has it. */
function gzipKept(body: Buffer): Buffer<ArrayBuffer> {
  const start = startsOfBodies.get(body) ?? body;
  const end = body.subarray(start.length);
  const { blocks, checksum } = deflateStart(start);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(end, checksum), 0);
  tail.writeUInt32LE(body.length, 4);
  return Buffer.concat([GZIP_HEAD, blocks, deflateRawSync(end, SMALL), tail]);
}

function deflateStart(start: Buffer): DeflatedStart {
  const earlier = deflatedStarts.get(start);
  if (earlier) return earlier;
  const blocks = deflateRawSync(start, { finishFlush: constants.Z_SYNC_FLUSH });
  const deflated = { blocks, checksum: crc32(start, 0) };
  deflatedStarts.set(start, deflated);
  return deflated;
}

const CRC_POLYNOMIAL = 0xedb88320;

const CRC_TABLE = new Uint32Array(256).map((_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ CRC_POLYNOMIAL : remainder >>> 1;
  return remainder;
});

/**
 * The CRC-32 of gzip (RFC 1952, 8), which `node:zlib` has from Node 20.15 on.
 * @param before the checksum of what comes before these bytes; 0 for nothing
 */
export function crc32(bytes: Uint8Array, before: number): number {
  let checksum = ~before;
  for (const byte of bytes) checksum = (CRC_TABLE[(checksum ^ byte) & 0xff] as number) ^ (checksum >>> 8);
  return ~checksum >>> 0;
}
