import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

// A remote experience on the official SDK (v1), with sessions; it answers every tool alike. Prints where it is.
const TOOLS = ['experience.info', 'experience.status', 'session.create', 'session.step', 'session.end', 'guess'];
const transports = new Map<string, StreamableHTTPServerTransport>();

function makeServer(): Server {
  const server = new Server({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, () => ({
    content: [{ type: 'text', text: '{"status":"active","message":"warmer","legal_moves":["left","right"]}' }],
  }));
  return server;
}

const http = createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
  const id = request.headers['mcp-session-id']?.toString();
  const openTransport = id === undefined ? undefined : transports.get(id);
  if (id !== undefined && !openTransport) {
    response.writeHead(404).end();
    return;
  }
  const transport =
    openTransport ??
    new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: process.env.ANSWERS !== 'sse',
      onsessioninitialized: (session) => void transports.set(session, transport),
    });
  if (!openTransport) await makeServer().connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })}\n`);
});
