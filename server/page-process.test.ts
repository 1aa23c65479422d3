import http from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toAppError } from '@/lib/core/errors';
import { programArguments } from '@/lib/testing/program';
import { listen } from './http';
import { PageProcess } from './page-process';

const [file = '', ...before] = programArguments(`${import.meta.dirname}/testing/pages-process.ts`).reverse();
const pages = new PageProcess({ file, execArgv: before.reverse(), variables: () => ({ PAGES_TEST: 'given' }) });
const server = http.createServer((request, response) => {
  response.setHeader('content-security-policy', 'of the parent');
  response.setHeader('x-frame-options', 'DENY');
  pages.serve(request, response).catch((thrown: unknown) => response.writeHead(toAppError(thrown).http).end());
});
let url = '';

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server, { port: 0 })}`;
  await pages.begin();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await pages.close();
});

const processOf = async (): Promise<number> => (await (await fetch(`${url}/process`)).json()).pid;

async function readFigure(name: string, label = ''): Promise<number> {
  const metric = (await pages.measure()).find((one) => one.name === name);
  const value = metric?.values.find(({ labels }) => label === '' || Object.values(labels).includes(label));
  return value?.value ?? 0;
}

test('passes the whole request on, and the whole answer back', async () => {
  const answer = await fetch(`${url}/a%20b?c=%ff`, {
    method: 'POST',
    headers: { cookie: 'session=1', 'content-type': 'text/plain' },
    body: 'a form',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
  expect(answer.headers.get('content-security-policy')).toBe('of the page');
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
  const received = await answer.json();
  expect(received).toMatchObject({ method: 'POST', url: '/a%20b?c=%ff', body: 'a form', given: 'given' });
  expect(received.headers).toMatchObject({ cookie: 'session=1', host: new URL(url).host, 'content-length': '6' });
  const head = await fetch(`${url}/missing`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([404, '']);
});

test('passes on an answer that repeats a long URL with escapes', async () => {
  const location = await new Promise<string | undefined>((resolve, reject) => {
    const request = http.get(`${url}/moved`, { maxHeaderSize: 65_536 }, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers.location));
    });
    request.once('error', reject);
  });
  expect(location).toMatch(/%3F$/);
});

test('answers as the page is written, and tells the page of a reader that goes', async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/slow`, { signal: leaving.signal });
  const first = await answer.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe('first ');
  leaving.abort();
  await expect.poll(() => readFigure('botplay_policy_reports_total', 'gone')).toBe(1);
});

test('gives its figures a label', async () => {
  const loops = (await pages.measure()).find(({ name }) => name === 'nodejs_eventloop_lag_seconds');
  expect(loops?.values[0]?.labels).toMatchObject({ process: 'pages' });
  expect(await readFigure('process_start_time_seconds')).toBeGreaterThan(0);
});

test('answers 503 where the process ends, and starts another one', async () => {
  const [before, running] = [await processOf(), fetch(`${url}/slow`)];
  expect((await fetch(`${url}/crash`)).status).toBe(503);
  await running.then((answer) => answer.text()).catch(() => {});
  const answer = await fetch(`${url}/again`);
  expect([answer.status, (await answer.json()).url]).toEqual([200, '/again']);
  expect(await processOf()).not.toBe(before);
});

test('names TMPDIR where its socket cannot be made', async () => {
  vi.stubEnv('TMPDIR', '/nonexistent');
  await expect(new PageProcess({ file }).begin()).rejects.toThrow(
    'Temporary files cannot be written to /nonexistent (TMPDIR): ENOENT',
  );
  vi.unstubAllEnvs();
});
