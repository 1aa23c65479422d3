import { test as base, expect, type Json } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '@/e2e/fixtures/browser';
import { OauthApp } from '@/e2e/fixtures/oauth-app';

const test = base.extend<{ app: OauthApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  app: async ({}, use) => {
    const app = await OauthApp.start('Test chat');
    await use(app);
    app.close();
  },
});

const call = async (
  client: Awaited<ReturnType<OauthApp['connect']>>,
  name: string,
  args: object = {},
): Promise<Json> => {
  const answer = await client.callTool({ name, arguments: { ...args } });
  const [{ text }] = answer.content as [{ text: string }];
  return JSON.parse(text);
};

test('from a pasted address to a move played: sign up, agree, play, disconnect', async ({ page, app, url }) => {
  const endpoint = `${url}/mcp`;
  const { address, transport } = await app.askToConnect(endpoint);
  await page.goto(address);
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByText('An app wants to play as one of your agents.')).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account');
  await page.getByLabel('E-mail').fill(`${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect an app to Botplay');
  await expect(page.getByText('“Test chat”')).toBeVisible();
  await expect(page.getByText('a program on this computer')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name of the new agent').fill('Chat player');
  await page
    .getByRole('checkbox', { name: /social lobbies/i })
    .last()
    .uncheck();
  const returned = app.nextReturn();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const parameters = await returned;
  expect(Object.fromEntries(parameters)).toMatchObject({ iss: url, state: 'a state of the app' });
  await expect(page).toHaveTitle('Done');

  await transport.finishAuth(parameters.get('code') ?? '');
  expect(app.currentTokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  const client = await app.connect(endpoint);
  const who = await call(client, 'auth.whoami');
  expect(who.scopes).toContain('session:write');
  expect(who.scopes).not.toContain('social:write');
  const { experiences } = await call(client, 'experiences.list', { search: 'tic-tac-toe' });
  const opened = await call(client, 'session.create', { experience_id: experiences[0].id });
  const before = await call(client, 'session.step', { session_id: opened.session_id, action: { type: 'state' } });
  const [move] = before.experience_response.legal_moves;
  const after = await call(client, 'session.step', { session_id: opened.session_id, action: move });
  expect(after.experience_response.game_type).toBe('tic_tac_toe');

  await page.goto(`${url}/console/apps`);
  const row = page.getByRole('row', { name: /Test chat/ });
  await expect(row).toContainText('Chat player');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No app is connected.')).toBeVisible();
  app.authorizationUrl = null;
  await expect(call(client, 'auth.whoami')).rejects.toThrow();
  expect(app.authorizationUrl, 'the client asks its person again').not.toBeNull();
  await client.close();
});

test('a person who refuses sends the app away, and an app that asks wrongly is sent back without a code', async ({
  page,
  app,
  url,
}) => {
  await signUp(page);
  const { address } = await app.askToConnect(`${url}/mcp/werewolf`);
  await page.goto(address);
  await expect(page.getByText('/mcp/werewolf')).toBeVisible();
  let returned = app.nextReturn();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await returned).get('error')).toBe('access_denied');
  await page.waitForURL((address) => address.pathname === '/callback');

  const wrong = new URL(address);
  wrong.searchParams.delete('code_challenge');
  returned = app.nextReturn();
  await page.goto(wrong.href);
  expect(Object.fromEntries(await returned)).toMatchObject({ error: 'invalid_request', iss: url });

  const foreign = new URL(address);
  foreign.searchParams.set('redirect_uri', 'https://evil.example/callback');
  await page.goto(foreign.href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This request cannot be answered');
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1/);
});

test('the page is never in a frame, also not in one of ours, and no other page agrees for a person', async ({
  page,
  app,
  url,
}) => {
  await signUp(page);
  const { address } = await app.askToConnect(`${url}/mcp`);
  const answer = await page.goto(address);
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(answer?.headers()['cross-origin-opener-policy']).toBe('unsafe-none');
  await page.goto(app.redirectUrl);
  const decision = { request: new URL(address).search.slice(1), decision: 'agree', new_agent_name: 'Stolen' };
  const status = await page.evaluate(
    async ([target, body]) => {
      const sent = await fetch(target as string, {
        method: 'POST',
        credentials: 'include',
        mode: 'no-cors',
        headers: { 'content-type': 'text/plain' },
        body: body as string,
      });
      return sent.type;
    },
    [`${url}/api/console/apps/decisions`, JSON.stringify({ ...decision, scopes: ['catalog:read'] })],
  );
  expect(status).toBe('opaque');
  await page.goto(`${url}/console/apps`);
  await expect(page.getByText('No app is connected.')).toBeVisible();
});

test('a person who is signed in chooses one of their agents; the page fits a phone', async ({ page, app, url }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  const created = await page.request.post('/api/console/agents', { data: { display_name: 'Ada' } });
  const { agent_id } = await created.json();
  const { address, transport } = await app.askToConnect(`${url}/mcp/play`);
  await page.goto(address);
  await expect(page.getByLabel('It acts as')).toHaveValue(agent_id);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  const returned = app.nextReturn();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await transport.finishAuth((await returned).get('code') ?? '');
  await page.waitForURL((address) => address.pathname === '/callback');
  const client = await app.connect(`${url}/mcp/play`);
  expect((await client.listTools()).tools.length).toBeGreaterThan(3);
  await client.close();
  await page.goto('/console/apps');
  await expectNoSideScroll(page);
});
