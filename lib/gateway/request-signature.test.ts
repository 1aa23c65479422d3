import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from 'web-bot-auth';
import { signatureDirectory } from '@/lib/transport/http/signature-directory';
import { Outbound } from './outbound';

// A server that was called checks with the library of the draft that it was us.

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const received: Received[] = [];
let server: Server;
let url: URL;
let outbound: Outbound;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', headers } = request;
    received.push({ method, url: `http://${headers.host}${request.url}`, headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?room=7`);
  outbound = new Outbound([url.host]);
});
afterAll(async () => {
  await outbound.close();
  server.close();
});

async function call(body = '{"method":"tools/call"}'): Promise<Received> {
  await outbound.request({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body });
  return received.at(-1) as Received;
}

/** Checks the signature with the published keys. @throws when it does not hold */
async function check(request: Received): Promise<void> {
  const directory = signatureDirectory('https://botplay.example');
  const { keys } = (await directory.json()) as { keys: { kid: string; kty: string; crv: string; x: string }[] };
  const headers = request.headers as Record<string, string>;
  await verify({ method: request.method, url: request.url, headers }, (data, signature, { keyid, tag }) => {
    const jwk = keys.find(({ kid }) => kid === keyid);
    if (!jwk || tag !== 'web-bot-auth') throw new Error('The key is not published.');
    const { kty, crv, x } = jwk;
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    if (!verifySignature(null, Buffer.from(data), key, signature)) throw new Error('The signature is wrong.');
  });
  const digest = createHash('sha256').update(request.body).digest('base64');
  if (headers['content-digest'] !== `sha-256=:${digest}:`) throw new Error('The body is another one.');
}

it('is not signed where the server that was called sends it on to another one', async () => {
  const asking = createServer((_request, response) => {
    response.writeHead(307, { location: url.href }).end();
  }).listen(0, '127.0.0.1');
  await once(asking, 'listening');
  const from = new URL(`http://127.0.0.1:${(asking.address() as AddressInfo).port}/mcp`);
  const both = new Outbound([url.host, from.host]);
  await both.request({ method: 'POST', url: from, headers: {}, body: '{}' });
  await both.close();
  asking.close();
  const { headers } = received.at(-1) as Received;
  expect([headers.signature, headers['signature-input'], headers['signature-agent']]).toEqual(Array(3).fill(undefined));
});

describe('a call to another server', () => {
  it('carries a signature that holds by the published keys', async () => {
    const request = await call();
    await check(request);
    expect(request.headers['signature-agent']).toMatch(/^"https?:\/\//);
    expect(request.headers['signature-input']).toContain('tag="web-bot-auth"');
  });

  it.each([
    ['another method', (request: Received) => ({ ...request, method: 'DELETE' })],
    ['another path', (request: Received) => ({ ...request, url: request.url.replace('/mcp', '/admin') })],
    ['another query', (request: Received) => ({ ...request, url: request.url.replace('room=7', 'room=8') })],
    ['another host', (request: Received) => ({ ...request, url: 'http://elsewhere.example/mcp?room=7' })],
    ['another body', (request: Received) => ({ ...request, body: '{"method":"tools/list"}' })],
  ])('whose signature is sent with %s is refused', async (_, change) => {
    await expect(check(change(await call()))).rejects.toThrow();
  });

  it('never has the signature of another call', async () => {
    const [first, second] = [await call(), await call()];
    expect(first.headers.signature).not.toBe(second.headers.signature);
  });
});

it('the directory of keys is signed by each key', async () => {
  const directory = signatureDirectory('https://botplay.example');
  expect(directory.headers.get('content-type')).toBe('application/http-message-signatures-directory+json');
  expect(directory.headers.get('signature-input')).toContain('("@authority";req)');
  expect(directory.headers.get('signature-input')).toContain('tag="http-message-signatures-directory"');
});
