import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { type Socket as Client, io as connect } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { once, resetOnce } from '@/lib/core/globals';
import { TokenBuckets } from '@/lib/core/token-bucket';
import { broadcast } from './broadcast';
import { DEFLATING_SOCKETS, inflates } from './deflate';
import { type Spectator, toSpectator } from './spectator';
import { untilTaken } from './unread';

const NAMESPACE = '/watch';
const MIB = 1_048_576;

let server: Server;
let url: string;
const clients: Client[] = [];

beforeEach(async () => {
  const httpServer = http.createServer();
  server = new Server(httpServer, { ...DEFLATING_SOCKETS, transports: ['websocket'] });
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}${NAMESPACE}`;
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await server.close();
});

interface Connected {
  spectator: Spectator;
  client: Client;
  heard: unknown[];
}

/** @param inflates whether the client offers to inflate messages, as browsers do */
async function join({ inflates = true } = {}): Promise<Connected> {
  const opened = new Promise<Spectator>((resolve) => {
    server.of(NAMESPACE).once('connection', (socket) => resolve(toSpectator(socket)));
  });
  const client = connect(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    perMessageDeflate: inflates ? { threshold: 1024 } : undefined,
  });
  clients.push(client);
  const heard: unknown[] = [];
  client.on('event', (payload: unknown) => heard.push(payload));
  return { spectator: await opened, client, heard };
}

const send = (spectators: Iterable<Spectator>, ...payloads: unknown[]) =>
  broadcast(spectators, { namespace: NAMESPACE, name: 'event', payloads });

test('broadcast sends texts of every length whole, several at a time, to every socket', async () => {
  const everyone = [await join(), await join(), await join({ inflates: false })];
  const payloads = [1, 60, 125, 126, 30_000, 65_535, 65_536, 200_000].map((length) => ({ text: 'ж'.repeat(length) }));
  const spectators = everyone.map(({ spectator }) => spectator);
  send(spectators, ...payloads);
  send(spectators, 'last');
  for (const { heard } of everyone) {
    await expect.poll(() => heard.at(-1)).toBe('last');
    expect(heard.slice(0, -1)).toEqual(payloads);
  }
});

test('broadcast deflates an event once for the clients that inflate, and sends it as it is to the others', async () => {
  const [inflating, other] = [await join(), await join({ inflates: false })];
  const text = 'The one who wanted the quick vote gains the most if we get this wrong. '.repeat(20);
  const bytesOf = async ({ spectator, heard }: Connected) => {
    const { bytesWritten } = spectator.tcpSocket;
    send([spectator], text);
    await expect.poll(() => heard).toEqual([text]);
    return spectator.tcpSocket.bytesWritten - bytesWritten;
  };
  expect(await bytesOf(inflating)).toBeLessThan(200);
  expect(await bytesOf(other)).toBeGreaterThan(text.length);
});

test('a client whose window is smaller gets events as they are', async () => {
  const { spectator } = await join();
  const extension = { params: { server_max_window_bits: 10 } };
  expect(inflates({ _extensions: { 'permessage-deflate': extension } })).toBe(false);
  expect(spectator.inflates).toBe(true);
});

test('a client that sends too many compressed messages is disconnected', async () => {
  resetOnce('watch.inflations');
  once('watch.inflations', () => new TokenBuckets({ perSecond: 0, burst: 2 }));
  try {
    const { client } = await join();
    const { ws } = client.io.engine.transport as unknown as { ws: { send(text: string): void } };
    const closed = new Promise<void>((resolve) => client.once('disconnect', () => resolve()));
    for (let sent = 0; sent < 3; sent++) ws.send(`42${NAMESPACE},${JSON.stringify(['nothing', 'x'.repeat(2_000)])}`);
    await closed;
    const another = await join();
    send([another.spectator], 'news');
    await expect.poll(() => another.heard).toEqual(['news']);
  } finally {
    resetOnce('watch.inflations');
  }
});

test('broadcast keeps the order with what Socket.IO sends', async () => {
  const { spectator, heard } = await join();
  const expected = Array.from({ length: 60 }, (_, number) => number);
  for (const number of expected) {
    // Engine.IO keeps what is sent while its last packet is on its way.
    if (number % 3 === 0) spectator.socket.emit('event', number);
    else send([spectator], number);
    if (number % 20 === 19) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => heard.length).toBe(expected.length);
  expect(heard).toEqual(expected);
});

test('broadcast sends nothing to a socket that is being closed, and everything to the others', async () => {
  const [leaving, staying] = [await join(), await join()];
  leaving.spectator.socket.disconnect(true);
  const { bytesWritten } = leaving.spectator.tcpSocket;
  send([leaving.spectator, staying.spectator], 'news');
  expect(leaving.spectator.tcpSocket.bytesWritten).toBe(bytesWritten);
  await expect.poll(() => staying.heard).toEqual(['news']);
  expect(leaving.heard).toEqual([]);
});

test('untilTaken waits for a reader that is behind by what was broadcast', async () => {
  const { spectator, client, heard } = await join();
  const { ws } = client.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  ws.pause();
  let sent = 0;
  while (spectator.tcpSocket.writableLength < MIB) {
    send([spectator], 'x'.repeat(100_000));
    sent++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  let isTaken = false;
  const waiting = untilTaken(spectator).then(() => {
    isTaken = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  ws.resume();
  await waiting;
  await expect.poll(() => heard.length).toBe(sent);
});
