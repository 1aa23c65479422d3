import type { IncomingMessage, ServerResponse } from 'node:http';
import { metrics } from '@/lib/core/metrics';
import { PEER_ADDRESS_HEADER, trustPeerHeader } from '@/lib/domain/auth';
import { busConnected } from '@/lib/events';
import { admitRequest, type HostFault } from '@/lib/transport/http/hosts';
import { sendNode, serveNode } from '@/lib/transport/http/node';
import type { WireResponse } from '@/lib/transport/http/wire';
import type { Lane } from '@/lib/transport/lane';
import { mcpLane } from '@/lib/transport/mcp';
import { isOperation, operationsLane } from '@/lib/transport/operations/serve';
import { restLane } from '@/lib/transport/rest';

/** A request for Next: pages, assets, and next-auth, which runs inside Next. */
export type ServePage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Whether a request target is `prefix` or below it. */
export function isBelow(url: string, prefix: string): boolean {
  return (
    url.startsWith(prefix) && (url.length === prefix.length || url[prefix.length] === '/' || url[prefix.length] === '?')
  );
}

/** The lane of a path; null for Next. `/mcp`, `/api` and `/v1` never reach Next, where they would cost twenty times as much. */
function laneOf(url: string): Lane | null {
  if (isBelow(url, '/mcp')) return mcpLane;
  if (isBelow(url, '/api') && !isBelow(url, '/api/auth')) return restLane;
  if (isBelow(url, '/v1')) return restLane;
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

/** The fault of a path that Next would answer with 500; null when the path is valid. */
function findPathFault(url: string): string | null {
  const [path = ''] = url.split('?', 1);
  if (!path.includes('%')) return null;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return 'Bad path: a "%" is not followed by a valid UTF-8 escape.';
  }
}

const plainText = (status: number, message: string): WireResponse => ({
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

/** Seconds after which a page may work again when the database is unavailable. */
const RETRY_AFTER_S = '2';

/** Turns Next's 500 into a 503 with Retry-After while the database is unavailable: the page works again later. */
function answer503WithoutDatabase(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isUnavailable = status === 500 && !busConnected();
    if (isUnavailable) response.setHeader('retry-after', RETRY_AFTER_S);
    return writeHead(isUnavailable ? 503 : status, ...rest);
  };
}

/** The listener of the site: checks the headers, then calls the transport of the path, or Next for pages. */
export function routeRequests(servePage: ServePage): (request: IncomingMessage, response: ServerResponse) => void {
  trustPeerHeader();
  return (request, response) => {
    const url = request.url ?? '';
    const lane = laneOf(url);
    measure(lane?.name ?? 'pages', response);
    const fault = admitRequest(request);
    if (fault) return sendRefusal(request, response, { lane, fault });
    if (lane) return void serveNode(request, response, lane.serve);
    const pathFault = findPathFault(url);
    if (pathFault) return void sendNode(request, response, plainText(400, pathFault));
    request.headers[PEER_ADDRESS_HEADER] = request.socket.remoteAddress ?? '';
    answer503WithoutDatabase(response);
    void servePage(request, response);
  };
}
