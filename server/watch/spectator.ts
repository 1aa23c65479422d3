import type { Socket as TcpSocket } from 'node:net';
import type { Socket } from 'socket.io';
import { inflates } from './deflate';

/** What is used of a connection of Engine.IO, below Socket.IO. */
interface Connection {
  readyState: string;
  /** Packets that the transport has not been given. */
  writeBuffer: readonly { data?: unknown }[];
  transport: { socket?: WebSocketConnection };
  request: { socket: TcpSocket };
  on(event: 'upgrade', listener: () => void): void;
  close(discard: boolean): void;
}

/** What is used of a WebSocket of ws, below Engine.IO. */
interface WebSocketConnection {
  readyState: number;
  OPEN: number;
  bufferedAmount: number;
  /** The TCP connection of ws. */
  _socket?: TcpSocket;
  terminate(): void;
}

/** A socket of `/watch` with what lies below it, so that sending to thousands looks nothing up. */
export interface Spectator {
  readonly socket: Socket;
  readonly connection: Connection;
  /** Null while the client polls, with which it may begin. */
  webSocket: WebSocketConnection | null;
  tcpSocket: TcpSocket;
  /** Whether the client inflates messages. */
  inflates: boolean;
}

export function toSpectator(socket: Socket): Spectator {
  const connection = socket.conn as unknown as Connection;
  const webSocket = connection.transport.socket ?? null;
  const spectator: Spectator = {
    socket,
    connection,
    webSocket,
    tcpSocket: connection.request.socket,
    inflates: webSocket !== null && inflates(webSocket),
  };
  connection.on('upgrade', () => {
    spectator.webSocket = connection.transport.socket ?? null;
    spectator.tcpSocket = spectator.webSocket?._socket ?? connection.request.socket;
    spectator.inflates = spectator.webSocket !== null && inflates(spectator.webSocket);
  });
  return spectator;
}
