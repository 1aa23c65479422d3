import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { request as requests } from '@playwright/test';
import { type BucketServer, startBucketServer } from '@/lib/testing/bucket-server';
import { fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { makeRelease } from '../../scripts/release.mjs';
import { freePort, startProduct } from '../../scripts/test-server.mjs';
import { expect, registerAgent, test } from '../fixtures';

// One worker: the tests share a release.
test.describe.configure({ mode: 'default' });
test.setTimeout(300_000);

const run = promisify(execFile);

/** Gives the database and the secrets. */
let product: Awaited<ReturnType<typeof startProduct>>;
let target: string;
let folder: string;
let env: Record<string, string>;
let server: ChildProcess;
let bucket: BucketServer;

test.beforeAll(async () => {
  // Tracing and packing take a minute, several beside other tests on a slow machine.
  test.setTimeout(900_000);
  product = await startProduct({ EXHIBITION: 'false' });
  bucket = await startBucketServer('backups');
  const read = async (file: string) => JSON.parse(await fs.readFile(path.join(product.dataDirectory, file), 'utf8'));
  const { password, port } = await read('postgres.json');
  const { archive } = await makeRelease();
  target = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-release-'));
  await run('tar', ['-xzf', archive, '-C', target]);
  folder = path.join(target, path.basename(archive, '.tar.gz'));
  const sitePort = await freePort();
  env = {
    NODE_ENV: 'production',
    PATH: process.env.PATH ?? '',
    ...(await read('secrets.json')),
    DATABASE_URL: `postgresql://postgres:${password}@127.0.0.1:${port}/botplay`,
    NEXTAUTH_URL: `http://localhost:${sitePort}`,
    PORT: String(sitePort),
    EXHIBITION: 'false',
    ALLOW_PRIVATE_EXPERIENCE_HOSTS: '*',
    ...bucket.settings,
    BACKUP_SCHEDULE: '03:15',
    BACKUP_TO: 's3://backups/release',
    BACKUP_PASSPHRASE: 'a long sentence',
  };
});
test.afterAll(async () => {
  server?.kill();
  await bucket?.close();
  await product?.stop();
  if (target) await fs.rm(target, { recursive: true, force: true });
});

/** Runs a program of the release to its end. */
const runOf = (program: string, args: readonly string[], more: Record<string, string> = env) =>
  run(process.execPath, [path.join(folder, program), ...args], {
    cwd: os.tmpdir(),
    env: more as NodeJS.ProcessEnv,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      text: failed.stdout + failed.stderr,
    }),
  );

test('a release says what is missing, and starts with Node alone where nothing else is', async () => {
  const { DATABASE_URL: _none, ...without } = env;
  expect(await runOf('start.mjs', [], without)).toMatchObject({
    code: 1,
    text: expect.stringContaining('DATABASE_URL is missing'),
  });
  const startedMs = performance.now();
  server = spawn(process.execPath, [path.join(folder, 'start.mjs')], {
    cwd: os.tmpdir(),
    env: env as NodeJS.ProcessEnv,
    stdio: 'pipe',
  });
  const output: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (part) => output.push(String(part)));
  await expect
    .poll(
      () =>
        fetch(`${env.NEXTAUTH_URL}/readyz`).then(
          ({ status }) => status,
          () => output.join(''),
        ),
      { intervals: [50] },
    )
    .toBe(200);
  console.log(`release ready after ${Math.round(performance.now() - startedMs)} ms`);
  expect(output.join('')).not.toMatch(/Built in|MODULE_NOT_FOUND/);
});

test('a release serves pages with their files, both transports, house bots, pictures and verification', async () => {
  const context = await requests.newContext({ baseURL: env.NEXTAUTH_URL });
  const html = await (await context.get('/')).text();
  const files = [...html.matchAll(/(?:src|href)="(\/_next\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(5);
  for (const file of new Set(files)) expect((await context.get(file)).status(), file).toBe(200);
  for (const page of [
    '/docs/publishing',
    '/docs/relay',
    '/town',
    '/embed/tv',
    '/opengraph-image',
    '/docs/examples.tgz',
  ])
    expect((await context.get(page)).status(), page).toBe(200);
  expect(await (await context.get('/api/version')).json()).toMatchObject({ name: 'botplay' });
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a long enough password' };
  expect((await context.post('/api/owners', { data: account })).status()).toBe(201);

  const agent = await registerAgent(context, 'Released');
  const client = new Client({ name: 'release', version: '1.0.0' });
  const headers = { authorization: `Bearer ${agent.apiKey}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${env.NEXTAUTH_URL}/mcp`), { requestInit: { headers } }),
  );
  const who = await client.callTool({ name: 'auth.whoami', arguments: {} });
  expect(who.structuredContent).toMatchObject({ agent_id: agent.id });
  await client.close();

  const { session_id: id } = await agent.call('POST', '/sessions', { experience_id: await agent.experience('Chess') });
  const answer = await agent.step(id, 'e2e4');
  expect(answer.experience_response).toMatchObject({ your_turn: true });
  expect((await context.get(`/matches/${id}/opengraph-image`)).status()).toBeLessThan(500);

  const remote = await fakeExperience({ transport: 'mcp' });
  const manifest = { ...manifestFor(remote), name: `Remote ${crypto.randomUUID()}` };
  const { id: experience_id } = await agent.call('POST', '/experiences', { manifest });
  await expect
    .poll(async () => (await agent.call('GET', `/experiences/${experience_id}`)).verification_status, {
      timeout: 30_000,
    })
    .toBe('verified');
  await remote.close();
  await context.dispose();
});

test('a release makes the backup of its schedule on a thread, in a bucket, and reads it from there', async () => {
  const list = () => runOf('botplay.mjs', ['backup', '--list']);
  await expect.poll(async () => (await list()).text, { timeout: 60_000 }).toContain('s3://backups/release/botplay-');
  const [address = ''] = /s3:\S+/.exec((await list()).text) ?? [];
  const checked = await runOf('botplay.mjs', ['restore', address, '--check']);
  expect(checked, checked.text).toMatchObject({ code: 0 });
});

test('a release has the commands of the checkout, and not its benchmarks', async () => {
  expect(await fs.readdir(path.join(folder, 'dist'))).not.toContain('bench');
  expect(await runOf('botplay.mjs', [])).toMatchObject({ code: 2, text: expect.stringContaining('owner:admin') });
  expect(await runOf('botplay.mjs', ['owner:admin', 'nobody@example.org'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('No account has the e-mail'),
  });
  expect(await runOf('botplay.mjs', ['owner:reset', 'nobody@example.org'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('No account has the e-mail nobody@example.org'),
  });
  const { code, text } = await runOf('botplay.mjs', ['secrets']);
  expect(code).toBe(0);
  const names = text
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(names).toEqual(['NEXTAUTH_SECRET', 'ENCRYPTION_KEYS', 'IDENTITY_KEY', 'JWT_KEYS']);
  const again = await runOf('botplay.mjs', ['secrets']);
  expect(again.text).not.toBe(text);
  const backups = path.join(target, 'backups');
  const backup = await runOf('botplay.mjs', ['backup', backups]);
  expect(backup, backup.text).toMatchObject({ code: 0 });
  const [file = ''] = await fs.readdir(backups);
  const checked = await runOf('botplay.mjs', ['restore', path.join(backups, file), '--check']);
  expect(checked, checked.text).toMatchObject({ code: 0 });
});
