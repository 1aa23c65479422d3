import type { IncomingMessage } from 'node:http';
import { constants, deflateRawSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';
import { once } from '@/lib/core/globals';
import { TokenBuckets } from '@/lib/core/token-bucket';
import { addressOfUpgrade } from '@/lib/transport/message-budget';

// Events are deflated once for all sockets whose clients can inflate them: each message by itself (RFC 7692, no context takeover),
// so that the bytes are of no socket and no socket keeps a window.

/** Compressed messages of clients, by address: to inflate an empty one takes some fifty microseconds. */
const INFLATIONS = { perSecond: 1_000, burst: 10_000 };
const inflations = () => once('watch.inflations', () => new TokenBuckets(INFLATIONS));

const EXTENSION = 'permessage-deflate';

/** What is used of the extension of ws, which it does not publish. */
interface DeflateExtension {
  params: { server_max_window_bits?: number };
  decompress(data: Buffer, isFinal: boolean, callback: (error: Error | null, inflated?: Buffer) => void): void;
}
interface Extended {
  _extensions?: { [EXTENSION]?: DeflateExtension };
}

const extensionOf = (webSocket: object): DeflateExtension | null =>
  (webSocket as Extended)._extensions?.[EXTENSION] ?? null;

/** Events are a few kilobytes: a larger window would take more memory each time, and save nothing. */
const WINDOW = { windowBits: 12, memLevel: 5 };

/** Whether the client inflates messages that were deflated by {@link deflateMessage}. Clients in Python ask for a window of 12 bits. */
export function inflates(webSocket: object): boolean {
  const extension = extensionOf(webSocket);
  return extension !== null && (extension.params.server_max_window_bits ?? WINDOW.windowBits) >= WINDOW.windowBits;
}

const BITS = /^(?:[89]|1[0-5]|"(?:[89]|1[0-5])")$/;
/** The parameters of an offer (RFC 7692, 7.1), each with what its value may be; a window of the client needs none. */
const PARAMETERS: Readonly<Record<string, (value: string | undefined) => boolean>> = {
  server_no_context_takeover: (value) => value === undefined,
  client_no_context_takeover: (value) => value === undefined,
  server_max_window_bits: (value) => value !== undefined && BITS.test(value),
  client_max_window_bits: (value) => value === undefined || BITS.test(value),
};

/**
 * The offers of a header that can be accepted. One with another parameter is to be declined (RFC 7692, 7.1), and the connection
 * goes on without it; ws would refuse the connection.
 */
function validOffers(header: string): string {
  return header.split(',').flatMap(readOffer).join(', ');
}

/** An offer without spaces at which ws would stop; none where it is to be declined. */
function readOffer(offer: string): string[] {
  const [name, ...parameters] = offer.split(';').map((part) => part.trim());
  const pairs = parameters.map((parameter) => parameter.split('=').map((part) => part.trim()));
  const names = new Set(pairs.map(([key]) => key));
  const isValid = pairs.every(
    ([key = '', value, ...others]) =>
      others.length === 0 && Object.hasOwn(PARAMETERS, key) && PARAMETERS[key]?.(value) === true,
  );
  if (name !== EXTENSION || !isValid || names.size < pairs.length) return [];
  return [[name, ...pairs.map((pair) => pair.join('='))].join('; ')];
}

/** WebSockets that inflate only so many messages of one address. */
class BoundedWebSocketServer extends WebSocketServer {
  override handleUpgrade(...args: Parameters<WebSocketServer['handleUpgrade']>): void {
    const [request, socket, head, callback] = args;
    const offers = validOffers(request.headers['sec-websocket-extensions'] ?? '');
    if (offers === '') delete request.headers['sec-websocket-extensions'];
    else request.headers['sec-websocket-extensions'] = offers;
    super.handleUpgrade(request, socket, head, (webSocket, upgraded) => {
      boundInflations(webSocket, request);
      callback(webSocket, upgraded);
    });
  }
}

function boundInflations(webSocket: WebSocket, request: IncomingMessage): void {
  const extension = extensionOf(webSocket);
  if (!extension) return;
  const address = addressOfUpgrade(request);
  const decompress = extension.decompress.bind(extension);
  extension.decompress = (data, isFinal, callback) => {
    if (inflations().of(address).take(performance.now())) decompress(data, isFinal, callback);
    else queueMicrotask(() => callback(new Error('Too many compressed messages.')));
  };
}

/** Options of a Socket.IO server whose events {@link deflateMessage} deflates. What Socket.IO itself sends is not compressed. */
export const DEFLATING_SOCKETS = {
  perMessageDeflate: {
    serverNoContextTakeover: true,
    clientNoContextTakeover: true,
    threshold: Number.POSITIVE_INFINITY,
  },
  wsEngine: BoundedWebSocketServer,
  httpCompression: false,
  serveClient: false,
} as const;

/** A shorter message fits into a packet with room to spare; to deflate a longer one would hold up other callers. */
const MIN_BYTES = 256;
const MAX_BYTES = 65_536;
/** What every flushed block ends with; RFC 7692, 7.2.1 leaves it out. */
const TAIL_BYTES = 4;

/** The text of a message as permessage-deflate sends it; null where that is not shorter. */
export function deflateMessage(text: string): Buffer | null {
  const bytes = Buffer.byteLength(text);
  if (bytes < MIN_BYTES || bytes > MAX_BYTES) return null;
  const flushed = deflateRawSync(text, { ...WINDOW, finishFlush: constants.Z_SYNC_FLUSH });
  const deflated = flushed.subarray(0, flushed.length - TAIL_BYTES);
  return deflated.length < bytes ? deflated : null;
}
