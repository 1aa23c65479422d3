import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers the bytes of heap in use after a garbage collection, on a separate port. The process needs `--expose-gc`. */
export async function serveMemory(): Promise<string> {
  const server = createServer((_request, response) => {
    globalThis.gc?.();
    response.end(String(process.memoryUsage().heapUsed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
