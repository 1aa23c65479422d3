import http from 'node:http';
import net from 'node:net';

/**
 * The http server of the product. Connections outlive the pause an agent makes to think (Node's 5 s breaks them),
 * and whoever sends slowly cannot hold one for ever.
 */
export function createHttpServer(listener: http.RequestListener): http.Server {
  const server = http.createServer(
    { keepAliveTimeout: 75_000, headersTimeout: 20_000, requestTimeout: 60_000, maxHeaderSize: 16_384, noDelay: true },
    listener,
  );
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  return server;
}

/** Listens; the port that was bound. @throws Error with what to do when the port is taken. */
export function listen(server: net.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(
            `Port ${port} is taken, perhaps by another Botplay. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
          ),
        );
      } else if (error.code === 'EACCES')
        reject(new Error(`Port ${port} may not be used by this user. Choose one above 1023.`));
      else reject(error);
    });
    server.listen(port, () => {
      server.removeAllListeners('error');
      resolve((server.address() as net.AddressInfo).port);
    });
  });
}

/** Finds out before any work is done whether the port is to be had. @throws Error as `listen` does. */
export async function requireFreePort(port: number): Promise<void> {
  const probe = net.createServer();
  await listen(probe, port);
  await new Promise((resolve) => probe.close(resolve));
}
