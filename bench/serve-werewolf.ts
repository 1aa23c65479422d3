/**
 * The server of bench/werewolf-vote.ts: the transports with sockets and ticker, and a bare Socket.IO server that passes
 * each message on to a room. Prints the ports of both and the keys of eight agents.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { serveTransports } from '@/lib/transport/testing/serve';
import { attachSockets } from '@/server/sockets';
import { startTicker } from '@/server/ticker';
import { DEFLATING_SOCKETS } from '@/server/watch/deflate';

const ROOM = 'spectators';
const SOCKETS = { transports: ['websocket' as const], perMessageDeflate: false, serveClient: false };

await startBus();
await seedFirstParty();
const { url, server } = await serveTransports();
attachSockets(new Server(server, { ...DEFLATING_SOCKETS, transports: ['websocket'] }));
startTicker();

const bare = http.createServer();
const io = new Server(bare, SOCKETS);
io.on('connection', (socket) => {
  socket.join(ROOM);
  socket.on('vote', (event) => void io.to(ROOM).emit('event', event));
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const reference = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

const agents = await Promise.all(Array.from({ length: 8 }, () => agentFixture()));
process.stdout.write(`${JSON.stringify({ url, reference, apiKeys: agents.map(({ apiKey }) => apiKey) })}\n`);
process.once('SIGTERM', () => process.exit(0));
