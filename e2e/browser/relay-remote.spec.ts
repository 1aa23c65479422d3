import { readFile } from 'node:fs/promises';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { WebSocket } from 'ws';
import { expect, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '@/e2e/fixtures/browser';
import { joinAsAgent } from '@/examples/relay/agent.mjs';

test.slow();

/** The garden of examples/relay on an origin of its own, as another party would serve it. */
async function serveGarden(): Promise<{ server: Server; url: string }> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = http.createServer(async (request, response) => {
    const name = path.basename(request.url?.split('?')[0] ?? '') || 'index.html';
    const text = await readFile(path.join('examples/relay/garden', name)).catch(() => null);
    response.writeHead(text ? 200 : 404, { 'content-type': types[path.extname(name)] ?? 'text/plain' }).end(text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('a page of another origin hosts a room that its researcher made, together with an agent', async ({
  page,
  url,
  request: visitor,
}) => {
  const garden = await serveGarden();
  await signUp(page);
  await page.goto('/console/studies');
  await page.getByLabel('Study', { exact: true }).fill('garden-01');
  await page.getByLabel('Participants, one a line').fill('P07');
  await page.getByLabel('Page', { exact: true }).selectOption('remote');
  await page.getByLabel('Address of your page').fill(garden.url);
  await page.getByRole('button', { name: 'Make rooms' }).click();
  const rooms = page.getByRole('table', { name: 'Rooms of studies' });
  await expect(rooms.getByRole('row').filter({ hasText: 'P07' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [room] = (await (await page.request.get('/api/console/relay/rooms')).json()).rooms;

  const host = await page.context().newPage();
  await host.goto(room.page_link);
  await expect(host.getByRole('status')).toHaveText('Connected');
  const pushed: string[] = [];
  const agent = await joinAsAgent({
    url: `${url.replace(/^http/, 'ws')}/agent/ws`,
    room: room.session_id,
    token: room.join_token,
    onPush: ({ type }) => pushed.push(type),
    WebSocket,
  });
  const { sessionId } = await agent.start();
  expect(await agent.snapshot()).toMatchObject({ uiSpec: { title: 'Garden', items: [] } });
  expect(await agent.call('plant', { plant: 'rose' }, 'It is red.')).toMatchObject({ uiSpec: { items: ['rose'] } });
  await expect(host.getByRole('list', { name: 'Bed' })).toHaveText('rose');
  await expect(host.getByText('agent: plant: It is red.')).toBeVisible();
  await host.getByRole('button', { name: 'Plant tulip' }).click();
  await host.getByLabel('Message to the agent').fill('I like tulips.');
  await host.keyboard.press('Enter');
  await expect.poll(() => pushed).toContain('user.message');
  expect(await agent.snapshot()).toMatchObject({ uiSpec: { items: ['rose', 'tulip'] } });
  await expect(agent.call('plant', { plant: 'oak' }, 'r')).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  const ended = await agent.end('done');
  expect(ended).toMatchObject({ sessionId, stateReset: true });
  await expect(host.getByRole('list', { name: 'Bed' })).toHaveText('');
  agent.close();

  const { log } = ended.ext as { log: string };
  const lines = (await (await page.request.get(log)).text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).type)).toContain('tool.called');
  const study = await page.request.get('/console/studies/export?study_id=garden-01');
  expect((await study.text()).trimEnd().split('\n')).toHaveLength(lines.length);
  expect((await page.request.get(log.replace(/token=.*/, 'token=guessed'))).status()).toBe(404);
  for (const path of [`/console/studies/${sessionId}/log`, '/console/studies/export?study_id=garden-01'])
    expect((await visitor.get(path)).status()).toBe(401);
  await page.goto(`/console/studies/${sessionId}`);
  await expect(page.getByRole('list', { name: `Steps of ${sessionId}` }).getByText('plant rose')).toBeVisible();

  const thief = await page.context().newPage();
  await thief.goto('about:blank');
  const refused = await thief.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address);
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      }),
    `${url.replace(/^http/, 'ws')}/agent/ws?room=${room.session_id}`,
  );
  expect(refused).toBe('refused');

  await page.goto('/console/studies');
  await page.getByRole('button', { name: 'New keys' }).click();
  await page.getByRole('button', { name: 'Make new keys' }).click();
  await expect(host.getByRole('status')).toContainText('Open the link of its room again');
  const [renewed] = (await (await page.request.get('/api/console/relay/rooms')).json()).rooms;
  expect(renewed.page_link).not.toBe(room.page_link);
  await host.goto('about:blank');
  await host.goto(renewed.page_link);
  await expect(host.getByRole('status')).toHaveText('Connected');
  await expectAccessible(host);
  garden.server.close();
});

test('the page of the relay shows frames live, and its files can be imported', async ({ page, request }) => {
  await page.goto('/booking');
  await expect(page.getByRole('button', { name: /The Tide Clock/ })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Ask me before it books' })).toBeChecked();
  await page.getByRole('button', { name: 'Connect an agent' }).click();
  const join = JSON.parse((await page.locator('pre', { hasText: 'relay.join' }).textContent()) ?? '');
  const docs = await page.context().newPage();
  await docs.goto('/docs/relay');
  await expectAccessible(docs);
  await docs.getByLabel('sessionId').fill(join.payload.sessionId);
  if (join.ext) await docs.getByLabel('Join token, if the page shows one').fill(join.ext.token);
  await docs.getByRole('button', { name: 'Connect', exact: true }).click();
  const frames = docs.getByRole('list', { name: 'Frames' });
  await expect(frames).toContainText('relay.joined');
  for (const name of ['Start a session', 'Ask for the state']) {
    await docs.getByRole('button', { name }).click();
    await docs.getByRole('button', { name: 'Send', exact: true }).click();
  }
  await expect(frames).toContainText('snapshot.state');
  await docs.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(docs);
  for (const name of ['host.mjs', 'agent.mjs', 'replay.mjs']) {
    const file = await request.get(`/docs/relay/${name}`);
    expect(file.headers()).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(file.headers()['content-type']).toContain('text/javascript');
  }
});
