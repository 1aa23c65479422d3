import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startProduct } from '../../scripts/test-server.mjs';
import { expect, test } from '../fixtures';

test.describe.configure({ mode: 'serial' });

async function signUp(url: string): Promise<{ agent_id: string; api_key: string }> {
  const answer = await fetch(`${url}/api/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return (await answer.json()) as { agent_id: string; api_key: string };
}

test('a stop answers running calls, refuses new ones and exits with 0', async () => {
  const product = await startProduct();
  const { api_key: key } = await signUp(product.url);
  const headers = { authorization: `Bearer ${key}` };
  const waiting = fetch(`${product.url}/api/streams/me/events?timeout_ms=50000`, { headers });
  const metrics = async () => (await fetch(`${product.url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/^botplay_queue_running\{queue="waiting_calls"\} 1$/m);
  const startedMs = Date.now();
  const { pid } = JSON.parse(await fs.readFile(path.join(product.dataDirectory, 'botplay.lock'), 'utf8'));
  const stopped = product.stop();
  // npm and supervisors forward the signal a second time; that must not force the exit. The first one has been handled
  // when the server is not ready any more.
  const isReady = () =>
    fetch(`${product.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { intervals: [5] }).toBe(false);
  process.kill(pid, 'SIGTERM');
  const answer = await waiting;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ events: [] });
  expect(await stopped).toBe(0);
  expect(Date.now() - startedMs).toBeLessThan(25_000);
  await expect(fetch(`${product.url}/healthz`)).rejects.toThrow();
});

test('a start on a used port names the port and exits with 1', async () => {
  const squatter = net.createServer().listen(0);
  await once(squatter, 'listening');
  const { port } = squatter.address() as net.AddressInfo;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: '' },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  squatter.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} is in use`);
});

test('names invalid environment variables before it creates any file', async () => {
  const dataDirectory = path.join(os.tmpdir(), `botplay-never-${process.pid}`);
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: '80x', LOG_LEVEL: 'loud', DATABASE_URL: '', BOTPLAY_DATA_DIR: dataDirectory },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(output).toMatch(/PORT: must be a whole number[\s\S]*LOG_LEVEL: must be one of/);
  expect(output).not.toContain('    at ');
  await expect(fs.access(dataDirectory)).rejects.toThrow();
});
