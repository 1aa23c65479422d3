import type { IncomingMessage, ServerResponse } from 'node:http';
import { metrics } from '@/lib/core/metrics';
import { PEER_ADDRESS_HEADER } from '@/lib/domain/auth';
import { serveNode } from '@/lib/transport/http/node';
import type { WireRequest, WireResponse } from '@/lib/transport/http/wire';
import { serveMcp } from '@/lib/transport/mcp/serve';
import { isOperation, serveOperations } from '@/lib/transport/operations/serve';
import { serveRest } from '@/lib/transport/rest/serve';

type Serve = (request: WireRequest) => Promise<WireResponse>;
type Lane = 'mcp' | 'rest' | 'operations' | 'pages';

/** A request for Next: pages, assets, and next-auth, which is Next's own. */
export type ServePage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function under(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) &&
    (path.length === prefix.length || path[prefix.length] === '/' || path[prefix.length] === '?')
  );
}

/** Which lane answers a path. `/mcp`, `/api` and `/v1` never reach Next: there they would cost twenty times as much. */
function laneOf(url: string): { lane: Lane; serve: Serve | null } {
  if (under(url, '/mcp')) return { lane: 'mcp', serve: serveMcp };
  if (under(url, '/api') && !under(url, '/api/auth')) return { lane: 'rest', serve: serveRest };
  if (under(url, '/v1')) return { lane: 'rest', serve: serveRest };
  const query = url.indexOf('?');
  if (isOperation(query === -1 ? url : url.slice(0, query))) return { lane: 'operations', serve: serveOperations };
  return { lane: 'pages', serve: null };
}

function measure(lane: Lane, response: ServerResponse): void {
  const startedMs = performance.now();
  response.once('close', () => {
    const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted';
    metrics().httpRequests.observe({ lane, status }, (performance.now() - startedMs) / 1000);
  });
}

/** What is wrong with an address that Next would answer with 500; null when nothing is. */
function addressFault(url: string): string | null {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith('/')) return 'the address of a request begins with /';
  if (!path.includes('%')) return null;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return 'a % in the address is not followed by an escape of UTF-8';
  }
}

function refuseAddress(response: ServerResponse, fault: string): void {
  response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`There is no such page: ${fault}.\n`);
}

/** The listener of the http server: the direct lane first, Next for the rest. */
export function routeRequests(servePage: ServePage): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { lane, serve } = laneOf(request.url ?? '/');
    measure(lane, response);
    if (serve) {
      void serveNode(request, response, serve);
      return;
    }
    const fault = addressFault(request.url ?? '/');
    if (fault !== null) {
      refuseAddress(response, fault);
      return;
    }
    // Route handlers of Next cannot see the socket.
    request.headers[PEER_ADDRESS_HEADER] = request.socket.remoteAddress ?? '';
    void servePage(request, response);
  };
}
