import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PEER_ADDRESS_HEADER } from '@/lib/domain/auth';
import { routeRequests } from './direct-lane';
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
  url = `http://127.0.0.1:${await listen(server, 0)}`;
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

test.each(['/matches/%F0%9F', '/matches/%zz', '/embed/matches/%', '/agents/%E0%A4%A?x=1', '*', 'http://evil/play'])(
  'answers the malformed path %s with 400 before Next',
  async (path) => {
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
  },
);

test('passes valid escapes, and every query, to Next', async () => {
  for (const path of ['/matches/%F0%9F%8E%B2', '/play?game=%ff', '/docs/a%20b'])
    expect(await (await get(path)).text()).toBe('page');
});

test('takes the address of a caller from the socket, not from a header', async () => {
  pages.length = 0;
  await get('/', { [PEER_ADDRESS_HEADER]: '6.6.6.6' });
  expect(pages[0]?.headers[PEER_ADDRESS_HEADER]).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
});

test('answers 503 for a page that fails while the database is unavailable, and leaves other answers unchanged', async () => {
  const failing = createHttpServer(
    routeRequests(async (request, response) => {
      response.statusCode = request.url === '/fails' ? 500 : 404;
      response.end('page');
    }),
  );
  const port = await listen(failing, 0);
  const answers = await Promise.all(['/fails', '/missing'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)));
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '2'],
    [404, null],
  ]);
  failing.close();
});

test('keeps an idle connection open for more than a minute', () => {
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
      port,
    ),
  ).rejects.toThrow(`Port ${port} is in use`);
});
