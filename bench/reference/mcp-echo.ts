import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { serveUsage } from '@/bench/harness/process-usage';
import { echoServer } from './echo-server';

// The reference of the MCP benchmarks: the official SDK as its documentation shows it, one tool, sessions in memory,
// JSON answers.
const transports = new Map<string, StreamableHTTPServerTransport>();

async function open(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  await echoServer().connect(transport);
  return transport;
}

const http = createServer(async (request, response) => {
  const transport = transports.get(String(request.headers['mcp-session-id']));
  await (transport ?? (await open())).handleRequest(request, response);
});
http.keepAliveTimeout = 75_000;
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
process.stdout.write(`${JSON.stringify({ url, usageUrl: await serveUsage() })}
`);
process.once('SIGTERM', () => process.exit(0));
