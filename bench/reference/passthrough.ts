import { createHttpPassthroughProxy } from '@civic/passthrough-mcp-server';
import { freePort } from '@/scripts/test-server.mjs';

// @civic/passthrough-mcp-server in front of the experience that TARGET names; it stores nothing. Prints where it is.
const port = await freePort();
await createHttpPassthroughProxy({
  port,
  mcpPath: '/mcp',
  target: { url: process.env.TARGET ?? '', transportType: 'httpStream', mcpPath: '/mcp' },
});
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
