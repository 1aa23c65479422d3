import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

/** A server of the official SDK (v1) with one tool, which returns its argument. */
export function echoServer(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1' });
  server.registerTool('echo', { description: 'Echo', inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}
