import http from 'node:http';
import net from 'node:net';

/** What a request that cannot be read is answered with; one that is not HTTP, with 400. */
const STATUS_OF_FAULT: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * The HTTP server of the product. Connections stay open while an agent thinks (Node would close them after 5 s); the
 * timeouts close those of slow senders. `admitRequest` answers a missing Host header.
 */
export function createHttpServer(listener: http.RequestListener): http.Server {
  const server = http.createServer(
    {
      keepAliveTimeout: 75_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      maxHeaderSize: 16_384,
      noDelay: true,
      requireHostHeader: false,
    },
    listener,
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const status = STATUS_OF_FAULT[error.code ?? ''] ?? 400;
    socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  return server;
}

/**
 * Listens. Returns the port that was bound.
 * @param variable the environment variable that sets the port
 * @throws Error that says what to do when the port is in use
 */
export function listen(server: net.Server, port: number, variable = 'PORT'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(
            `Port ${port} is in use, perhaps by another Botplay. Stop the other process, or use another port: ${variable}=${port + 1} npm start`,
          ),
        );
      } else if (error.code === 'EACCES')
        reject(new Error(`Port ${port} needs more rights than this user has. Use a port above 1023.`));
      else reject(error);
    });
    server.listen(port, () => {
      server.removeAllListeners('error');
      resolve((server.address() as net.AddressInfo).port);
    });
  });
}

/** Checks that the port is free before any work is done. @throws Error as `listen` does. */
export async function requireFreePort(port: number, variable = 'PORT'): Promise<void> {
  const probe = net.createServer();
  await listen(probe, port, variable);
  await new Promise((resolve) => probe.close(resolve));
}
