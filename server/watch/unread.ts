import type { Socket } from 'socket.io';

/** Bytes that a socket may have unread while its stored events are sent; the next page waits until it has fewer. */
const MAX_UNREAD_FOR_NEXT_PAGE = 256 * 1024;
/** Bytes that a socket may have unread. Above this it is closed; it comes back and continues from its last event. */
const MAX_UNREAD_BYTES = 4 * 1_048_576;

/** What is used of a connection of Engine.IO with a WebSocket, below Socket.IO. */
interface WebSocketConnection {
  /** Packets that the transport has not been given. */
  writeBuffer: readonly { data?: unknown }[];
  transport: {
    /** Absent for other transports. */
    socket?: { bufferedAmount: number; terminate(): void };
    once(event: 'drain', listener: () => void): void;
    off(event: 'drain', listener: () => void): void;
  };
}

const connectionOf = (socket: Socket): WebSocketConnection => socket.conn as unknown as WebSocketConnection;

function unreadBytes({ writeBuffer, transport }: WebSocketConnection): number {
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) if (typeof data === 'string') bytes += data.length;
  return bytes;
}

/** Resolves when the socket has taken nearly everything that was sent to it, or is closed. */
export async function untilTaken(socket: Socket): Promise<void> {
  const connection = connectionOf(socket);
  while (socket.connected && unreadBytes(connection) > MAX_UNREAD_FOR_NEXT_PAGE) {
    await new Promise<void>((resolve) => {
      const { transport } = connection;
      const end = () => {
        transport.off('drain', end);
        socket.off('disconnect', end);
        resolve();
      };
      transport.once('drain', end);
      socket.once('disconnect', end);
    });
  }
}

/** Closes the sockets that have too much unread. Nothing more can be sent to them, so they get no error. */
export function closeSlowReaders(sockets: Iterable<Socket>): number {
  let closed = 0;
  for (const socket of sockets) {
    const connection = connectionOf(socket);
    if (unreadBytes(connection) <= MAX_UNREAD_BYTES) continue;
    // A close frame would wait behind what is unread.
    connection.transport.socket?.terminate();
    closed++;
  }
  return closed;
}
