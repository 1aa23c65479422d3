import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toAppError } from '@/lib/core/errors';
import { metrics } from '@/lib/core/metrics';
import { tracing } from '@/lib/core/tracing';
import { PEER_ADDRESS_HEADER, trustPeerHeader } from '@/lib/domain/limits';
import { admitRequest, type HostFault } from '@/lib/transport/http/hosts';
import { sendNode, serveNode } from '@/lib/transport/http/node';
import { commonSecurityHeaders, contentSecurityPolicy } from '@/lib/transport/http/security-headers';
import { unavailableAnswer, withOutcome } from '@/lib/transport/http/unavailable';
import type { WireResponse } from '@/lib/transport/http/wire';
import type { Lane } from '@/lib/transport/lane';
import { mcpLane } from '@/lib/transport/mcp';
import { isOauthPath, oauthLane } from '@/lib/transport/oauth';
import { isOperation, operationsLane } from '@/lib/transport/operations/serve';
import { restLane } from '@/lib/transport/rest';
import { serveInTurn } from './page-places';
import type { ServeCompressed } from './static-files';

/** A request for Next: pages, assets, and next-auth, which runs inside Next. */
export type ServePage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Whether a request target is `prefix` or below it. */
function isBelow(url: string, prefix: string): boolean {
  return (
    url.startsWith(prefix) && (url.length === prefix.length || url[prefix.length] === '/' || url[prefix.length] === '?')
  );
}

/** The lane of a path; null for Next. Programs never reach Next, where they would cost twenty times as much. */
function laneOf(url: string): Lane | null {
  if (isBelow(url, '/mcp')) return mcpLane;
  if (isBelow(url, '/api') && !isBelow(url, '/api/auth')) return restLane;
  if (isBelow(url, '/v1')) return restLane;
  if (isOauthPath(url)) return oauthLane;
  return isOperation(url.split('?', 1)[0] ?? '') ? operationsLane : null;
}

/** Measures how long an exchange takes, by lane and status. */
export function measure(lane: string, response: ServerResponse): void {
  const startedMs = performance.now();
  response.once('close', () => {
    const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted';
    metrics().httpRequests.observe({ lane, status }, (performance.now() - startedMs) / 1000);
  });
}

/** Runs the answer to a request in a span, where the process traces. Its name has the lane: paths contain tokens. */
export function inRequestSpan(
  lane: string,
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const { method = 'GET', headers } = request;
  const { traceparent } = headers;
  const attributes = { 'http.request.method': method, 'http.route': lane };
  const span = tracing()?.startSpan(`${method} ${lane}`, {
    kind: 'server',
    attributes,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  });
  if (!span) {
    answer();
    return;
  }
  response.once('close', () => {
    const { statusCode } = response;
    span.setAttribute('http.response.status_code', statusCode);
    span.end(statusCode >= 500 ? String(statusCode) : undefined);
  });
  span.run(answer);
}

/** The largest body of a form; pages take no other ones, and Next would read bodies without a bound. */
const MAX_FORM_BYTES = 8_192;

/** The refusal of a body that Next may not read; null when there is none or it is small. */
function refuseBody({ headers }: IncomingMessage): WireResponse | null {
  if (headers['transfer-encoding'] !== undefined) return plainText(411, 'Send a Content-Length.');
  const isLarge = Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES;
  return isLarge ? plainText(413, `The body is larger than ${MAX_FORM_BYTES} bytes.`) : null;
}

/** What a page and a file are asked with. */
const READING = ['GET', 'HEAD', 'OPTIONS'];
/** What takes forms though Next serves it: next-auth, and buttons that work without scripts. */
const FORMS = [/^\/api\/auth(\/|$)/, /^\/announcements\/dismiss$/, /^\/unsubscribe\/[^/]+\/one-click$/];

/**
 * The answer to a request that would write to what can only be read, where Next would render the page; null when the method is allowed.
 * A browser sends the form of a page as a POST when it is submitted before the scripts of the page run: it gets the page again.
 */
function answerWrite({ method = 'GET', url = '/', headers }: IncomingMessage): WireResponse | null {
  const [path = ''] = url.split('?', 1);
  if (READING.includes(method) || FORMS.some((form) => form.test(path))) return null;
  const isForm = method === 'POST' && headers.accept?.includes('text/html') && /^\/(?![/\\])/.test(path);
  if (isForm) return withHeader(plainText(303, 'Read the page with GET.'), 'location', url);
  return withHeader(plainText(405, 'This can only be read, with GET.'), 'allow', READING.join(', '));
}

const withHeader = (answer: WireResponse, name: string, value: string): WireResponse => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
});

/** RFC 9110 asks for 8,000 at least. A page that leads to the sign-in repeats its URL in a header, with escapes. */
const MAX_URL_LENGTH = 8_192;

/** The refusal of a URL that no page takes; null when it is valid. */
function refuseUrl(url: string): WireResponse | null {
  if (url.length > MAX_URL_LENGTH)
    return plainText(414, `The URL is longer than ${MAX_URL_LENGTH} characters. Shorten its query.`);
  const fault = findPathFault(url);
  return fault === null ? null : plainText(400, fault);
}

/** The fault of a path that Next would answer with 500; null when the path is valid. */
function findPathFault(url: string): string | null {
  const [path = ''] = url.split('?', 1);
  if (!path.includes('%')) return null;
  try {
    return decodeURIComponent(path).includes('\0') ? 'Bad path: it has a NUL character.' : null;
  } catch {
    return 'Bad path: a "%" is not followed by a valid UTF-8 escape.';
  }
}

export const plainText = (status: number, message: string): WireResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${message}\n`,
});

/** Answers a request that `admitRequest` refused: in the form of the lane, as plain text for pages. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { lane, fault }: { lane: Lane | null; fault: HostFault },
): void {
  const answer = lane ? lane.refuse(fault) : plainText(fault.status, fault.message);
  void sendNode(request, response, answer);
}

/**
 * Replaces Next's 500 by the answer that `unavailable` makes, if it makes one: the page works again later. Next writes
 * its own answer as a stream, so the head is replaced when it is written and the rest is dropped.
 */
function replaceServerError(response: ServerResponse, unavailable: () => WireResponse | null): void {
  type Call<Result> = (...data: unknown[]) => Result;
  const writeHead = response.writeHead.bind(response) as Call<ServerResponse>;
  const write = response.write.bind(response) as Call<boolean>;
  const end = response.end.bind(response) as Call<ServerResponse>;
  let body: string | null = null;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const answer = status === 500 ? unavailable() : null;
    if (!answer) return writeHead(status, ...rest);
    body = String(answer.body);
    for (const name of ['content-encoding', 'etag', 'transfer-encoding', 'vary']) response.removeHeader(name);
    return writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(body) });
  };
  const begin = () => {
    if (response.statusCode === 500 && !response.headersSent) response.writeHead(500);
  };
  response.write = (...data: unknown[]) => {
    begin();
    return body === null ? write(...data) : true;
  };
  response.end = (...data: unknown[]) => {
    begin();
    return body === null ? end(...data) : end(response.req.method === 'HEAD' ? undefined : body);
  };
}

/** Gives a page the nonce of its scripts. Next reads it from the policy of the request, the layout from its own header. */
function setPagePolicy(request: IncomingMessage, response: ServerResponse, url: string): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(url, nonce);
  request.headers['content-security-policy'] = policy;
  request.headers['x-nonce'] = nonce;
  delete request.headers['content-security-policy-report-only'];
  response.setHeader('content-security-policy', policy);
  for (const [name, value] of Object.entries(commonSecurityHeaders())) response.setHeader(name, value);
}

/** Longer than that of any browser or crawler. */
const MAX_USER_AGENT = 512;

/** Cuts the name of the browser: Next tries expressions on it that take seconds for 14 KB, in the one process that makes pages. */
function cutUserAgent({ headers }: IncomingMessage): void {
  const userAgent = headers['user-agent'];
  if (userAgent !== undefined) headers['user-agent'] = userAgent.slice(0, MAX_USER_AGENT);
}

/** Answers a page for which there was no place: 503 with Retry-After. Nothing is sent to a reader that has gone. */
function sendBusy(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  if (response.destroyed) return;
  const { message, retryAfterS = 1 } = toAppError(thrown);
  const answer = plainText(503, message);
  answer.headers = { ...answer.headers, 'retry-after': String(retryAfterS), 'cache-control': 'no-store' };
  void sendNode(request, response, answer);
}

/**
 * Answers a page by `servePage` where the head of the request is checked and its policy is set. While the database is away the answer
 * says so instead of Next's 500.
 */
export function answerPage(servePage: ServePage): ServePage {
  trustPeerHeader();
  return (request, response) =>
    withOutcome((outcome) => {
      replaceServerError(
        response,
        () => outcome.unavailable && unavailableAnswer(outcome.unavailable, request.headers.accept ?? null),
      );
      return servePage(request, response);
    });
}

/** The listener of the site: checks the headers, then calls the transport of the path, or Next for pages. */
export function routeRequests(
  servePage: ServePage,
  serveCompressed: ServeCompressed = () => false,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const url = request.url ?? '';
    const lane = laneOf(url);
    measure(lane?.name ?? 'pages', response);
    const fault = admitRequest(request);
    if (fault) return sendRefusal(request, response, { lane, fault });
    if (lane) return inRequestSpan(lane.name, request, response, () => void serveNode(request, response, lane.serve));
    const refusal = refuseUrl(url) ?? refuseBody(request) ?? answerWrite(request);
    if (refusal) return void sendNode(request, response, refusal);
    if (serveCompressed(request, response)) return;
    request.headers[PEER_ADDRESS_HEADER] = request.socket.remoteAddress ?? '';
    setPagePolicy(request, response, url);
    cutUserAgent(request);
    inRequestSpan('pages', request, response, () => {
      serveInTurn(request, response, () => servePage(request, response)).catch((thrown: unknown) =>
        sendBusy(request, response, thrown),
      );
    });
  };
}
