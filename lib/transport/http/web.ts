import { isUtf8 } from 'node:buffer';
import { MAX_BODY_BYTES, notUtf8, tooLarge, type WireRequest, type WireResponse } from './wire';

/** What a web Request does not tell. */
export interface Peer {
  address?: string;
  /** PORT when absent. */
  localPort?: number;
}

/** A wire request over a web Request: what Next's route handlers have. */
export class WebRequest implements WireRequest {
  readonly method: string;
  readonly url: string;
  readonly address: string;
  readonly localPort: number | null;
  readonly #request: Request;

  constructor(request: Request, peer: Peer) {
    const { pathname, search } = new URL(request.url);
    this.#request = request;
    this.method = request.method;
    this.url = pathname + search;
    this.address = peer.address ?? '';
    this.localPort = peer.localPort ?? null;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  headers(): Headers {
    return this.#request.headers;
  }

  async text(): Promise<string> {
    if (Number(this.header('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
    if (!this.#request.body) return '';
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const reader = this.#request.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > MAX_BODY_BYTES) {
        await reader.cancel();
        throw tooLarge();
      }
      chunks.push(value);
    }
    const body = Buffer.concat(chunks);
    if (!isUtf8(body)) throw notUtf8();
    return body.toString('utf8');
  }
}

/** The web Response of an answer. */
export function toWebResponse(answer: WireResponse, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const bodiless = method === 'HEAD' || answer.status === 204 || answer.status === 304;
  if (typeof answer.body === 'string' || answer.body === null) {
    if (answer.status !== 204 && answer.status !== 304)
      headers.set('content-length', String(Buffer.byteLength(answer.body ?? '')));
  }
  return new Response(bodiless ? null : answer.body, { status: answer.status, headers });
}

/** Runs a transport for one web exchange. */
export async function serveWeb(
  request: Request,
  peer: Peer,
  serve: (request: WireRequest) => Promise<WireResponse>,
): Promise<Response> {
  return toWebResponse(await serve(new WebRequest(request, peer)), request.method);
}
