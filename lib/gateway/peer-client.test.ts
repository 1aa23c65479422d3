import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { callPeer, findPeerUrlFault } from './peer-client';

let answer: http.RequestListener = (_request, response) => response.end();
const server = http.createServer((request, response) => answer(request, response));
let port = 0;
const hits: string[] = [];
const secret = http.createServer((request, response) => {
  hits.push(request.url ?? '');
  response.end('{}');
});
let secretPort = 0;

const listen = (one: http.Server) =>
  new Promise<number>((resolve) => one.listen(0, '127.0.0.1', () => resolve((one.address() as AddressInfo).port)));
beforeAll(async () => {
  port = await listen(server);
  secretPort = await listen(secret);
  process.env.ALLOW_PRIVATE_EXPERIENCE_HOSTS = `127.0.0.1:${port}`;
  resetOnce('env');
});
afterEach(() => hits.splice(0));
afterAll(() => {
  for (const one of [server, secret]) {
    one.closeAllConnections();
    one.close();
  }
  delete process.env.ALLOW_PRIVATE_EXPERIENCE_HOSTS;
  resetOnce('env');
});

const call = (timeoutMs = 2_000) =>
  callPeer(`http://127.0.0.1:${port}/mcp`, { method: 'protocol/message', paramsJson: '{}', timeoutMs });

const respond =
  (status: number, make: (id: unknown) => string, headers: Record<string, string> = {}): http.RequestListener =>
  (request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      response.writeHead(status, headers);
      response.end(make((JSON.parse(text) as { id: unknown }).id));
    });
  };

it('returns the result of the answer with its own id', async () => {
  answer = respond(200, (id) => JSON.stringify({ jsonrpc: '2.0', id, result: { a: 1 } }));
  expect(await call()).toEqual({ kind: 'result', result: { a: 1 } });
});

it.each<[string, http.RequestListener, object]>([
  ['another id', respond(200, () => '{"jsonrpc":"2.0","id":"x","result":{}}'), { fault: 'invalid_answer' }],
  ['no JSON', respond(200, () => '<html>'), { fault: 'invalid_answer' }],
  ['an error', respond(500, (id) => JSON.stringify({ id, error: { code: -32603 } })), { kind: 'error' }],
  [
    'a deeply nested answer',
    respond(200, (id) => `{"id":"${id}","result":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    { fault: 'invalid_answer' },
  ],
  ['a megabyte', respond(200, () => 'x'.repeat(1_048_576)), { fault: 'answer_too_large' }],
  ['a closed connection', (request) => request.socket.destroy(), { fault: 'unreachable' }],
  [
    'ten megabytes, compressed',
    (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(10_485_760)));
    },
    { fault: 'answer_too_large' },
  ],
  ['an unknown encoding', respond(200, () => '{}', { 'content-encoding': 'rot13' }), { fault: 'answer_too_large' }],
  [
    'an event stream',
    respond(200, () => 'data: {}\n\n', { 'content-type': 'text/event-stream' }),
    { fault: 'invalid_answer' },
  ],
  ['a page', respond(404, () => '<!doctype html>', { 'content-type': 'text/html' }), { fault: 'invalid_answer' }],
  ['no content', respond(204, () => ''), { fault: 'invalid_answer' }],
  [
    'two answers in one',
    respond(200, (id) => `{"id":"${id}","result":1}{"id":"${id}","result":2}`),
    { fault: 'invalid_answer' },
  ],
  ['headers of 100 KB', respond(200, () => '{}', { 'x-long': 'x'.repeat(100_000) }), { fault: 'unreachable' }],
  [
    'an answer that breaks off',
    (_request, response) => {
      response.setHeader('content-length', '100');
      response.write('{"result":', () => response.destroy());
    },
    { fault: 'unreachable' },
  ],
  ['a redirect to itself', respond(307, () => '', { location: '/mcp' }), { fault: 'address_refused' }],
  ['a redirect to no address', respond(307, () => '', { location: 'http://' }), { fault: 'address_refused' }],
])('names the fault of %s', async (_what, listener, expected) => {
  answer = listener;
  expect(await call()).toMatchObject(expected);
});

it('stops waiting for a silent peer', async () => {
  answer = () => {};
  expect(await call(50)).toMatchObject({ fault: 'timeout' });
});

it('stops reading a body that is sent too slowly', async () => {
  const drips: NodeJS.Timeout[] = [];
  answer = (_request, response) => {
    response.write('{');
    drips.push(setInterval(() => response.write(' '), 10));
  };
  expect(await call(200)).toMatchObject({ fault: 'timeout' });
  for (const drip of drips) clearInterval(drip);
});

it('takes an answer of any content type, and one that a redirect leads to', async () => {
  const resultOf = (id: unknown) => JSON.stringify({ id, result: 1 });
  answer = (request, response) =>
    request.url === '/mcp'
      ? respond(308, () => '', { location: '/moved' })(request, response)
      : respond(200, resultOf, { 'content-type': 'text/plain' })(request, response);
  expect(await call()).toEqual({ kind: 'result', result: 1 });
});

it('does not follow a redirect to a private address', async () => {
  answer = respond(307, () => '', { location: `http://127.0.0.1:${secretPort}/secret` });
  expect(await call()).toMatchObject({ fault: 'address_refused' });
  expect(hits).toEqual([]);
});

it('refuses private addresses, other schemes and credentials', () => {
  expect(findPeerUrlFault(`http://127.0.0.1:${port}/mcp`)).toBeNull();
  for (const address of [`http://127.0.0.1:${secretPort}/`, 'ftp://example.org/', 'http://a:b@example.org/', 'x'])
    expect(findPeerUrlFault(address)).not.toBeNull();
});
