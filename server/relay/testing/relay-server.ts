import http from 'node:http';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import WebSocket from 'ws';
import { registerRelayApp } from '@/lib/domain/relay';
import { listApp } from '@/lib/domain/relay/testing/list-app';
import { listen } from '../../http';
import { InFlight } from '../../in-flight';
import { attachSockets } from '../../sockets';
import { UpgradeRouter } from '../../upgrades';
import { registerRelayApps } from '../apps';
import { RelayWebSockets } from '../web-sockets';

/** The relay with its two kinds of sockets, on a port of its own: the smallest application, and those of the product. */
export async function openRelayServer(): Promise<{ url: string; close: () => Promise<void> }> {
  registerRelayApp(listApp);
  registerRelayApps();
  const server = http.createServer();
  const upgrades = new UpgradeRouter(new InFlight());
  const io = new Server({ transports: ['websocket'], perMessageDeflate: false, serveClient: false });
  io.attach(upgrades.forSockets);
  const rooms = attachSockets(io);
  const sockets = new RelayWebSockets();
  upgrades.add(sockets.route);
  upgrades.attach(server);
  const port = await listen(server, { port: 0 });
  const close = async () => {
    sockets.close();
    rooms.close();
    io.disconnectSockets(true);
    server.close();
    server.closeAllConnections();
  };
  return { url: `127.0.0.1:${port}`, close };
}

/** A frame as a client sees it. */
export interface ClientFrame {
  v: string;
  type: string;
  id?: string;
  replyTo?: string;
  seq?: number;
  payload: Record<string, unknown> & { code?: string; uiSpec?: { state?: unknown } };
  ext?: Record<string, unknown>;
}

const WAIT_MS = 5_000;
let ids = 0;

/** A client of the relay that records every frame. */
export class RelayClient {
  readonly frames: ClientFrame[] = [];
  readonly #send: (frame: unknown) => void;
  readonly #close: () => void;
  closeCode: number | string | null = null;

  constructor(send: (frame: unknown) => void, close: () => void) {
    this.#send = send;
    this.#close = close;
  }

  /** Over the plain WebSocket. */
  static async overWebSocket(url: string, headers: Record<string, string> = {}, query = ''): Promise<RelayClient> {
    const socket = new WebSocket(`ws://${url}/agent/ws${query}`, { headers });
    const client = new RelayClient(
      (frame) => socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
      () => socket.close(),
    );
    socket.on('message', (data) => client.frames.push(JSON.parse(String(data))));
    socket.on('close', (code) => {
      client.closeCode = code;
    });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  /** Over Socket.IO. */
  static async overSocketIo(url: string, headers: Record<string, string> = {}): Promise<RelayClient> {
    const options = { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: headers };
    const socket = connect(`http://${url}/relay`, options);
    const client = new RelayClient(
      (frame) => socket.emit('message', frame),
      () => socket.disconnect(),
    );
    socket.on('message', (frame: ClientFrame) => client.frames.push(frame));
    socket.on('disconnect', (reason) => {
      client.closeCode = reason;
    });
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', reject);
    });
    return client;
  }

  /** Sends anything as it is. */
  raw(frame: unknown): void {
    this.#send(frame);
  }

  /** Sends a message and returns its id. */
  send(type: string, payload: object = {}, more: object = {}): string {
    const id = `req-${++ids}`;
    this.raw({ v: 'mvp-0.2', type, id, payload, ...more });
    return id;
  }

  /** Sends a message and waits for the frame that answers it. */
  ask(type: string, payload: object = {}, more: object = {}): Promise<ClientFrame> {
    const id = this.send(type, payload, more);
    return this.until(({ replyTo }) => replyTo === id, `an answer to ${type}`);
  }

  /** Calls a tool. */
  call(toolName: string, params: object = {}, reason = 'because'): Promise<ClientFrame> {
    return this.ask('tool.call', { toolName, params, reason });
  }

  /** Waits for a frame. */
  async until(isWanted: (frame: ClientFrame) => boolean, what = 'a frame'): Promise<ClientFrame> {
    for (let waited = 0; waited < WAIT_MS; waited += 5) {
      const found = this.frames.find(isWanted);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`${what} did not come; there were: ${JSON.stringify(this.frames.slice(-5))}`);
  }

  ofType(type: string): ClientFrame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  async untilClosed(): Promise<number | string> {
    for (let waited = 0; waited < WAIT_MS && this.closeCode === null; waited += 5)
      await new Promise((resolve) => setTimeout(resolve, 5));
    if (this.closeCode === null) throw new Error('the connection was not closed');
    return this.closeCode;
  }

  close(): void {
    this.#close();
  }
}
