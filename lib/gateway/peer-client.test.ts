import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type PeerClient, PeerError, peerClient } from './peer-client';

type Rpc = { id: number; method: string; params: Record<string, unknown> };

let server: Server;
let address: string;
let answer: (request: Rpc) => { status?: number; body: unknown };
let peer: PeerClient;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const { status = 200, body } = answer(JSON.parse(text) as Rpc);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

afterEach(() => peer.close());

it('returns the result of a method', async () => {
  answer = ({ id, method, params }) => ({ body: { jsonrpc: '2.0', id, result: { method, params } } });
  peer = peerClient(address);
  expect(await peer.rpc('protocol/message', { message: { round: 1 } })).toEqual({
    method: 'protocol/message',
    params: { message: { round: 1 } },
  });
});

it('throws the error of the peer with its code and data, whatever the HTTP status', async () => {
  peer = peerClient(address);
  for (const status of [200, 400, 500]) {
    answer = ({ id }) => ({
      status,
      body: { jsonrpc: '2.0', id, error: { code: -32000, message: 'No', data: { reason: 'late' } } },
    });
    const failure = await peer.rpc('protocol/message', {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PeerError);
    expect(failure).toMatchObject({ rpcError: { code: -32000, message: 'No', data: { reason: 'late' } } });
  }
});

it('refuses what is not an answer to the request', async () => {
  peer = peerClient(address);
  answer = () => ({ body: { jsonrpc: '2.0', id: 4_711, result: {} } });
  await expect(peer.rpc('x', {})).rejects.toMatchObject({ code: 'EXPERIENCE_ERROR' });
  answer = () => ({ status: 503, body: 'away' });
  await expect(peer.rpc('x', {})).rejects.toMatchObject({ code: 'EXPERIENCE_ERROR', retryable: true });
});

it('refuses an address that is not a web address', () => {
  expect(() => peerClient('file:///etc/passwd')).toThrow(/may not be called/);
});
