import type { Socket as TcpSocket } from 'node:net';
import type { Socket } from 'socket.io';

/** What is used of a connection of Engine.IO, below Socket.IO. */
interface Connection {
  readyState: string;
  /** Packets that the transport has not been given. */
  writeBuffer: readonly { data?: unknown }[];
  transport: { socket?: WebSocketConnection };
  request: { socket: TcpSocket };
}

/** What is used of a WebSocket of ws, below Engine.IO. */
interface WebSocketConnection {
  readyState: number;
  OPEN: number;
  bufferedAmount: number;
  terminate(): void;
}

/** A socket of `/watch` with what lies below it, so that sending to thousands looks nothing up. */
export interface Spectator {
  readonly socket: Socket;
  readonly connection: Connection;
  /** Null for another transport. */
  readonly webSocket: WebSocketConnection | null;
  readonly tcpSocket: TcpSocket;
}

export function toSpectator(socket: Socket): Spectator {
  const connection = socket.conn as unknown as Connection;
  return {
    socket,
    connection,
    webSocket: connection.transport.socket ?? null,
    tcpSocket: connection.request.socket,
  };
}
