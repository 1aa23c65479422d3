import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import { AppError } from '@/lib/core/errors';
import { currentTraceparent } from '@/lib/core/tracing';
import { type Answer, Exchange } from './exchange';
import { type AllowedHosts, checkUrl, GuardError, guardedConnector, refusedAddress } from './guard';
import { OutcomeUnknownError } from './outcome-unknown';
import { signRequest } from './request-signature';

const MAX_REDIRECTS = 3;
const DEFAULT_CLOSE_MS = 1_000;
/** Connection pools of one experience: its own and those of redirects, the oldest of which is closed. */
const MAX_ORIGINS = 4;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface OutboundLimits {
  /** From the first byte out to the last byte in, redirects included. */
  timeoutMs: number;
  /** Of an answer, decompressed. */
  maxBytes: number;
  /** Concurrent calls to one experience, and of one share to it. */
  maxConcurrent: number;
  maxPerShare: number;
  /** How long a call waits for a place. */
  maxWaitMs: number;
  /** Failures in a row that open the circuit breaker; null for none. */
  failuresToOpen: number | null;
  /** How long the circuit breaker stays open. */
  openForMs: number;
}

export const OUTBOUND_LIMITS: OutboundLimits = {
  timeoutMs: 30_000,
  maxBytes: 1_048_576,
  maxConcurrent: 64,
  maxPerShare: 24,
  maxWaitMs: 5_000,
  failuresToOpen: 5,
  openForMs: 5_000,
};

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  /** Refuses redirects to another origin, because of what the body contains. */
  staysOnOrigin?: boolean | undefined;
  /** False where a redirect is the answer, because the address itself proves something. */
  followsRedirects?: false;
  /** False where only the status counts: whatever the body is, it is no fault. The answer has an empty text. */
  readsBody?: false;
  /** Less than the limit of all calls; default that limit. */
  timeoutMs?: number;
  /** Picks the one event that matters when the answer is an event stream. */
  isWanted?: (data: string) => boolean;
  /** Called when the request is written to an open connection; again after each redirect. */
  onSent?: (() => void) | undefined;
}

export type OutboundAnswer = Answer;

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ENOTFOUND: 'has a name that does not resolve',
  EAI_AGAIN: 'has a name that does not resolve at the moment',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  UND_ERR_SOCKET: 'closed the connection',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
};

function codeOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
}

function timedOut(timeoutMs: number, cause?: unknown): AppError {
  const message = `The experience did not answer within ${Math.ceil(timeoutMs / 1000)} s.`;
  return new OutcomeUnknownError('EXPERIENCE_TIMEOUT', message, { cause });
}

/** Failures of an established connection. */
const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const TIMEOUT_CODES = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

/** A network failure as the caller sees it, without details of our network. */
function toOutboundError(thrown: unknown, limits: OutboundLimits): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof GuardError) return refusedAddress(thrown);
  const code = codeOf(thrown);
  if (TIMEOUT_CODES.has(code)) return timedOut(limits.timeoutMs, thrown);
  const reason = UNREACHABLE[code] ?? 'cannot be reached';
  const Fault = BROKEN_CODES.has(code) ? OutcomeUnknownError : AppError;
  return new Fault('EXPERIENCE_UNREACHABLE', `The experience ${reason}.`, {
    internal: code,
    cause: thrown,
  });
}

/** The target of a redirect, or null. A 303 after a POST means that the POST took effect: it is not followed. */
function redirectTarget(
  status: number,
  headers: IncomingHttpHeaders,
  request: OutboundRequest,
  from: URL,
): string | null {
  const location = headers.location;
  if (!REDIRECTS.has(status) || typeof location !== 'string') return null;
  if (status === 303 && request.method !== 'GET') return null;
  try {
    return new URL(location, from).href;
  } catch {
    throw new GuardError('It redirects to an invalid URL.');
  }
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'mcp-session-id'),
  );
}

/** Requests to one experience: guarded connections, a deadline and a size limit. `boundedClient` bounds their number. */
export class Outbound {
  readonly #limits: OutboundLimits;
  readonly #allowed: AllowedHosts;
  readonly #pools = new Map<string, Pool>();

  constructor(allowed: AllowedHosts, limits: OutboundLimits = OUTBOUND_LIMITS) {
    this.#limits = limits;
    this.#allowed = allowed;
  }

  /**
   * Sends one request and reads its answer, following checked redirects.
   * @throws EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_ERROR (answer too large)
   */
  async request(request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#withDeadline(request);
  }

  /** Waits `withinMs` for calls in progress, then cuts them. */
  async close(withinMs = DEFAULT_CLOSE_MS): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    const cut = setTimeout(() => pools.forEach((pool) => void pool.destroy()), withinMs);
    cut.unref();
    await Promise.allSettled(pools.map((pool) => pool.close()));
    clearTimeout(cut);
  }

  async #withDeadline(request: OutboundRequest): Promise<OutboundAnswer> {
    const attempt = new Attempt();
    const timeoutMs = Math.min(request.timeoutMs ?? this.#limits.timeoutMs, this.#limits.timeoutMs);
    const timer = setTimeout(() => attempt.stop(timedOut(timeoutMs)), timeoutMs);
    const leave = () => attempt.stop(new CallCancelled());
    request.signal?.addEventListener('abort', leave, { once: true });
    try {
      if (request.signal?.aborted) throw new CallCancelled();
      return await this.#follow(request, attempt);
    } catch (thrown) {
      throw toOutboundError(thrown, this.#limits);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', leave);
    }
  }

  async #follow(request: OutboundRequest, attempt: Attempt): Promise<OutboundAnswer> {
    let url = request.url;
    let headers = request.headers;
    for (let redirects = 0; ; redirects++) {
      // Where a server sends us on to another one, the call is not one that we make in our own name.
      const isSigned = url.origin === request.url.origin;
      const answer = await attempt.run(this.#send(url, { headers, isSigned }, request));
      const target =
        request.followsRedirects === false ? null : redirectTarget(answer.status, answer.headers, request, url);
      if (target === null) return answer;
      if (redirects === MAX_REDIRECTS) throw new GuardError(`It redirects more than ${MAX_REDIRECTS} times.`);
      const next = checkUrl(target, { allowed: this.#allowed });
      if (next.origin !== url.origin) {
        if (request.staysOnOrigin) throw new GuardError('It redirects stored credentials to another server.');
        headers = withoutSecrets(headers);
      }
      url = next;
    }
  }

  #send(
    url: URL,
    { headers, isSigned }: { headers: Record<string, string>; isSigned: boolean },
    request: OutboundRequest,
  ): Exchange {
    const exchange = new Exchange({
      maxBytes: this.#limits.maxBytes,
      isWanted: request.isWanted,
      onSent: request.onSent,
      useOfBody: (status, received) => {
        if (redirectTarget(status, received, request, url) !== null) return 'cut';
        return request.readsBody === false ? 'ignore' : 'read';
      },
    });
    const { method, body = null } = request;
    const path = url.search === '' ? url.pathname : `${url.pathname}${url.search}`;
    const traceparent = currentTraceparent();
    const signed = {
      ...headers,
      ...(isSigned && signRequest({ method, url, body })),
      ...(traceparent ? { traceparent } : {}),
    };
    this.#pool(url.origin).dispatch({ origin: url.origin, path, method, headers: signed, body }, exchange);
    return exchange;
  }

  #pool(origin: string): Pool {
    const existing = this.#pools.get(origin);
    if (existing) return existing;
    if (this.#pools.size >= MAX_ORIGINS) this.#dropOldestRedirect();
    const pool = new Pool(origin, {
      connections: this.#limits.maxConcurrent,
      connect: guardedConnector(this.#allowed),
      keepAliveTimeout: 30_000,
      headersTimeout: this.#limits.timeoutMs,
      bodyTimeout: this.#limits.timeoutMs,
      maxHeaderSize: 16_384,
    });
    this.#pools.set(origin, pool);
    return pool;
  }

  /** The first pool is the experience's own; the second is the oldest one made for a redirect. */
  #dropOldestRedirect(): void {
    const [, oldest] = this.#pools.entries();
    if (!oldest) return;
    this.#pools.delete(oldest[0]);
    void oldest[1].close();
  }
}

/** The exchanges of one request, which end together: the running one, and those that redirects lead to. */
class Attempt {
  #running: Exchange | null = null;
  #stopped: Error | null = null;

  run(exchange: Exchange): Promise<OutboundAnswer> {
    this.#running = exchange;
    if (this.#stopped) exchange.stop(this.#stopped);
    return exchange.answer;
  }

  stop(error: Error): void {
    this.#stopped = error;
    this.#running?.stop(error);
  }
}

/** The caller has hung up: no fault of the experience. */
export class CallCancelled extends OutcomeUnknownError {
  constructor() {
    super('EXPERIENCE_TIMEOUT', 'The call was cancelled before the experience answered.');
  }
}
