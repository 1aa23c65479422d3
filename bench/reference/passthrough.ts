import { createServer } from 'node:net';
import { createHttpPassthroughProxy } from '@civic/passthrough-mcp-server';

// @civic/passthrough-mcp-server in front of the experience that TARGET names; it stores nothing. Prints where it is.
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const port = await freePort();
await createHttpPassthroughProxy({
  port,
  mcpPath: '/mcp',
  target: { url: process.env.TARGET ?? '', transportType: 'httpStream', mcpPath: '/mcp' },
});
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
