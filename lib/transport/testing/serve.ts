import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { handleMcp, loadConfiguredToolsets } from '@/lib/transport/mcp';
import { handleRest } from '@/lib/transport/rest';
import { routeRequests } from '@/server/direct-lane';

/** The direct lane speaks Node's objects; the web lane is what Next's route handlers take. */
export type Lane = 'direct' | 'web';

export interface TestServer {
  url: string;
  server: Server;
  close(): Promise<void>;
}

/** The transports on a separate port, without Next: for tests and benchmarks. */
export async function serveTransports(
  options: { lane?: Lane; port?: number; requestTimeoutMs?: number } = {},
): Promise<TestServer> {
  await loadConfiguredToolsets();
  const listener = options.lane === 'web' ? webLane : routeRequests(servePage);
  const server = createServer(
    {
      keepAliveTimeout: 75_000,
      requestTimeout: options.requestTimeoutMs ?? 30_000,
      connectionsCheckingInterval: 500,
      requireHostHeader: false,
    },
    listener,
  );
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Replaces Next of the product. */
async function servePage(_request: IncomingMessage, response: Parameters<RequestListener>[1]): Promise<void> {
  response.end('page');
}

const isMcp = (url: string | undefined): boolean => /^\/mcp(?:[/?]|$)/.test(url ?? '');

const webLane: RequestListener = async (request, response) => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const handle = isMcp(request.url) ? handleMcp : handleRest;
  const answer = await handle(toRequest(request, gone.signal), request.socket.remoteAddress);
  response.writeHead(answer.status, [...answer.headers].flat());
  if (!answer.body) return response.end();
  const body = Readable.fromWeb(answer.body as NodeStream);
  body.on('error', () => response.destroy());
  response.once('close', () => body.destroy());
  return body.pipe(response);
};

function toRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method,
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    signal,
    ...(hasBody ? { body: Readable.toWeb(request) as unknown as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit);
}
