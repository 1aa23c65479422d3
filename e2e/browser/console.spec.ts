import type { Locator } from '@playwright/test';
import { test as base, expect } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, openAccount, type Person, signUp } from '@/e2e/fixtures/browser';

const test = base.extend<{ /** Has an account and is not signed in here. */ newcomer: Person }>({
  newcomer: async ({ request }, use) => use(await openAccount(request)),
});

const HOSTILE = `<script>alert(1)</script> \u05E9\u05DC\u05D5\u05DD ${'W'.repeat(15)}`;

test('an owner signs up, connects an agent, sees its first call, rotates and revokes its key', async ({
  page,
  url,
}) => {
  const whoami = (key: string) => fetch(`${url}/api/whoami`, { headers: { authorization: `Bearer ${key}` } });
  const freshKey = async () => (await page.getByTestId('fresh-key').textContent()) ?? '';

  await signUp(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create your first agent' }).click();
  await page.getByLabel('Name').fill(HOSTILE);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.waitForURL('**/console/agents/*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);

  // A double click creates one key, because a second one would never be shown.
  await page.getByRole('button', { name: 'Create key' }).dblclick();
  const first = await freshKey();
  await expect(page.getByRole('table', { name: 'API keys' }).getByRole('row')).toHaveCount(2);
  expect(first).toMatch(/^pgos_[0-9A-Za-z]{43}$/);
  await expect(page.getByRole('group', { name: 'Terminal' }).first()).toContainText(first);
  await expectAccessible(page);

  const waiting = page.locator('[data-state]').filter({ hasText: 'first call' });
  await expect(waiting).toHaveAttribute('data-state', 'waiting');
  expect((await whoami(first)).status).toBe(200);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^Rotate / }).click();
  await page.getByRole('radio', { name: /Works for 1 more hour/ }).check();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByTestId('fresh-key')).not.toHaveText(first);
  const second = await freshKey();
  expect([(await whoami(first)).status, (await whoami(second)).status]).toEqual([200, 200]);

  const [newRow, oldRow] = [second, first].map((key) =>
    page.getByRole('row', { name: new RegExp(`^(?:(?!pgos_).)*${key.slice(0, 13)}`) }),
  ) as [Locator, Locator];
  await expect(oldRow).toContainText(`by ${second.slice(0, 13)}…`);
  const revoke = newRow.getByRole('button', { name: /^Revoke / });
  for (const way of ['Keep it', 'Close']) {
    await revoke.click();
    await page.getByRole('dialog').getByRole('button', { name: way }).click();
    await expect(revoke).toBeFocused();
  }
  await revoke.click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(newRow).toContainText('Revoked');
  expect([(await whoami(first)).status, (await whoami(second)).status]).toEqual([200, 401]);

  await page.reload();
  await expect(page.getByTestId('fresh-key')).toHaveCount(0);
  expect(await page.content()).not.toContain(second.slice(13));
});

test('a self-registered agent is claimed by the first person who opens its link', async ({
  page,
  signUp: signUpAgent,
}) => {
  const agent = await signUpAgent('Foundling');
  const path = new URL(agent.claimUrl).pathname;
  await page.goto(path);
  await page.waitForURL('**/sign-in?*');
  await signUp(page, path);
  await expect(page.getByText('Foundling')).toBeVisible();
  await expectAccessible(page);
  const refused: number[] = [];
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.status()));
  await page.getByRole('button', { name: 'Claim this agent' }).dblclick();
  await page.waitForURL(`**/console/agents/${agent.id}`);
  expect(refused).toEqual([]);
  // A used link is reported before the visitor has to sign up.
  await page.context().clearCookies();
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'This claim link is invalid or has been used' })).toBeVisible();
});

test('signing in shows faults, and returns to the requested page', async ({ page, newcomer }) => {
  await page.goto('/console/activity?outcome=error');
  await page.waitForURL('**/sign-in?*');
  await page.getByLabel('E-mail').fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'do not match' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/console/activity?outcome=error');
});

test('signing in never redirects to another site', async ({ page, newcomer }) => {
  await page.goto('/sign-in?callbackUrl=https://evil.example/');
  await page.getByLabel('E-mail').fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/console');
});

test('an owner corrects the memory of an agent', async ({ page, url, signUp: signUpAgent }) => {
  const agent = await signUpAgent('Rememberer');
  const experience = await agent.experience('Tic-tac-toe');
  await agent.call('PUT', `/memory/${experience}`, { data: { wins: 1 } });
  await agent.call('PUT', `/memory/${experience}`, { data: { wins: 2 } });
  await signUp(page, new URL(agent.claimUrl).pathname);
  await page.getByRole('button', { name: 'Claim this agent' }).click();
  await page.waitForURL('**/console/agents/*');

  await page.goto(`${url}/console/memory`);
  await page.getByRole('link', { name: 'Tic-tac-toe' }).click();
  await expect(page.getByRole('table', { name: 'What the agent will see' })).toContainText('wins');
  await expect(page.getByRole('progressbar', { name: /Memory used: 10 B of 64.0 KB/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByLabel('Memory as JSON');
  await editor.fill('{ "wins": ');
  await expect(page.getByRole('button', { name: 'Save as version 3' })).toBeDisabled();
  await editor.fill('{ "wins": 7 }');
  await page.getByRole('button', { name: 'Save as version 3' }).click();
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
  expect((await agent.call('GET', `/memory/${experience}`)).data).toEqual({ wins: 7 });
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Version 4', { exact: true })).toBeVisible();
  expect((await agent.call('GET', `/memory/${experience}`)).data).toEqual({ wins: 1 });
  await expectAccessible(page);

  // A version that is written while the editor is open is not overwritten.
  await page.getByRole('button', { name: 'Edit' }).click();
  await editor.fill('{ "wins": 9 }');
  await page.getByRole('button', { name: 'Restore version 3' }).click();
  await expect(page.getByRole('button', { name: 'Restore version 4' })).toBeVisible();
  await page.getByRole('button', { name: 'Save as version 5' }).click();
  await expect(page.getByText('This memory has changed meanwhile.')).toBeVisible();
  await expect(editor).toHaveValue('{ "wins": 9 }');
  expect((await agent.call('GET', `/memory/${experience}`)).data).toEqual({ wins: 7 });
});

test('a form says in our words what is missing, below each field, with the focus on the first', async ({ page }) => {
  await page.goto('/sign-up');
  const [email, password] = [page.getByLabel('E-mail'), page.getByLabel('Password', { exact: true })];
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(email).toHaveAccessibleDescription('Fill this in.');
  await expect(email).toBeFocused();
  await email.fill('nobody');
  await password.pressSequentially('short');
  await password.press('Enter');
  await expect(email).toHaveAccessibleDescription('Write an e-mail address, such as you@example.org.');
  await expect(password).toHaveAccessibleDescription(/At least 10 characters; these are 5\.$/);
  await expectAccessible(page);
  await email.fill('nobody@example.org');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(password).toBeFocused();
});

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the public pages fit, and axe finds no fault', async ({ page }) => {
    test.slow();
    for (const path of [
      '/sign-in',
      '/sign-up',
      '/experiences',
      '/docs',
      '/docs/tools',
      '/docs/tools/session.create',
      '/docs/games/chess',
      '/docs/builders',
      '/docs/town',
      '/docs/publishing',
      '/docs/errors',
      '/docs/limits',
      '/docs/ranking',
      '/docs/api',
    ]) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoSideScroll(page);
        await expectAccessible(page);
      });
    }

    // The menu does not stay over what the Tab key reaches after it.
    await page.getByRole('button', { name: 'Pages' }).press('Enter');
    const menu = page.locator(':popover-open');
    await menu.getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    await expect(menu).toHaveCount(0);
    await expect(page.locator('main :focus')).toHaveCount(1);
  });

  test('the console fits', async ({ page }) => {
    test.slow();
    await signUp(page);
    for (const path of [
      '/console',
      '/console/sessions',
      '/console/memory',
      '/console/credentials',
      '/console/activity',
      '/console/account',
      '/publish',
      '/publish/new',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSideScroll(page);
      await expectAccessible(page);
    }
  });
});

test('the REST reference lists every operation, is searched, and links to each', async ({ page }) => {
  await page.goto('/docs/api?pages=true');
  await page.getByLabel('Search the operations').fill('console/agents');
  await page.getByRole('link', { name: /^POST \/api\/console\/agents / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('POST /api/console/agents');
  await expectAccessible(page);
});

const LONG_NAMES = {
  'one long word': 'W'.repeat(50),
  'right to left': 'שלום עולם זה שם ארוך מאוד של אדם שמשחק כאן בכל יום',
  emoji: '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u{1F3F3}\uFE0F\u200D\u{1F308}'.repeat(5),
};

test.describe('a name of 50 characters at 390 px', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  for (const [kind, name] of Object.entries(LONG_NAMES)) {
    test(`as ${kind} does not widen a page and is aligned by its direction`, async ({
      page,
      openOwner,
      signUp: signUpAgent,
    }) => {
      test.slow();
      const owner = await openOwner();
      const agent = await owner.agent(name);
      const experience_id = await agent.experience('Tic-tac-toe');
      const { game_session_id } = await agent.call('POST', '/lobbies', { experience_id });
      const stranger = await signUpAgent(name);
      await signUp(page, new URL(stranger.claimUrl).pathname);
      await expectNoSideScroll(page);
      await page.getByRole('button', { name: 'Claim this agent' }).click();
      await page.waitForURL('**/console/agents/*');
      await expectNoSideScroll(page);
      await stranger.call('GET', '/whoami');
      for (const path of ['/console', '/console/activity', `/agents/${agent.id}`, '/play?game=tic_tac_toe']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoSideScroll(page);
      }
      await page.goto(`/matches/${game_session_id}`);
      const storedName = page.getByRole('listitem').filter({ hasText: 'Host' }).locator('bdi');
      await expect(storedName).toHaveText(name);
      await expectNoSideScroll(page);
      // What is cut off is the end: the element that cuts goes the way that the name goes.
      const direction = await storedName.evaluate((element) => {
        const { direction: way, textOverflow } = getComputedStyle(element);
        return { way, textOverflow };
      });
      expect(direction).toEqual({ way: kind === 'right to left' ? 'rtl' : 'ltr', textOverflow: 'ellipsis' });
    });
  }
});

test('without a connection nothing that was typed is lost, and nothing is sent later without being asked for', async ({
  page,
  context,
  newcomer,
}) => {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Botplay did not answer. Check the connection')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(newcomer.email);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/console');

  await page.getByRole('button', { name: 'Create your first agent' }).click();
  await page.getByLabel('Name').fill('Offline');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No agent was created.' })).toBeVisible();
  await context.setOffline(false);
  expect(sent).toEqual(['/api/console/agents']);
  await expect(page.getByLabel('Name')).toHaveValue('Offline');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.waitForURL('**/console/agents/*');

  // As after signing out in another tab, when the person comes back to this one.
  const cookies = await context.cookies();
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await context.clearCookies();
  await comeBack();
  const notice = page.getByRole('alert').filter({ hasText: 'You are signed out' });
  await expect(notice.getByRole('link', { name: 'sign in here' })).toHaveAttribute(
    'href',
    `/sign-in?callbackUrl=${encodeURIComponent(new URL(page.url()).pathname)}`,
  );
  await page.getByRole('link', { name: 'Traces' }).click();
  await page.waitForURL('**/sign-in?callbackUrl=%2Fconsole%2Fagents%2F*');
  await context.addCookies(cookies);
  await page.goBack();
  // The way back may load the page once more.
  await expect(comeBack).toPass();
  await expect(notice).toHaveCount(0);

  await page.getByRole('button', { name: /^Account of / }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Botplay does not answer' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
});
