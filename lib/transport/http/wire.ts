import type { MaybeDeferred } from '@/lib/core/deferred';
import { AppError } from '@/lib/core/errors';
import type { Leaving } from './draining';
import { EventStream } from './sse';

/** The largest body of a call that declares no other bound. */
export const MAX_BODY_BYTES = 65_536;
/** The largest body of an anonymous caller: registrations and forms are far smaller. */
export const MAX_ANONYMOUS_BODY_BYTES = 16_384;

/** A request on either lane: all that the transports know about it. */
export interface WireRequest extends Leaving {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Peer address, for limits and the audit. */
  readonly address: string;
  /** `host[:port]` of the request, checked by `admitRequest`. */
  readonly host: string;
  /** The origin by which the request came, for links to us. */
  readonly origin: string;
  /** Aborts when the caller goes away before the answer is complete; made on first use. */
  readonly signal: AbortSignal;
  /** A header by its lower-case name. */
  header(name: string): string | null;
  /** Every header, for code that takes a web Request. */
  headers(): Headers;
  /**
   * The whole body. `readJsonText` is the way to read it.
   * @throws PAYLOAD_TOO_LARGE above `maxBytes`, as soon as they were read · Error when the caller goes away
   */
  bytes(maxBytes: number): Promise<Buffer>;
}

export type WireHeaders = Record<string, string | string[]>;

/** A body that is complete. */
export type WholeBody = string | Buffer<ArrayBuffer> | null;

export interface WireResponse {
  status: number;
  headers: WireHeaders;
  /** Text, or its UTF-8 bytes where they are kept ready; a stream is sent as it comes. */
  body: WholeBody | ReadableStream<Uint8Array> | EventStream;
}

/** The answer to a request; deferred for a call that waits, of which nothing else is kept. */
export type Served = MaybeDeferred<WireResponse>;

export const isWhole = (body: WireResponse['body']): body is WholeBody =>
  !(body instanceof ReadableStream || body instanceof EventStream);

/** Headers of several sources; the later one wins. V8 makes and walks such an object quicker than one made with `...`. */
export function joinHeaders(...sources: readonly WireHeaders[]): WireHeaders {
  return Object.assign({}, ...sources);
}

const JSON_TYPE: WireHeaders = { 'content-type': 'application/json' };

/** An answer whose body is JSON text already. */
export function jsonText(status: number, body: string | Buffer<ArrayBuffer>, headers: WireHeaders = {}): WireResponse {
  return { status, headers: joinHeaders(JSON_TYPE, headers), body };
}

/**
 * The web Request of a wire request, with the body that was read already. An empty body is left out, because a Request
 * with a body names a content type that the caller did not send.
 */
export function toWebRequest(request: WireRequest, body: string | null): Request {
  const hasBody = body !== null && body !== '' && request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(new URL(request.url, request.origin), {
    method: request.method,
    headers: request.headers(),
    signal: request.signal,
    ...(hasBody ? { body } : {}),
  });
}

/** The wire form of a web Response; its body stays a stream. */
export function fromWebResponse(response: Response): WireResponse {
  const headers: WireHeaders = {};
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') headers[name] = value;
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return { status: response.status, headers, body: response.body };
}

/** The refusal of a body by its size. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`);
}
