/**
 * The server of bench/watch-fanout.ts: the product's `/watch` and a bare Socket.IO room side by side in one process, so
 * that both are measured by the same clock. Messages of the parent say what to do; each is answered.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { readMemory } from '@/bench/harness/memory';
import { startBus } from '@/lib/events';
import { attachSockets } from '@/server/sockets';

const ROOM = 'reference';

type Command = { kind: 'cpu' | 'memory' } | { kind: 'emit'; event: unknown };

await startBus();

async function listen(attach: (io: Server) => void): Promise<number> {
  const server = http.createServer();
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
  attach(io);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let bare: Server;
const ours = await listen((io) => void attachSockets(io));
const reference = await listen((io) => {
  bare = io;
  io.of('/watch').on('connection', (socket) => void socket.join(ROOM));
});

process.on('message', (command: Command) => {
  if (command.kind === 'emit') {
    bare.of('/watch').to(ROOM).emit('event', command.event);
    return;
  }
  if (command.kind === 'memory') {
    process.send?.(readMemory());
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system });
});
// Not by a signal, which would lose a profile.
process.once('disconnect', () => process.exit());
process.send?.({ ours, reference });
