import type { EventEmitter } from 'node:events';
import type { Spectator } from './spectator';

/** Bytes that a socket may have unread while its stored events are sent; the next page waits until it has fewer. */
const MAX_UNREAD_FOR_NEXT_PAGE = 256 * 1024;
/** Bytes that a socket may have unread. Above this it is closed; it comes back and continues from its last event. */
const MAX_UNREAD_BYTES = 4 * 1_048_576;

function unreadBytes({ connection, webSocket }: Spectator): number {
  let bytes = webSocket?.bufferedAmount ?? 0;
  for (const { data } of connection.writeBuffer) if (typeof data === 'string') bytes += data.length;
  return bytes;
}

/** Resolves when the socket has taken nearly everything that was sent to it, or is closed. */
export async function untilTaken(spectator: Spectator): Promise<void> {
  const { socket } = spectator;
  while (socket.connected && unreadBytes(spectator) > MAX_UNREAD_FOR_NEXT_PAGE) {
    await new Promise<void>((resolve) => {
      // Engine.IO knows nothing of what `broadcast` wrote to a WebSocket; what a client polls, it alone knows.
      const drained: EventEmitter = spectator.webSocket ? spectator.tcpSocket : spectator.socket.conn;
      const end = () => {
        drained.off('drain', end);
        spectator.socket.conn.off('upgrade', end);
        socket.off('disconnect', end);
        resolve();
      };
      drained.once('drain', end);
      spectator.socket.conn.once('upgrade', end);
      socket.once('disconnect', end);
    });
  }
}

/** Closes the sockets that have too much unread. Nothing more can be sent to them, so they get no error. */
export function closeSlowReaders(spectators: Iterable<Spectator>): number {
  let closed = 0;
  for (const spectator of spectators) {
    if (unreadBytes(spectator) <= MAX_UNREAD_BYTES) continue;
    // A close frame would wait behind what is unread.
    if (spectator.webSocket) spectator.webSocket.terminate();
    else spectator.connection.close(true);
    closed++;
  }
  return closed;
}
