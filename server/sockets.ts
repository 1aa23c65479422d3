import type { Server } from 'socket.io';
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
  const watch = new Watch(io);
  openRelayNamespace(io);
  return { announceDrain: () => watch.announceDrain(), close: () => watch.close() };
}
