import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer, listen } from './http';
import { InFlight } from './in-flight';

const inFlight = new InFlight();
const server = createHttpServer((_request, response) => inFlight.track(response));
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server, { port: 0 })}`;
});
afterAll(() => server.close());

async function arrive(): Promise<{ answer: Promise<Response>; response: ServerResponse }> {
  const arrived = once(server, 'request');
  const answer = fetch(url);
  const [, response] = await arrived;
  return { answer, response };
}

test('waits for incomplete answers, up to the limit', async () => {
  const { answer, response } = await arrive();
  expect(await inFlight.whenIdle(20)).toBe(1);
  const idle = inFlight.whenIdle(5_000);
  response.end('late');
  expect(await (await answer).text()).toBe('late');
  expect(await idle).toBe(0);
  expect(await inFlight.whenIdle(5_000)).toBe(0);
});

test('closes each connection after its answer once draining has started', async () => {
  const first = await arrive();
  inFlight.startDraining();
  const second = await arrive();
  for (const { response } of [first, second]) response.end();
  const headers = await Promise.all(
    [first, second].map(async ({ answer }) => (await answer).headers.get('connection')),
  );
  expect(headers).toEqual(['close', 'close']);
});
