import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { WatchedEvent } from '@/lib/domain/streams';
import { attachSockets, type Sockets } from '../../sockets';
import { DEFLATING_SOCKETS } from '../deflate';

/** What `subscribe` and the other questions of /watch are answered with. */
export interface WatchAnswer {
  snapshot?: Record<string, unknown> & { matches?: { match_id: string; ply: number }[] };
  cursor?: string;
  view?: string;
  server_time?: string;
  error?: { code: string; message: string; retryable?: boolean; details?: unknown };
}

export interface Spectator {
  socket: Socket;
  /** Every event that it received, in order. */
  heard: WatchedEvent[];
  ask(name: string, input: unknown): Promise<WatchAnswer>;
}

/**
 * Gives this test file a server with /watch. Call it once, after the database. Spectators are disconnected after each test.
 */
export function useWatchServer(): {
  spectator(headers?: Record<string, string>): Promise<Spectator>;
  sockets(): Sockets;
} {
  let io: Server;
  let sockets: Sockets;
  let url = '';
  const opened: Socket[] = [];

  beforeAll(async () => {
    const server = http.createServer();
    io = new Server(server, { ...DEFLATING_SOCKETS, transports: ['websocket'] });
    sockets = attachSockets(io);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/watch`;
  });

  afterEach(() => {
    for (const socket of opened.splice(0)) socket.disconnect();
  });

  afterAll(async () => {
    sockets.close();
    await io.close();
  });

  async function spectator(headers: Record<string, string> = {}): Promise<Spectator> {
    const socket = connect(url, { transports: ['websocket'], forceNew: true, extraHeaders: headers });
    opened.push(socket);
    const heard: WatchedEvent[] = [];
    socket.on('event', (event: WatchedEvent) => heard.push(event));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return { socket, heard, ask: (name, input) => socket.timeout(5_000).emitWithAck(name, input) };
  }

  return { spectator, sockets: () => sockets };
}

/** Waits until it is true. */
export const until = (isTrue: () => boolean): Promise<void> => expect.poll(isTrue, { interval: 10 }).toBe(true);
