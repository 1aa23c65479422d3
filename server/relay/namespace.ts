import type { Namespace, Server, Socket } from 'socket.io';
import { countRefusal, REFUSAL_COSTS } from '@/lib/transport/refusal-pace';
import { type RelayCaller, RelayConnection } from '@/lib/transport/relay';
import { findCaller } from './callers';

/** Frames that a socket may be behind by; then it is closed, comes back and gets what it missed. */
const MAX_UNREAD_FRAMES = 500;

/** The namespace `/relay`: frames travel as the event `message`. interface.md, Sockets. */
export function openRelayNamespace(io: Server): Namespace {
  const namespace = io.of('/relay');
  namespace.use((socket, next) => {
    findCaller({ headers: socket.handshake.headers, peer: socket.handshake.address }).then((caller) => {
      if ('refusal' in caller) {
        countRefusal(socket.request, REFUSAL_COSTS.caller);
        return next(new Error(caller.refusal));
      }
      socket.data.caller = caller;
      next();
    }, next);
  });
  namespace.on('connection', connect);
  return namespace;
}

function connect(socket: Socket): void {
  const connection = new RelayConnection(
    {
      send: (text) => {
        // @ts-expect-error: engine.io has no public way to ask how far behind a reader is.
        if (socket.conn.writeBuffer.length > MAX_UNREAD_FRAMES) socket.disconnect(true);
        else socket.emit('message', JSON.parse(text));
      },
      close: () => void socket.disconnect(),
    },
    socket.data.caller as RelayCaller,
  );
  socket.on('message', (frame: unknown) => {
    if (Buffer.isBuffer(frame) || frame instanceof ArrayBuffer) connection.receiveBinary();
    else connection.receive(typeof frame === 'string' ? frame : (JSON.stringify(frame) ?? ''));
  });
  socket.on('disconnect', () => void connection.closed());
}
