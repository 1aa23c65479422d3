import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from 'socket.io';
import { type Socket as Client, io as connect } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { once, resetOnce } from '@/lib/core/globals';
import { TokenBuckets } from '@/lib/core/token-bucket';
import { broadcast } from './broadcast';
import { DEFLATING_SOCKETS } from './deflate';
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

test.each([
  { bits: 12, isDeflated: true },
  { bits: 10, isDeflated: false },
])('a client with a window of $bits bits gets an event that it can inflate', async ({ bits, isDeflated }) => {
  const opened = new Promise<Spectator>((resolve) => {
    server.of(NAMESPACE).once('connection', (socket) => resolve(toSpectator(socket)));
  });
  const address = `${url.replace('http', 'ws').replace(NAMESPACE, '')}/socket.io/?EIO=4&transport=websocket`;
  const client = new WebSocket(address, { perMessageDeflate: { serverMaxWindowBits: bits } });
  const heard: string[] = [];
  client.on('message', (message) => heard.push(String(message)));
  client.once('open', () => client.send(`40${NAMESPACE},`));
  try {
    const spectator = await opened;
    expect(spectator.inflates).toBe(isDeflated);
    const text = Array.from({ length: 5_000 }, (_, place) => place ** 2).join();
    send([spectator], text);
    await expect.poll(() => heard.at(-1)).toBe(`42${NAMESPACE},${JSON.stringify(['event', text])}`);
  } finally {
    client.terminate();
  }
});

test.each([
  ['permessage-deflate; bogus', undefined],
  ['permessage-deflate; server_max_window_bits=7', undefined],
  ['permessage-deflate; toString', undefined],
  ['permessage-deflate; client_no_context_takeover; client_no_context_takeover', undefined],
  ['permessage-deflate;;', undefined],
  ['x-webkit-deflate-frame', undefined],
  ['permessage-deflate; bogus, permessage-deflate', 'permessage-deflate'],
  ['permessage-deflate; client_max_window_bits="12"', 'permessage-deflate; client_max_window_bits=12'],
  ['permessage-deflate ;server_max_window_bits = 12', 'permessage-deflate; server_max_window_bits=12'],
])('a client that offers "%s" is connected', async (offer, accepted) => {
  const address = `${url.replace(NAMESPACE, '')}/socket.io/?EIO=4&transport=websocket`;
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-extensions': offer,
  };
  const request = http.get(address, { headers });
  const [answer, socket] = await new Promise<[http.IncomingMessage, Socket]>((resolve, reject) => {
    request.once('upgrade', (response, opened) => resolve([response, opened as Socket]));
    request.once('response', ({ statusCode }) => reject(new Error(`refused with ${statusCode}`)));
    request.once('error', reject);
  });
  socket.destroy();
  const chosen = answer.headers['sec-websocket-extensions'];
  if (accepted === undefined) expect(chosen).toBeUndefined();
  else expect(chosen).toMatch(accepted);
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
