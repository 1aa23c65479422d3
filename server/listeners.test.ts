import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { InFlight } from './in-flight';
import { configuredListeners, openListener } from './listeners';

const servers: Awaited<ReturnType<typeof openListener>>[] = [];
const urls: string[] = [];

beforeAll(async () => {
  Object.assign(process.env, { LEAGUE_MANAGER_PORT: '0', REFEREE_PORT: '0' });
  resetOnce('env');
  for (const listener of configuredListeners()) {
    const server = await openListener(listener, new InFlight());
    servers.push(server);
    urls.push(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  }
});
afterAll(() => {
  for (const server of servers) server.close();
});

test('opens a listener for each configured port', () => {
  expect(urls).toHaveLength(2);
});

test('answers a JSON-RPC request with an error that has its id and names the missing system', async () => {
  for (const [index, system] of ['league manager', 'referee'].entries()) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'a1', method: 'register_player', params: {} });
    const answer = await fetch(`${urls[index]}/mcp`, { method: 'POST', body });
    expect(answer.status).toBe(501);
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 'a1',
      error: { code: -32601, message: expect.stringContaining(`no ${system} yet`) },
    });
  }
});

test('answers an invalid request with id null', async () => {
  const answer = await fetch(`${urls[0]}/mcp`, { method: 'POST', body: '{' });
  expect([answer.status, await answer.json()]).toEqual([501, expect.objectContaining({ id: null })]);
});

test('answers other paths with 404', async () => {
  expect((await fetch(`${urls[0]}/`)).status).toBe(404);
});

test('opens no listener when no port is configured', () => {
  Object.assign(process.env, { LEAGUE_MANAGER_PORT: '', REFEREE_PORT: '' });
  resetOnce('env');
  expect(configuredListeners()).toEqual([]);
});
