import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

// The reference of the relay's benchmark: bare ws, which hands what one socket sends on to the other one as it is.
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const sockets = new Set<WebSocket>();
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (data, isBinary) => {
    for (const other of sockets) if (other !== socket) other.send(data, { binary: isBinary });
  });
});
await new Promise<void>((resolve) => server.once('listening', resolve));
process.stdout.write(`${JSON.stringify({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
process.once('SIGTERM', () => process.exit(0));
