import http from 'node:http';
import type { Duplex } from 'node:stream';
import { MISDIRECTED } from '@/lib/core/role';
import { admitRequest } from '@/lib/transport/http/hosts';
import { countRefusal, holdUpgrade, REFUSAL_COSTS } from '@/lib/transport/refusal-pace';
import type { InFlight } from './in-flight';

/** Upgrades of Next in development. */
const PAGES_PREFIX = '/_next/';
/** Socket.IO: upgrades, and the requests of its polling. */
const SOCKETS_PREFIX = '/socket.io/';
/** Polling by script elements, which would let other sites read; clients of today do not use it. */
const JSONP = /[?&]j=/;
/** The largest body of a poll. */
const MAX_POLLED_BYTES = 32_768;

interface Refusal {
  status: number;
  message: string;
}

const UPGRADE_REQUIRED: Refusal = {
  status: 426,
  message: 'This address takes WebSockets: connect with ws:// or wss://.',
};
const NO_ROUTE: Refusal = { status: 404, message: 'Not found: no WebSocket is served here.' };

type UpgradeHandler = (request: http.IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A route of connections that upgrade from HTTP. */
export interface UpgradeRoute {
  /** Start of the request target. */
  prefix: string;
  handle: UpgradeHandler;
  /** Asks the clients of this route to close when shutdown starts, which waits for their sockets. */
  drain?: () => void;
}

/**
 * Routes upgrade requests by path. Next and Socket.IO would each listen on the server and answer the upgrades of the
 * other; so each is attached to a server that never listens and receives only its own.
 */
export class UpgradeRouter {
  readonly #routes: UpgradeRoute[] = [];
  readonly #inFlight: InFlight;
  #draining = false;
  #refusal: string | null = null;
  /** The server that Next attaches itself to. */
  readonly forNext = http.createServer();
  /** The server that Socket.IO attaches itself to. */
  readonly forSockets = http.createServer();

  constructor(inFlight: InFlight) {
    this.#inFlight = inFlight;
    this.add({ prefix: PAGES_PREFIX, handle: (...upgrade) => this.forNext.emit('upgrade', ...upgrade) });
    this.add({ prefix: SOCKETS_PREFIX, handle: (...upgrade) => this.forSockets.emit('upgrade', ...upgrade) });
  }

  /** Passes every upgrade below the route's prefix to its handler. */
  add(route: UpgradeRoute): void {
    this.#routes.push(route);
  }

  /** Refuses the upgrades of clients with this text: this process holds no sockets. */
  refuseSockets(text: string): void {
    this.#refusal = text;
  }

  attach(server: http.Server): void {
    server.on('upgrade', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
      // Without a listener an error of the socket would end the process.
      socket.on('error', () => socket.destroy());
      const turn = holdUpgrade(request);
      if (turn === null) return this.#serve(request, socket, head);
      void turn.then((isInTime) => {
        if (!isInTime) socket.destroy();
        else if (!socket.destroyed) this.#serve(request, socket, head);
      });
    });
  }

  #serve(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    const route = this.#routes.find(({ prefix }) => request.url?.startsWith(prefix));
    const refusal = this.#refusalOf(request);
    if (refusal !== null || !route) {
      countRefusal(request, REFUSAL_COSTS.request);
      refuse(socket, refusal ?? NO_ROUTE);
      return;
    }
    if (route.drain) this.#inFlight.track(socket);
    route.handle(request, socket, head);
  }

  #refusalOf(request: http.IncomingMessage): Refusal | null {
    const fault = admitRequest(request);
    if (fault) return fault;
    if (this.#refusal && !request.url?.startsWith(PAGES_PREFIX)) return { status: MISDIRECTED, message: this.#refusal };
    return this.#draining ? { status: 503, message: 'The server is stopping.' } : null;
  }

  /**
   * Passes a request of Socket.IO's polling to it, with which its clients begin by default, and answers 426 where only
   * WebSockets are served. False for every other request.
   */
  serveRequest(request: http.IncomingMessage, response: http.ServerResponse): boolean {
    const { url = '' } = request;
    const isPolling = url.startsWith(SOCKETS_PREFIX);
    if (!isPolling && !this.#isForWebSockets(url)) return false;
    const turn = holdUpgrade(request);
    const serve = () => this.#serveRequest(request, response, isPolling ? findPollingFault(request) : UPGRADE_REQUIRED);
    if (turn === null) serve();
    else
      void turn.then((isInTime) => {
        if (!isInTime) response.destroy();
        else if (!response.destroyed) serve();
      });
    return true;
  }

  #serveRequest(request: http.IncomingMessage, response: http.ServerResponse, fault: Refusal | null): void {
    const refusal = this.#refusalOf(request) ?? fault;
    response.setHeader('x-content-type-options', 'nosniff');
    // Those of Socket.IO count too.
    response.once('close', () => {
      if (response.statusCode >= 400) countRefusal(request, REFUSAL_COSTS.request);
    });
    if (refusal === null) {
      this.forSockets.emit('request', request, response);
      return;
    }
    if (refusal.status === UPGRADE_REQUIRED.status) response.setHeader('upgrade', 'websocket');
    // What is left of a body is not read.
    response.setHeader('connection', 'close');
    response.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${refusal.message}\n`);
  }

  #isForWebSockets(url: string): boolean {
    const [path] = url.split('?', 1);
    return this.#routes.some(({ prefix }) => prefix === path && prefix !== PAGES_PREFIX);
  }

  /** Refuses new upgrades and asks the clients of every route to close. */
  startDraining(): void {
    this.#draining = true;
    for (const { drain } of this.#routes) drain?.();
  }
}

/** Why a request of the polling is refused before Socket.IO reads it: its packets are parsed on the event loop. */
function findPollingFault({ method, url = '', headers }: http.IncomingMessage): Refusal | null {
  if (JSONP.test(url)) return { status: 400, message: 'JSONP is not supported.' };
  if (method !== 'POST') return null;
  const length = headers['content-length'];
  if (length === undefined) return { status: 411, message: 'Send a Content-Length.' };
  if (Number(length) <= MAX_POLLED_BYTES) return null;
  return {
    status: 413,
    message: `The body is larger than ${MAX_POLLED_BYTES} bytes. A WebSocket takes larger messages.`,
  };
}

function refuse(socket: Duplex, { status, message }: Refusal): void {
  const body = `${message}\n`;
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'connection: close',
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
