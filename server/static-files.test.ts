import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStaticFiles } from './static-files';

const SCRIPT = 'console.log("hello");\n'.repeat(50);
let folder = '';
let server: http.Server;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'static-'));
  await fs.mkdir(path.join(folder, 'static', 'chunks'), { recursive: true });
  await fs.writeFile(path.join(folder, 'static', 'chunks', 'one.js.br'), brotliCompressSync(SCRIPT));
  await fs.mkdir(path.join(folder, 'embed'));
  await fs.writeFile(path.join(folder, 'embed', 'two.css.br'), brotliCompressSync('a{}'));
  const serve = openStaticFiles({
    '/_next/static/': path.join(folder, 'static'),
    '/embed/files/': path.join(folder, 'embed'),
    '/none/': path.join(folder, 'none'),
  });
  server = http.createServer((request, response) => {
    if (!serve(request, response)) response.writeHead(404).end('not compressed');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await fs.rm(folder, { recursive: true });
});

const read = (name: string, encoding: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${name}`, {
    method,
    headers: { 'accept-encoding': encoding },
  });

test('serves a script as the build compressed it, to be cached for ever', async () => {
  const answer = await read('/_next/static/chunks/one.js?v=1', 'gzip, br');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect(await answer.text()).toBe(SCRIPT);
  const head = await read('/_next/static/chunks/one.js', 'br', 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  const style = await read('/embed/files/two.css', 'br');
  expect([style.headers.get('content-type'), await style.text()]).toEqual(['text/css; charset=utf-8', 'a{}']);
});

test.each([
  ['/_next/static/chunks/one.js', 'gzip', 'GET'],
  ['/_next/static/chunks/one.js', 'gzip, br;q=0', 'GET'],
  ['/_next/static/chunks/other.js', 'br', 'GET'],
  ['/_next/static/../one.js', 'br', 'GET'],
  ['/chunks/one.js', 'br', 'GET'],
  ['/_next/static/chunks/one.js', 'br', 'POST'],
])('leaves %s with %s and %s to Next', async (name, encoding, method) => {
  expect((await read(name, encoding, method)).status).toBe(404);
});
