import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useDatabase } from '@/lib/testing/database';
import { InFlight } from './in-flight';
import { configuredListeners, openListener } from './listeners';

useDatabase();

const servers: Awaited<ReturnType<typeof openListener>>[] = [];
const urls: string[] = [];

beforeAll(async () => {
  Object.assign(process.env, { LEAGUE_MANAGER_PORT: '0', REFEREE_PORT: '0', METRICS_PORT: '0' });
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
  expect(urls).toHaveLength(3);
});

test('serves the league manager and the referee at /mcp of their ports', async () => {
  for (const [index, name] of ['league-manager', 'referee'].entries()) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    const answer = await fetch(`${urls[index]}/mcp`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: 1, result: { serverInfo: { name } } });
  }
});

test('serves the metrics at METRICS_PORT', async () => {
  const answer = await fetch(`${urls[2]}/metrics`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('botplay_')]);
});

test('answers bad JSON with 400 and id null', async () => {
  const answer = await fetch(`${urls[0]}/mcp`, { method: 'POST', body: '{' });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
  ]);
});

test('answers other paths with 404', async () => {
  expect((await fetch(`${urls[0]}/`)).status).toBe(404);
});

test('opens no listener when no port is configured', () => {
  Object.assign(process.env, { LEAGUE_MANAGER_PORT: '', REFEREE_PORT: '', METRICS_PORT: '' });
  resetOnce('env');
  expect(configuredListeners()).toEqual([]);
});
