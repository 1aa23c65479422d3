import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useBreakableDatabase } from '@/lib/testing/database';
import { attachSockets, type Sockets } from '../sockets';

const database = useBreakableDatabase();

let io: Server;
let rooms: Sockets;
let socket: Socket;

beforeAll(async () => {
  await startBus();
  await seedFirstParty();
  const server = http.createServer();
  io = new Server(server, { transports: ['websocket'] });
  rooms = attachSockets(io);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/watch`;
  socket = connect(url, { transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
});

afterAll(async () => {
  database().repair();
  socket.disconnect();
  rooms.close();
  await io.close();
  await stopBus();
});

const ask = (name: string, input: unknown) => socket.timeout(5_000).emitWithAck(name, input);

test('a subscription while the database is away is refused as retryable, and works on the same socket later', async () => {
  const unknown = { stream: `match:${newId()}` };
  expect(await ask('subscribe', unknown)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  database().cut();
  for (const stream of [unknown.stream, 'live']) {
    const { error } = await ask('subscribe', { stream });
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
    expect(JSON.stringify(error)).not.toMatch(/ECONN|127\.0\.0\.1/);
  }
  database().repair();
  await expect.poll(async () => (await ask('subscribe', { stream: 'live' })).error ?? null).toBeNull();
  expect(await ask('subscribe', unknown)).toMatchObject({ error: { code: 'NOT_FOUND' } });
});
