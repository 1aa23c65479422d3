import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '@/lib/core/log';
import { MAX_BODY_BYTES, notUtf8, tooLarge, type WireRequest, type WireResponse } from './wire';

/** A wire request over Node's own objects, which the front door has admitted: without web Request and Response. */
export class NodeRequest implements WireRequest {
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
    this.#signal ??= abortWhenClosed(this.#response);
    return this.#signal;
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

  text(): Promise<string> {
    return readText(this.#request);
  }
}

function abortWhenClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const gone = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed || response.destroyed) gone();
  else response.once('close', gone);
  return controller.signal;
}

function readText(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
      else {
        request.pause();
        reject(tooLarge());
      }
    });
    request.on('end', () => {
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      if (isUtf8(body)) resolve(body.toString('utf8'));
      else reject(notUtf8());
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('The caller went away before its body was complete.')));
  });
}

/** Writes a wire response. Nothing of the answer is touched: both lanes send the same bytes. */
export async function sendNode(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WireResponse,
): Promise<void> {
  if (response.destroyed) {
    if (answer.body instanceof ReadableStream) await answer.body.cancel().catch(() => {});
    return;
  }
  // What was not read of a refused body is not worth reading: the connection ends with the answer.
  if (!request.complete) response.setHeader('connection', 'close');
  if (answer.body instanceof ReadableStream) {
    response.writeHead(answer.status, answer.headers);
    await pump(answer.body, response);
    return;
  }
  const body = answer.body ?? '';
  const hasLength = answer.status !== 204 && answer.status !== 304;
  response.writeHead(
    answer.status,
    hasLength ? { ...answer.headers, 'content-length': Buffer.byteLength(body) } : answer.headers,
  );
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function pump(stream: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = stream.getReader();
  response.once('close', () => void reader.cancel().catch(() => {}));
  response.flushHeaders();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value))
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
    }
  } catch (error) {
    log.debug({ err: error }, 'a streamed answer ended early');
  }
  response.end();
}

/** Runs a transport for one Node exchange. A caller that went away is no fault. */
export async function serveNode(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (request: WireRequest) => Promise<WireResponse>,
): Promise<void> {
  try {
    await sendNode(request, response, await serve(new NodeRequest(request, response)));
  } catch (error) {
    if (request.destroyed || response.destroyed) return;
    log.error({ err: error }, 'answering a request failed');
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}
