import http from 'node:http';
import type { Duplex } from 'node:stream';

export type UpgradeHandler = (request: http.IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * The one router of connections that leave HTTP. Next and Socket.IO would each listen on the
 * server and judge what is the other's; they are given servers that never listen, and hear only of what is their own.
 */
export class UpgradeRouter {
  readonly #routes: { prefix: string; handle: UpgradeHandler }[] = [];
  /** What Next is told to take for the server. */
  readonly forNext = http.createServer();
  /** What Socket.IO is told to take for the server. */
  readonly forSockets = http.createServer();

  constructor() {
    this.add('/_next/', (request, socket, head) => this.forNext.emit('upgrade', request, socket, head));
    this.add('/socket.io/', (request, socket, head) => this.forSockets.emit('upgrade', request, socket, head));
  }

  /** Hands every upgrade of a path below `prefix` to `handle`. */
  add(prefix: string, handle: UpgradeHandler): void {
    this.#routes.push({ prefix, handle });
  }

  attach(server: http.Server): void {
    server.on('upgrade', (request, socket, head) => {
      const route = this.#routes.find(({ prefix }) => request.url?.startsWith(prefix));
      if (route) route.handle(request, socket, head);
      else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
  }
}
