import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { serveNode } from '@/lib/transport/http/node';
import { handleMcp } from '@/lib/transport/mcp';
import { serveMcp } from '@/lib/transport/mcp/serve';
import { handleRest } from '@/lib/transport/rest';
import { serveRest } from '@/lib/transport/rest/serve';

/** The direct lane speaks Node's objects; the web lane is what Next's route handlers take. */
export type Lane = 'direct' | 'web';

export interface TestServer {
  url: string;
  server: Server;
  close(): Promise<void>;
}

/** The transports on a port of their own, without Next: for tests and benchmarks. */
export async function serveTransports(
  options: { lane?: Lane; port?: number; requestTimeoutMs?: number } = {},
): Promise<TestServer> {
  const listener = options.lane === 'web' ? webLane : directLane;
  const server = createServer(
    { keepAliveTimeout: 75_000, requestTimeout: options.requestTimeoutMs ?? 30_000, connectionsCheckingInterval: 500 },
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

const isMcp = (url: string | undefined): boolean => /^\/mcp(?:[/?]|$)/.test(url ?? '');

const directLane: RequestListener = (request, response) => {
  void serveNode(request, response, isMcp(request.url) ? serveMcp : serveRest);
};

const webLane: RequestListener = async (request, response) => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const extra = { address: request.socket.remoteAddress, localPort: request.socket.localPort };
  const answer = await (isMcp(request.url) ? handleMcp : handleRest)(toRequest(request, gone.signal), extra);
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
