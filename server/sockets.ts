import type { IncomingMessage } from 'node:http';
import type { Namespace, Server, Socket } from 'socket.io';
import { addressOfUpgrade, findMessageFault, takePacket } from '@/lib/transport/message-budget';
import { countRefusal, REFUSAL_COSTS } from '@/lib/transport/refusal-pace';
import { openRelayNamespace } from './relay/namespace';
import { Watch } from './watch/watch';

/** The socket rooms of this process. */
export interface Sockets {
  /** Notifies every socket that this process stops, so that it reconnects to another one. */
  announceDrain: () => void;
  close: () => void;
}

/** Opens the namespaces; the server calls this once. interface.md, Sockets. */
export function attachSockets(io: Server): Sockets {
  boundMessages(io);
  // Socket.IO has this namespace of its own; a connection there would take no place.
  io.use((_socket, next) => next(new Error('There is nothing in the namespace "/": connect to "/watch" or "/relay".')));
  const watch = new Watch(io);
  openRelayNamespace(io);
  closeAbandoned([io.of('/watch'), io.of('/relay')]);
  return { announceDrain: () => watch.announceDrain(), close: () => watch.close() };
}

/** Closes a connection when its last socket has left its namespace: it would stay open without a place. */
function closeAbandoned(namespaces: readonly Namespace[]): void {
  const joined = new WeakMap<Socket['conn'], number>();
  const change = ({ conn }: Socket, by: number) => {
    const left = (joined.get(conn) ?? 0) + by;
    joined.set(conn, left);
    if (left === 0) conn.close();
  };
  for (const namespace of namespaces)
    namespace.on('connection', (socket: Socket) => {
      change(socket, 1);
      socket.once('disconnect', () => change(socket, -1));
    });
}

/** What is used of a connection of Engine.IO, below Socket.IO. */
interface EngineConnection {
  request: IncomingMessage;
  on(event: 'packet', listener: (packet: { type: string; data?: string | Buffer }) => void): void;
  close(discard: boolean): void;
}

/** Drops a message that costs too much, or is one too many, before Socket.IO parses it, and the connection with it. */
function boundMessages(io: Server): void {
  io.engine.on('connection', (connection: EngineConnection) => {
    const address = addressOfUpgrade(connection.request);
    connection.on('packet', (packet) => {
      const isCheap = packet.data === undefined || findMessageFault(address, packet.data) === null;
      if (isCheap && takePacket(address)) return;
      countRefusal(connection.request, REFUSAL_COSTS.message);
      // Engine.IO looks at the type after this event: `noop` is not passed on.
      packet.type = 'noop';
      connection.close(true);
    });
  });
}
