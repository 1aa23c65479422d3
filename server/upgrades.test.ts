import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer, listen } from './http';
import { InFlight } from './in-flight';
import { UpgradeRouter } from './upgrades';

const server = createHttpServer((_request, response) => response.end());
const router = new UpgradeRouter(new InFlight());
let port = 0;
beforeAll(async () => {
  for (const [name, owner] of [
    ['next', router.forNext],
    ['sockets', router.forSockets],
  ] as const) {
    owner.on('upgrade', (_request, socket) => socket.end(`HTTP/1.1 101 ${name}\r\n\r\n`));
  }
  router.attach(server);
  port = await listen(server, { port: 0 });
});
afterAll(() => server.close());

/** Returns the status line of the answer to an upgrade. */
function upgrade(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`);
    });
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''));
    socket.once('error', reject);
  });
}

test('passes each upgrade to the route of its path', async () => {
  expect(await upgrade('/_next/webpack-hmr')).toBe('HTTP/1.1 101 next');
  expect(await upgrade('/socket.io/?EIO=4')).toBe('HTTP/1.1 101 sockets');
});

test('refuses an upgrade without a route', async () => {
  expect(await upgrade('/elsewhere')).toBe('HTTP/1.1 404 Not Found');
});
