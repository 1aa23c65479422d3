import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkUrl } from './guard';
import { isAnswerTo, readRpc, rpcFailure } from './mcp-messages';
import { OUTBOUND_LIMITS, Outbound } from './outbound';
import { readToolResult } from './tool-result';
import { refusal, statusError } from './upstream-error';

// Text of an untrusted server takes about the time of harmless text of the same size.

const SIZE = 900_000;
/** A hostile text may cost this many times the harmless one, and not more than this in all. */
const MAX_RATIO = 20;
const MAX_MS = 1_500;

const repeated = (part: string, size = SIZE) => part.repeat(Math.ceil(size / part.length)).slice(0, size);
const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

function timeOf(run: () => unknown): number {
  const startedMs = performance.now();
  try {
    run();
  } catch (thrown) {
    // A refusal is as good as an answer; a stack overflow is not.
    expect(thrown).not.toBeInstanceOf(RangeError);
  }
  return performance.now() - startedMs;
}

function expectLikeBenign(run: (text: string) => unknown, hostile: string): void {
  const benignMs = Math.min(...[1, 2, 3].map(() => timeOf(() => run(repeated('a', hostile.length)))));
  const hostileMs = Math.min(...[1, 2, 3].map(() => timeOf(() => run(hostile))));
  expect(hostileMs).toBeLessThan(Math.max(benignMs * MAX_RATIO, MAX_MS));
}

const MESSAGES: [string, string][] = [
  ['the start of an expression, again and again', repeated('tool ')],
  ['line ends', repeated('\n')],
  ['characters that are removed', repeated('\u202e\u0000')],
  ['halves of characters', repeated('\ud800')],
  ['spaces', `x${repeated(' ')}x`],
  ['deep JSON', nested('{"error":', '}', 90_000)],
  ['quotes and many digits', `${'1'.repeat(20)}${repeated('"\\\\')}`],
  ['texts and many digits', JSON.stringify([1, ...Array(90_000).fill('1234567890123456789')])],
  ['deep lists', nested('[', ']', 400_000)],
];

describe.each(MESSAGES)('a message with %s', (_, text) => {
  it('is cleaned and shown in the time of harmless text', () => {
    expectLikeBenign((message) => refusal(message), text);
    expectLikeBenign((message) => statusError(500, message), text);
    expectLikeBenign((message) => rpcFailure({ code: -32602, message }), text);
    expectLikeBenign((message) => readRpc(message), text);
    expectLikeBenign((message) => isAnswerTo(7)(message), text);
  });

  it('is a result or a failure of a tool in the time of harmless text', () => {
    const content = (message: string) => ({ content: [{ type: 'text', text: message }] });
    expectLikeBenign((message) => readToolResult(content(message)), text);
    expectLikeBenign((message) => readToolResult({ ...content(message), isError: true }), text);
  });
});

describe('an event stream', () => {
  let server: Server;
  let body = '';
  let pieces = 1;
  const outbound = new Outbound(['*'], OUTBOUND_LIMITS);

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const length = Math.ceil(body.length / pieces);
      for (let at = 0; at < body.length; at += length) {
        response.write(body.slice(at, at + length));
        if (pieces > 1) await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  afterEach(() => outbound.close());

  async function timeOfStream(text: string, count: number): Promise<number> {
    body = `${text}\n\ndata: {"id":7,"result":{}}\n\n`;
    pieces = count;
    const url = checkUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, { allowed: ['*'] });
    const startedMs = performance.now();
    const answer = await outbound.request({ method: 'POST', url, headers: {}, body: '{}', isWanted: isAnswerTo(7) });
    expect(answer.text).toContain('"id":7');
    return performance.now() - startedMs;
  }

  it.each<[string, string, number]>([
    ['one line in 3,000 pieces', `: ${repeated('x')}`, 3_000],
    ['carriage returns and line feeds', repeated('\n\n\n\r'), 1],
    ['lone carriage returns', repeated('\r'), 1],
    ['many data lines', repeated('data:x\n'), 1],
    ['many fields', repeated('event:x\n'), 1],
  ])('of %s is read in the time of a harmless one', async (_, text, count) => {
    const benignMs = await timeOfStream(repeated(': harmless comment of a server\n'), count);
    expect(await timeOfStream(text, count)).toBeLessThan(Math.max(benignMs * MAX_RATIO, 1_500));
  });
});
