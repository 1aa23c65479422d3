import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { echoServer } from './echo-server';

// The official SDK as its documentation shows it for servers that keep no sessions: one tool, JSON answers, and a
// a new server and transport for each request.
const http = createServer(async (request, response) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  const server = echoServer();
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
http.keepAliveTimeout = 75_000;
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => process.exit(0));
