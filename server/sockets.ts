import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
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
  const watch = new Watch(io);
  openRelayNamespace(io);
  return { announceDrain: () => watch.announceDrain(), close: () => watch.close() };
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
