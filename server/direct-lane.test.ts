import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { PEER_ADDRESS_HEADER } from '@/lib/domain/limits';
import { noteError } from '@/lib/transport/http/unavailable';
import { answerPage, routeRequests } from './direct-lane';
import { createHttpServer, listen } from './http';

/** Requests that reached Next. */
const pages: IncomingMessage[] = [];
const server = createHttpServer(
  routeRequests(async (request, response) => {
    pages.push(request);
    response.end('page');
  }),
);
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server, { port: 0 })}`;
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });

test.each(['/mcp', '/mcp/games', '/mcp?toolsets=gateway', '/api/whoami', '/api', '/v1/x', '/healthz', '/healthz?x'])(
  'answers %s before Next',
  async (path) => {
    pages.length = 0;
    expect(await (await get(path)).text()).not.toBe('page');
    expect(pages).toEqual([]);
  },
);

test.each(['/', '/apiary', '/mcpx', '/v10', '/api/auth/session', '/api/auth', '/healthzz', '/_next/static/x.js'])(
  'passes %s to Next',
  async (path) => {
    expect(await (await get(path)).text()).toBe('page');
  },
);

test('answers a URL above 8 KiB with 414 before Next, and leaves those of calls to their transport', async () => {
  pages.length = 0;
  const statusOf = async (path: string, length: number) => (await get(path.padEnd(length, '?'))).status;
  expect([await statusOf('/console?', 8_192), pages.length]).toEqual([200, 1]);
  expect([await statusOf('/console?', 8_193), await statusOf('/api/auth/x', 14_000), pages.length]).toEqual([
    414, 414, 1,
  ]);
  expect(await (await get('/town?'.padEnd(14_000, 'a'))).text()).toBe(
    'The URL is longer than 8192 characters. Shorten its query.\n',
  );
  expect([await statusOf('/api/whoami?', 14_000), await statusOf('/mcp?', 14_000)]).toEqual([401, 401]);
});

test('cuts the name of a browser that Next would search for seconds', async () => {
  pages.length = 0;
  await get('/town', { 'user-agent': 'a'.repeat(14_000) });
  await get('/town', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' });
  expect(pages.map(({ headers }) => headers['user-agent'])).toEqual([
    'a'.repeat(512),
    'Mozilla/5.0 (X11; Linux x86_64)',
  ]);
});

test.each([
  '/',
  '/town',
  '/console/agents',
  '/matches/1/record.jsonl',
  '/announcements',
  '/unsubscribe/x',
  '/_next/x.js',
])('answers a POST of %s with 405 before Next, which would render it', async (path) => {
  pages.length = 0;
  const answer = await fetch(url + path, { method: 'POST', body: 'a=1' });
  expect([answer.status, answer.headers.get('allow'), pages.length]).toEqual([405, 'GET, HEAD, OPTIONS', 0]);
});

test('gives the page again to a browser that sends its form before the scripts run, and never another site', async () => {
  const send = (target: string) =>
    fetch(url + target, { method: 'POST', headers: { accept: 'text/html' }, body: 'a=1', redirect: 'manual' });
  const again = await send('/console/agents?tab=keys');
  expect([again.status, again.headers.get('location')]).toEqual([303, '/console/agents?tab=keys']);
  for (const other of ['//example.org/x', '/%5C/example.org'])
    expect(new URL((await send(other)).headers.get('location') ?? '/', url).origin).toBe(url);
});

test('passes a POST to every route of the site that takes one', async () => {
  const files = (await readdir('app', { recursive: true })).filter(
    (file) => path.basename(file) === 'route.ts' && !/^(api|mcp|oauth|v1)\//.test(file),
  );
  const sources = await Promise.all(files.map((file) => readFile(path.join('app', file), 'utf8')));
  const taking = files.filter((_, at) => /\bPOST\b/.test(sources[at] ?? ''));
  const paths = ['api/auth/[...nextauth]', ...taking.map((file) => path.dirname(file))];
  expect(paths.length).toBeGreaterThan(2);
  for (const one of paths) {
    const target = `/${one.replaceAll(/\[[^\]]+\]/g, 'x').replaceAll(/\([^)]+\)\//g, '')}`;
    expect([target, (await fetch(url + target, { method: 'POST', body: 'a=1' })).status]).toEqual([target, 200]);
  }
});

test.each([
  '/matches/%F0%9F',
  '/matches/%zz',
  '/leagues/a%00b',
  '/embed/matches/%',
  '/agents/%E0%A4%A?x=1',
  '*',
  'http://evil/play',
])('answers the malformed path %s with 400 before Next', async (path) => {
  pages.length = 0;
  // `fetch` would refuse or repair some of these paths.
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    );
    socket.on('data', (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(pages).toEqual([]);
});

test('passes valid escapes, and every query, to Next', async () => {
  for (const path of ['/matches/%F0%9F%8E%B2', '/play?game=%ff', '/docs/a%20b'])
    expect(await (await get(path)).text()).toBe('page');
});

test('takes the address of a caller from the socket, not from a header', async () => {
  pages.length = 0;
  await get('/', { [PEER_ADDRESS_HEADER]: '6.6.6.6' });
  expect(pages[0]?.headers[PEER_ADDRESS_HEADER]).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
});

describe('while the database is away', () => {
  /** Answers as Next does: each error is noted, then answered with 500 and a page of its own. */
  const failing = createHttpServer(
    routeRequests(
      answerPage(async (request, response) => {
        if (request.url === '/works') return void response.end('page');
        response.statusCode = request.url === '/missing' ? 404 : 500;
        response.setHeader('content-encoding', 'gzip');
        response.setHeader('content-security-policy', "default-src 'self'");
        const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
        noteError(request.url === '/defect' ? new Error('a defect') : away);
        response.write('the page ');
        await new Promise((resolve) => setImmediate(resolve));
        response.end('of Next');
      }),
    ),
  );
  let failingUrl = '';
  beforeAll(async () => {
    failingUrl = `http://127.0.0.1:${await listen(failing, { port: 0 })}`;
  });
  afterAll(() => failing.close());
  const ask = (path: string, init: RequestInit = {}) => fetch(failingUrl + path, init);

  test('answers 503 with a plain page and Retry-After for a page that fails', async () => {
    const answer = await ask('/fails', { headers: { accept: 'text/html,*/*' } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'self'");
    const text = await answer.text();
    expect(text).toContain('<h1>Back in a moment</h1>');
    expect(text).not.toMatch(/of Next|ECONNREFUSED|127\.0\.0\.1/);
    const head = await ask('/fails', { method: 'HEAD', headers: { accept: 'text/html' } });
    expect([head.status, await head.text()]).toEqual([503, '']);
  });

  test('answers 503 with JSON for what is no page', async () => {
    const answer = await ask('/fails', { headers: { accept: 'image/*' } });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', retryable: true } });
  });

  test('leaves other answers unchanged, of requests at the same time as well', async () => {
    const paths = ['/fails', '/works', '/missing', '/defect'];
    const answers = await Promise.all(paths.map((path) => fetch(failingUrl + path, { method: 'HEAD' })));
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '2'],
      [200, null],
      [404, null],
      [500, null],
    ]);
  });
});

test('the server keeps an idle connection open for more than a minute', () => {
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
});

test('answers bytes that are not HTTP with 400', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
    socket.on('data', (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('names a port that is in use', async () => {
  const port = Number(new URL(url).port);
  await expect(
    listen(
      createHttpServer(() => {}),
      { port },
    ),
  ).rejects.toThrow(`Port ${port} is in use`);
});

describe('pages of one address', () => {
  test('are rendered two at a time, and hold up no other address', async () => {
    process.env.TRUST_PROXY = '1';
    resetOnce('env');
    let open = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const slow = createHttpServer(
      routeRequests(async (request, response) => {
        if (request.url === '/slow') {
          most = Math.max(most, ++open);
          await new Promise<void>((resolve) => ends.push(resolve));
          open--;
        }
        response.end('page');
      }),
    );
    const site = `http://127.0.0.1:${await listen(slow, { port: 0 })}`;
    const from = (address: string, path: string) => fetch(site + path, { headers: { 'x-forwarded-for': address } });
    // The callers before count as present for a second, in which an address has one place.
    await from('192.0.2.1', '/');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const refused: Response[] = [];
    const reader = Array.from({ length: 80 }, async () => {
      const answer = await from('192.0.2.1', '/slow');
      if (answer.status === 503) refused.push(answer);
      return answer.status;
    });
    await expect.poll(() => [ends.length, refused.length]).toEqual([2, 80 - 66]);
    expect(await (await from('192.0.2.2', '/')).text()).toBe('page');
    expect(await (await from('192.0.2.1', '/_next/static/x.js')).text()).toBe('page');
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    const finishing = setInterval(() => {
      for (const end of ends.splice(0)) end();
    }, 5);
    const statuses = await Promise.all(reader);
    clearInterval(finishing);
    expect(statuses.filter((status) => status === 200)).toHaveLength(66);
    expect(most).toBe(2);
    slow.close();
    delete process.env.TRUST_PROXY;
    resetOnce('env');
  });
});
