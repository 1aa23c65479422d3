import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';

// The reference of the relay's benchmark: bare ws, which hands what one socket sends on to the other ones of its path as it
// is. On the path /stored it stores the frame first, in one row, which is the least that keeps a state.
const database = new pg.Client({ connectionString: process.env.DATABASE_URL });
await database.connect();
await database.query('CREATE TABLE hop (id int PRIMARY KEY, frame text NOT NULL)');
await database.query("INSERT INTO hop VALUES (1, '')");
const store = (frame: string) =>
  database.query({ name: 'store', text: 'UPDATE hop SET frame = $1 WHERE id = 1', values: [frame] });

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const sockets = new Map<WebSocket, string>();
server.on('connection', (socket, { url = '/' }) => {
  sockets.set(socket, url);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (data, isBinary) => void handOn(socket, url, data, isBinary));
});

async function handOn(from: WebSocket, path: string, data: Parameters<WebSocket['send']>[0], isBinary: boolean) {
  if (path === '/stored') await store(String(data));
  for (const [socket, other] of sockets) if (socket !== from && other === path) socket.send(data, { binary: isBinary });
}

await once(server, 'listening');
process.stdout.write(`${JSON.stringify({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
process.once('SIGTERM', () => process.exit(0));
