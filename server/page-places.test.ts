import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveInTurn } from './page-places';

const served: string[] = [];
const responses: http.ServerResponse[] = [];
const server = http.createServer((request, response) => {
  serveInTurn(request, response, async () => {
    served.push(request.url ?? '');
    responses.push(response);
  }).catch(() => response.writeHead(429).end());
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('pages with a dot in their path take the places of pages, and files take none', async () => {
  const pages = ['/docs/tools/session.step', '/agents/a.b', '/matches/x/board.svg', '/leagues/x/feed.xml', '/x.y'];
  const files = ['/_next/static/a.js', '/icons/play.svg', '/embed/files/a.js'];
  const answers = [...pages, ...files].map((path) => fetch(origin + path));
  await expect.poll(() => served.filter((url) => files.includes(url)).length).toBe(files.length);
  expect(served.filter((url) => pages.includes(url))).toHaveLength(2);
  // Each that is answered makes room for the next.
  for (let ended = 0; ended < answers.length; ended++) {
    await expect.poll(() => responses.length).toBeGreaterThan(ended);
    responses[ended]?.end();
  }
  await Promise.all(answers);
  expect(served).toHaveLength(answers.length);
});
