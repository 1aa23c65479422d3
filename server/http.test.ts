import type http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf, createHttpServer, listen } from './http';

let server: http.Server;
let port: number;

beforeEach(async () => {
  server = createHttpServer((request, response) => request.resume().once('end', () => response.end('read')));
  port = await listen(server, { port: 0 });
});

afterEach(() => {
  server.close();
});

const START = 'POST / HTTP/1.1\r\nhost: localhost\r\n';

test.each([
  ['headers above 16 KiB', `${START}x-long: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ['a chunk with 20 KB of extensions', `${START}transfer-encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\n`, 413],
  ['a chunk without a length', `${START}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['two lengths of the body', `${START}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['what is not HTTP', 'hello\r\n\r\n', 400],
])('answers %s and ends the connection', async (_, sent, status) => {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(sent);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w[^]*\r\nconnection: close\r\n`));
});

// macOS has 127.0.0.1 alone.
test.skipIf(process.platform === 'darwin')(
  'listens at LISTEN_ADDRESS alone, and says when this machine does not have it',
  async () => {
    const only = createHttpServer((_request, response) => response.end());
    const other = createHttpServer((_request, response) => response.end());
    try {
      const bound = await listen(only, { port: 0, host: '127.0.0.2' });
      expect((await fetch(`http://127.0.0.2:${bound}/`)).status).toBe(200);
      await expect(fetch(`http://127.0.0.1:${bound}/`)).rejects.toThrow();
      const fault = 'This machine has no address 192.0.2.1: correct LISTEN_ADDRESS';
      await expect(listen(other, { port: 0, host: '192.0.2.1' })).rejects.toThrow(fault);
    } finally {
      only.close();
    }
  },
);

test.each([
  ['', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
  ['2001:db8::7', 'http://[2001:db8::7]:3000'],
])('with LISTEN_ADDRESS=%s the start prints %s', (host, address) => {
  expect(addressOf(host, 3_000)).toBe(address);
});
