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

/** Where a server listens. */
export interface Place {
  port: number;
  /** An IP address of this machine; '' for all. */
  host?: string;
  /** The environment variable that sets the port. */
  variable?: string;
}

/**
 * Listens. Returns the port that was bound.
 * @throws Error that says what to do when the port is in use
 */
export function listen(server: net.Server, { port, host = '', variable = 'PORT' }: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(
            `Port ${port} is in use, perhaps by another Botplay. Stop the other process, or use another port: ${variable}=${port + 1} npm start`,
          ),
        );
      } else if (error.code === 'EADDRNOTAVAIL')
        reject(new Error(`This machine has no address ${host}: correct LISTEN_ADDRESS, or leave it out.`));
      else if (error.code === 'EACCES')
        reject(new Error(`Port ${port} needs more rights than this user has. Use a port above 1023.`));
      else reject(error);
    });
    server.listen({ port, ...(host !== '' && { host }) }, () => {
      server.removeAllListeners('error');
      resolve((server.address() as net.AddressInfo).port);
    });
  });
}

/** Checks that the port is free before any work is done. @throws Error as `listen` does. */
export async function requireFreePort(place: Place): Promise<void> {
  const probe = net.createServer();
  await listen(probe, place);
  await new Promise((resolve) => probe.close(resolve));
}

/** All addresses of a machine have no address of their own, and this machine reaches them and itself as localhost. */
const LOCAL = new Set(['', '0.0.0.0', '::', '127.0.0.1', '::1']);

/** Where this machine reaches a port that listens at `host` (LISTEN_ADDRESS), for the operator. */
export function addressOf(host: string, port: number): string {
  const name = LOCAL.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
