import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '@/lib/core/errors';
import { OUTBOUND_LIMITS, Outbound, type OutboundAnswer } from './outbound';
import { OutcomeUnknownError } from './outcome-unknown';

// What comes back from a server that answers in every way that HTTP allows, and in some that it does not.

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let url: URL;
let connections = 0;
let outbound: Outbound;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

afterEach(() => outbound.close());

function ask(args: { isWanted?: (data: string) => boolean; signal?: AbortSignal } = {}): Promise<OutboundAnswer> {
  return outbound.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    ...args,
  });
}

function useOutbound(timeoutMs = 5_000): void {
  outbound = new Outbound([url.host], { ...OUTBOUND_LIMITS, timeoutMs });
}

async function fault(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => expect.fail('it was answered'),
    (error: AppError) => error,
  );
}

describe('a body', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ] as const)('is read in the encoding %s', async (encoding, encode) => {
    useOutbound();
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('{"hint":"wärmer"}'));
    expect(await ask()).toMatchObject({ status: 200, text: '{"hint":"wärmer"}' });
  });

  it('is read in pieces, also of a letter', async () => {
    useOutbound();
    const [first, second] = [
      Buffer.from('{"hint":"w\u00e4rmer"}').subarray(0, 11),
      Buffer.from('{"hint":"wärmer"}').subarray(11),
    ];
    answer = (_, response) => {
      response.write(first);
      setTimeout(() => response.end(second), 20);
    };
    expect((await ask()).text).toBe('{"hint":"wärmer"}');
  });

  it('may be empty, whatever its encoding', async () => {
    useOutbound();
    answer = (_, response) => response.writeHead(202, { 'content-encoding': 'gzip' }).end();
    expect(await ask()).toMatchObject({ status: 202, text: '' });
  });

  it.each([
    ['an unknown encoding', 'zstd-of-tomorrow', 'not supported'],
    ['what is no gzip', 'gzip', 'cannot be decompressed'],
  ])('is refused in %s with an unknown outcome', async (_, encoding, message) => {
    useOutbound();
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end('{"hint":"warmer"}');
    const error = await fault(ask());
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ code: 'EXPERIENCE_ERROR', message: expect.stringContaining(message) });
  });

  it('that breaks off leaves the outcome unknown', async () => {
    useOutbound();
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"hint":');
      setTimeout(() => response.destroy(), 20);
    };
    const error = await fault(ask());
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ code: 'EXPERIENCE_UNREACHABLE', message: 'The experience closed the connection.' });
  });

  it('that is sent slowly ends at the time limit', async () => {
    useOutbound(300);
    answer = (_, response) => {
      const dripping = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(dripping));
    };
    expect(await fault(ask())).toMatchObject({ code: 'EXPERIENCE_TIMEOUT' });
  });
});

describe('an event stream', () => {
  const isWanted = (data: string) => data.includes('"id":7');
  const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

  it('gives the wanted event, however its bytes are cut', async () => {
    useOutbound();
    const bytes = Buffer.from(
      ': hello\r\n\r\ndata: {"id":6}\r\n\r\nevent: message\r\ndata: {"id":7,\r\ndata: "hint":"wärmer"}\r\n\r\n',
    );
    answer = (_, response) => {
      stream(response);
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    };
    expect((await ask({ isWanted })).text).toBe('{"id":7,\n"hint":"wärmer"}');
  });

  it.each([
    ['a byte order mark', '\ufeffdata: {"id":7}\n\n'],
    ['carriage returns', 'data: {"id":6}\r\rdata: {"id":7}\r\r'],
    ['no space after the colon', 'data:{"id":7}\n\n'],
    ['a last event that is not ended', 'data: {"id":7}'],
    ['comments, retry and unknown fields', ': hi\nretry: 10\nunknown: 1\nid: a\ndata: {"id":7}\n\n'],
  ])('is read with %s, in one piece and byte by byte', async (_, text) => {
    useOutbound();
    answer = (_request, response) => stream(response).end(text);
    expect((await ask({ isWanted })).text).toBe('{"id":7}');
    answer = (_request, response) => {
      stream(response);
      for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
      response.end();
    };
    expect((await ask({ isWanted })).text).toBe('{"id":7}');
  });

  it('is read compressed', async () => {
    useOutbound();
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
        .end(gzipSync('data: {"id":7}\n\n'));
    expect((await ask({ isWanted })).text).toBe('{"id":7}');
  });

  it('that has answered may end by itself, and its connection serves the next call', async () => {
    useOutbound();
    answer = (_, response) => {
      stream(response).write('data: {"id":7}\n\n');
      setTimeout(() => response.end(), 50);
    };
    const before = connections;
    for (let call = 0; call < 3; call++) {
      expect((await ask({ isWanted })).text).toBe('{"id":7}');
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(connections - before).toBe(1);
  });

  it('that continues after its answer is cut', async () => {
    useOutbound();
    let closed: Promise<unknown> = Promise.resolve();
    answer = (_, response) => {
      closed = once(response, 'close');
      stream(response).write('data: {"id":7}\n\n');
    };
    expect((await ask({ isWanted })).text).toBe('{"id":7}');
    await closed;
  });

  it('that ends without the wanted event is a fault', async () => {
    useOutbound();
    answer = (_, response) => stream(response).end('data: {"id":6}\n\n');
    expect(await fault(ask({ isWanted }))).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: 'The experience ended its event stream without an answer.',
    });
  });
});

describe('the caller', () => {
  it('that cancels ends the call and its connection', async () => {
    useOutbound();
    const leaving = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    answer = (_, response) => {
      closed = once(response, 'close');
      leaving.abort();
    };
    expect(await fault(ask({ signal: leaving.signal }))).toMatchObject({
      code: 'EXPERIENCE_TIMEOUT',
      retryable: true,
    });
    await closed;
  });

  it('that cancels during a redirect gets EXPERIENCE_TIMEOUT', async () => {
    useOutbound();
    const leaving = new AbortController();
    let asked = 0;
    answer = (_, response) => {
      asked++;
      if (asked === 1) response.writeHead(307, { location: '/elsewhere' }).end('moved');
      else leaving.abort();
    };
    expect(await fault(ask({ signal: leaving.signal }))).toMatchObject({ code: 'EXPERIENCE_TIMEOUT' });
    expect(asked).toBe(2);
  });
});
