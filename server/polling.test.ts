import { Server as SocketServer } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { countRefusal } from '@/lib/transport/refusal-pace';
import { createHttpServer, listen } from './http';
import { InFlight } from './in-flight';
import { UpgradeRouter } from './upgrades';
import { DEFLATING_SOCKETS } from './watch/deflate';
import { type Spectator, toSpectator } from './watch/spectator';

const router = new UpgradeRouter(new InFlight());
const server = createHttpServer((request, response) => {
  if (!router.serveRequest(request, response)) response.end('page');
});
const io = new SocketServer(DEFLATING_SOCKETS);
let spectator: Spectator | null = null;
let url = '';

beforeAll(async () => {
  router.attach(server);
  io.attach(router.forSockets);
  io.of('/watch').on('connection', (socket) => {
    spectator = toSpectator(socket);
    socket.on('subscribe', (input: unknown, acknowledge: (answer: unknown) => void) => acknowledge({ input }));
  });
  url = `http://127.0.0.1:${await listen(server, { port: 0 })}`;
});
afterAll(() => {
  io.disconnectSockets(true);
  server.closeAllConnections();
  server.close();
});

const subscribe = (socket: Socket): Promise<unknown> => socket.timeout(5_000).emitWithAck('subscribe', 'live');

test('a client of Socket.IO with its defaults polls first, and goes on by WebSocket', async () => {
  const socket = connect(`${url}/watch`, { forceNew: true, reconnection: false });
  expect(await subscribe(socket)).toEqual({ input: 'live' });
  await expect.poll(() => socket.io.engine.transport.name).toBe('websocket');
  await expect.poll(() => spectator?.webSocket?.readyState).toBe(1);
  expect(spectator?.tcpSocket.destroyed).toBe(false);
  expect(await subscribe(socket)).toEqual({ input: 'live' });
  socket.close();
});

test('a client that can only poll is served too', async () => {
  const socket = connect(`${url}/watch`, { forceNew: true, reconnection: false, transports: ['polling'] });
  expect(await subscribe(socket)).toEqual({ input: 'live' });
  expect(spectator?.webSocket).toBeNull();
  socket.close();
});

test('polling takes no other request, and refuses foreign hosts and JSONP', async () => {
  expect(await (await fetch(`${url}/socket.iox`)).text()).toBe('page');
  const jsonp = await fetch(`${url}/socket.io/?EIO=4&transport=polling&j=0`);
  expect([jsonp.status, await jsonp.text()]).toEqual([400, 'JSONP is not supported.\n']);
  const unknown = await fetch(`${url}/socket.io/?EIO=4&transport=polling&sid=nobody`);
  expect(unknown.status).toBe(400);
});

test('polling reads no large body, and none of unknown length', async () => {
  const opened = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
  const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
  const session = `${url}/socket.io/?EIO=4&transport=polling&sid=${sid}`;
  const large = await fetch(session, { method: 'POST', body: '3\x1e'.repeat(20_000) });
  expect(large.status).toBe(413);
  const chunks = new Blob(['3']).stream();
  const unknown = await fetch(session, { method: 'POST', body: chunks, duplex: 'half' } as RequestInit);
  expect(unknown.status).toBe(411);
  expect(await (await fetch(session, { method: 'POST', body: '3' })).text()).toBe('ok');
});

test('refusals of polling wait like others when an address repeats them', async () => {
  resetOnce('transport.refusal_paces');
  for (let message = 0; message < 30; message++)
    countRefusal({ headers: {}, socket: { remoteAddress: '127.0.0.1' } } as never, 20);
  const startMs = performance.now();
  expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling&sid=nobody`)).status).toBe(400);
  expect(performance.now() - startMs).toBeGreaterThan(500);
  resetOnce('transport.refusal_paces');
});

test('a request to the address of a WebSocket is answered with 426', async () => {
  router.add({ prefix: '/agent/ws', handle: (_request, socket) => socket.destroy() });
  const answer = await fetch(`${url}/agent/ws?room=1`);
  expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket']);
  expect(await answer.text()).toContain('ws://');
  expect(await (await fetch(`${url}/agent/wsx`)).text()).toBe('page');
});

test('polling is refused by a process that serves no sockets or stops', async () => {
  const other = new UpgradeRouter(new InFlight());
  const refusing = createHttpServer((request, response) => void other.serveRequest(request, response));
  const at = `http://127.0.0.1:${await listen(refusing, { port: 0 })}/socket.io/?EIO=4&transport=polling`;
  other.startDraining();
  expect((await fetch(at)).status).toBe(503);
  other.refuseSockets('This process serves no WebSockets.');
  expect((await fetch(at)).status).toBe(421);
  refusing.close();
});
