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
  const { socket, tcpSocket } = spectator;
  while (socket.connected && unreadBytes(spectator) > MAX_UNREAD_FOR_NEXT_PAGE) {
    await new Promise<void>((resolve) => {
      const end = () => {
        tcpSocket.off('drain', end);
        socket.off('disconnect', end);
        resolve();
      };
      // Engine.IO has an event of this name too, and knows nothing of what `broadcast` wrote.
      tcpSocket.once('drain', end);
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
    spectator.webSocket?.terminate();
    closed++;
  }
  return closed;
}
