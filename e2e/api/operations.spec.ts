import { readFile } from 'node:fs/promises';
import WebSocket from 'ws';
import { expect, test } from '../fixtures';

test('healthz, readyz and metrics answer', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  const ready = await request.get('/readyz');
  expect(await ready.json()).toEqual({ status: 'ok', checks: { database: 'ok', bus: 'ok', process: 'ok' } });
  await request.get('/api/whoami');
  const metrics = await (await request.get('/metrics')).text();
  expect(metrics).toContain('botplay_http_request_duration_seconds_count{lane="rest",status="4xx"}');
  expect(metrics).toMatch(/botplay_active_matches \d+/);
});

test('operations endpoints answer a wrong method with Allow', async ({ request }) => {
  const answer = await request.post('/healthz');
  expect([answer.status(), answer.headers().allow]).toEqual([405, 'GET, HEAD']);
});

test('pages send security headers', async ({ request }) => {
  const headers = (await request.get('/')).headers();
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]{22,24}';/);
  const again = (await request.get('/')).headers()['content-security-policy'];
  expect(again).not.toBe(headers['content-security-policy']);
  for (const path of ['/healthz', '/api/whoami', '/mcp', '/icon.svg', '/llms.txt'])
    expect((await request.get(path)).headers()['x-content-type-options'], path).toBe('nosniff');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-powered-by']).toBeUndefined();
});

test('refuses an upgrade on an unknown path', async ({ baseURL, request }) => {
  const opened = await new Promise<string>((resolve) => {
    const socket = new WebSocket(`${baseURL?.replace('http', 'ws')}/unknown`);
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('refused');
  });
  expect(opened).toBe('refused');
  expect((await request.get('/healthz')).ok()).toBe(true);
});

test('pages of visitors ignore a malformed X-Forwarded-Proto', async ({ request }) => {
  for (const path of ['/sign-in', '/sign-up'])
    expect((await request.get(path, { headers: { 'x-forwarded-proto': '%' } })).status(), path).toBe(200);
});

test('GET /api/version names the version of package.json to everybody', async ({ request }) => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(await (await request.get('/api/version')).json()).toEqual({ name: 'botplay', version });
});
