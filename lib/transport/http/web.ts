import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { settled } from '@/lib/core/deferred';
import type { Lane } from '@/lib/transport/lane';
import { onAbort } from './draining';
import { isHostFault, originOf, type RequestOrigin, readArrival } from './hosts';
import { readBody } from './read-body';
import { commonSecurityHeaders } from './security-headers';
import { EventStream } from './sse';
import { isWhole, joinHeaders, type WireRequest, type WireResponse } from './wire';

/** A wire request over a web Request: what Next's route handlers have. */
export class WebRequest implements WireRequest {
  readonly method: string;
  readonly url: string;
  readonly address: string;
  readonly host: string;
  readonly origin: string;
  readonly #request: Request;

  constructor(request: Request, { arrival, address }: { arrival: RequestOrigin; address: string }) {
    const { pathname, search } = new URL(request.url);
    this.#request = request;
    this.method = request.method;
    this.url = pathname + search;
    this.address = address;
    this.host = arrival.host;
    this.origin = originOf(arrival);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  onGone(listener: () => void): () => void {
    return onAbort(this.signal, listener);
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  headers(): Headers {
    return this.#request.headers;
  }

  async bytes(maxBytes: number): Promise<Buffer> {
    const { body } = this.#request;
    return body ? readBody(Readable.fromWeb(body as NodeReadableStream), maxBytes) : Buffer.alloc(0);
  }
}

/** The web Response of an answer. */
export function toWebResponse(answer: WireResponse, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(joinHeaders(commonSecurityHeaders(), answer.headers))) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const bodiless = method === 'HEAD' || answer.status === 204 || answer.status === 304;
  const { body, status } = answer;
  if (isWhole(body) && status !== 204 && status !== 304)
    headers.set('content-length', String(Buffer.byteLength(body ?? '')));
  if (bodiless) return new Response(null, { status, headers });
  return new Response(body instanceof EventStream ? toWebStream(body) : body, { status, headers });
}

/** Frames that wait for a slow reader. */
const MAX_WAITING_FRAMES = 1000;

function toWebStream(stream: EventStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop = stream.start({
        write(frame) {
          controller.enqueue(encoder.encode(frame));
          return (controller.desiredSize ?? 0) >= -MAX_WAITING_FRAMES;
        },
        close() {
          try {
            controller.close();
          } catch {
            // The reader closed it.
          }
        },
      });
    },
    cancel: () => stop(),
  });
}

/** How a web Request arrived, or why it is refused. A Request without a Host header has the host of its address. */
export function arrivalOf(request: Request): ReturnType<typeof readArrival> {
  return readArrival((name) => request.headers.get(name) ?? (name === 'host' ? new URL(request.url).host : null));
}

/** Runs a lane for one web exchange, with the check that our server runs first. */
export async function serveWeb(request: Request, address: string, lane: Lane): Promise<Response> {
  const arrival = arrivalOf(request);
  const answer = isHostFault(arrival)
    ? lane.refuse(arrival)
    : await settled(await lane.serve(new WebRequest(request, { arrival, address })));
  return toWebResponse(answer, request.method);
}
