import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Deferred } from '@/lib/core/deferred';
import { log } from '@/lib/core/log';
import { countRefusal, holdRefusal } from '@/lib/transport/refusal-pace';
import { compressFor } from './gzip';
import { readBody } from './read-body';
import { commonSecurityHeaders } from './security-headers';
import { EventStream } from './sse';
import { isWhole, joinHeaders, type Served, type WholeBody, type WireRequest, type WireResponse } from './wire';

/** A wire request over Node's own objects, which `admitRequest` has admitted: without web Request and Response. */
class NodeRequest implements WireRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
  }

  get address(): string {
    return this.#request.socket.remoteAddress ?? '';
  }

  get host(): string {
    return this.#request.headers.host ?? '';
  }

  get origin(): string {
    return `${this.header('x-forwarded-proto') ?? 'http'}://${this.host}`;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#abortWhenGone();
    return this.#signal;
  }

  #abortWhenGone(): AbortSignal {
    const controller = new AbortController();
    this.onGone(() => controller.abort());
    return controller.signal;
  }

  onGone(listener: () => void): () => void {
    const response = this.#response;
    const closed = () => {
      if (!response.writableFinished) listener();
    };
    if (response.closed || response.destroyed) closed();
    else response.once('close', closed);
    return () => response.off('close', closed);
  }

  header(name: string): string | null {
    const value = this.#request.headers[name];
    if (value === undefined) return null;
    return typeof value === 'string' ? value : value.join(', ');
  }

  headers(): Headers {
    const headers = new Headers();
    for (const [name, value] of Object.entries(this.#request.headers)) {
      if (value !== undefined) headers.set(name, typeof value === 'string' ? value : value.join(', '));
    }
    return headers;
  }

  bytes(maxBytes: number): Promise<Buffer> {
    return readBody(this.#request, maxBytes);
  }
}

/** Writes a wire response as it is: both lanes send the same bytes. Refusals of an address that repeats them wait. */
export async function sendNode(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WireResponse,
): Promise<void> {
  const turn = answer.status >= 400 && answer.status < 500 ? holdRefusal(request) : null;
  // Without a wait an answer is written in the turn in which it is made.
  if (turn && !(await turn)) request.destroy();
  if (response.destroyed) {
    if (answer.body instanceof ReadableStream) await answer.body.cancel().catch(() => {});
    return;
  }
  const { body } = answer;
  if (isWhole(body)) return sendWhole(request, response, { ...answer, body });
  closeUnlessRead(request, response);
  response.writeHead(answer.status, joinHeaders(commonSecurityHeaders(), answer.headers));
  response.flushHeaders();
  if (body instanceof EventStream) fill(body, response);
  else await pump(body, response);
}

/** The rest of a refused body is not read, so the connection ends with the answer. */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete) response.setHeader('connection', 'close');
}

/** How much of a body that was not wanted is read after the answer, and for how long. */
const MAX_DISCARDED_BYTES = 2 * 1_048_576;
const MAX_DISCARD_MS = 2_000;
/** So many of them cost as much as a refusal: who sends them again and again waits. */
const DISCARDED_BYTES_OF_REFUSAL = 32_768;

/**
 * Ends an answer that was sent whole while the body of its request is still coming. Closing while bytes are unread would
 * reset the connection, and the caller might never see the answer; so the rest is read and dropped, within bounds.
 */
function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  let left = MAX_DISCARDED_BYTES;
  const end = () => {
    clearTimeout(timer);
    request.off('data', discard);
    response.end();
  };
  const discard = (chunk: Buffer) => {
    left -= chunk.length;
    countRefusal(request, chunk.length / DISCARDED_BYTES_OF_REFUSAL);
    if (left < 0) end();
  };
  const timer = setTimeout(end, MAX_DISCARD_MS);
  request.once('end', end).once('close', end).on('data', discard).resume();
}

/** Sends an answer whose body is complete. */
function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WireResponse & { body: WholeBody },
): void {
  if (response.destroyed) return;
  const isRead = request.complete;
  if (!isRead) response.setHeader('connection', 'close');
  const compressed = compressFor(request.headers['accept-encoding']?.toString(), answer);
  const body = compressed.body ?? '';
  const hasLength = answer.status !== 204 && answer.status !== 304;
  response.writeHead(
    answer.status,
    hasLength
      ? joinHeaders(commonSecurityHeaders(), compressed.headers, { 'content-length': String(Buffer.byteLength(body)) })
      : joinHeaders(commonSecurityHeaders(), answer.headers),
  );
  const sent = request.method === 'HEAD' || !hasLength ? '' : body;
  if (isRead) response.end(sent);
  else {
    if (sent === '') response.flushHeaders();
    else response.write(sent);
    endAfterBody(request, response);
  }
}

/** Frames that wait for a slow reader. */
const MAX_WAITING_BYTES = 2_097_152;

/** Sends the frames of an event stream as they come. */
function fill(stream: EventStream, response: ServerResponse): void {
  const stop = stream.start({
    write(frame) {
      response.write(frame);
      return response.writableLength <= MAX_WAITING_BYTES;
    },
    close: () => response.end(),
  });
  response.once('close', stop);
}

/** Sends a body as it comes. A reader that goes away cancels it, a fault in it breaks the connection. */
async function pump(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(body as NodeReadableStream), response);
  } catch (error) {
    log.debug({ err: error }, 'a streamed answer ended early');
  }
}

/** Runs a transport for one Node exchange. A caller that goes away is not an error. */
export async function serveNode(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: WireRequest) => Promise<Served>,
): Promise<void> {
  const send = (answer: WireResponse) => sendNode(request, response, answer);
  const fail = (error: unknown) => {
    if (request.destroyed || response.destroyed) return;
    log.error({ err: error }, 'serving a request failed');
    if (!response.headersSent) response.writeHead(500);
    response.end();
  };
  try {
    const served = await serve(new NodeRequest(request, response));
    if (served instanceof Deferred) served.proceed(send).proceed(null, fail);
    else await send(served);
  } catch (error) {
    fail(error);
  }
}
