import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { type IdentityProvider, startIdentityProvider } from '@/lib/testing/identity-provider';
import { startProduct, temporaryDirectory } from '../../scripts/test-server.mjs';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, openAccount } from '../fixtures/browser';

// One worker for all of them: they share a product that knows a provider.
test.describe.configure({ mode: 'default' });
test.setTimeout(300_000);

const run = promisify(execFile);
let provider: IdentityProvider;
let product: Awaited<ReturnType<typeof startProduct>>;
let legal: string;
let people = 0;
let mailServer: SMTPServer;
/** The source of each mail that was sent. */
const mails: string[] = [];
const IDENTITY_KEY = 'identity-key-of-the-browser-tests';

/** A mail server on a free port; returns its address. */
async function startMailServer(): Promise<string> {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      void text(stream).then((source) => {
        mails.push(source.replace(/=\r\n/g, '').replace(/=3D/g, '='));
        done();
      });
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  return `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`;
}

/** The link of the mail to an address, by the first word of its path. */
async function mailedLink(email: string, word: 'reset' | 'verify' | 'claim' | 'unsubscribe'): Promise<string> {
  const find = () => mails.find((source) => source.includes(`To: ${email}`) && source.includes(`/${word}/`));
  await expect.poll(find).toBeTruthy();
  return new RegExp(`http://\\S+/${word}/[^\\s"<]+`).exec(find() ?? '')?.[0] ?? '';
}

test.beforeAll(async () => {
  provider = await startIdentityProvider();
  legal = await temporaryDirectory('legal');
  await fs.writeFile(path.join(legal, 'terms.md'), '## Fair play\n\nDo not sell seats. <script>alert(1)</script>\n');
  await fs.writeFile(path.join(legal, 'imprint.md'), 'Example Works, 1 Example Road\n');
  product = await startProduct({
    EXHIBITION: 'false',
    IDENTITY_KEY,
    LEGAL_DIR: legal,
    SMTP_URL: await startMailServer(),
    MAIL_FROM: 'Botplay <no-reply@example.org>',
    GITHUB_ID: provider.clientId,
    GITHUB_SECRET: provider.clientSecret,
    GITHUB_URL: provider.url,
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Example Works',
  });
});
test.afterAll(async () => {
  await product?.stop();
  await provider?.close();
  mailServer?.close();
  await fs.rm(legal, { recursive: true, force: true });
});
test.beforeEach(() => {
  const id = ++people;
  provider.person = { id, email: `someone${id}@example.org`, emailVerified: true, name: `Someone ${id}` };
});

test('shows the buttons of configured providers only', async ({ page, url }) => {
  await page.goto(`${product.url}/sign-in`);
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveText([
    'Continue with GitHub',
    'Continue with Example Works',
  ]);
  await expectAccessible(page);
  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(url + path);
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
  }
});

for (const name of ['GitHub', 'Example Works']) {
  test(`signing in by ${name} returns to the requested page`, async ({ page }) => {
    await page.goto(`${product.url}/console/sessions`);
    await page.waitForURL('**/sign-in?*');
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.waitForURL(`${product.url}/console/sessions`);
    await page.goto(`${product.url}/console/account`);
    await expect(page.getByText(provider.person.email)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Connected');
    await expect(page.getByText('This account has no password')).toBeVisible();
    await expectAccessible(page);
  });
}

test('cancelling at the provider shows a message, and the next try keeps the requested page', async ({ page }) => {
  await page.goto(`${product.url}/sign-in?callbackUrl=/console/activity`);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/sign-in?*');
  await expect(page.getByRole('alert').filter({ hasText: 'Signing in was cancelled' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await page.waitForURL(`${product.url}/console/activity`);
});

test('a password account is connected only from its settings', async ({ page, playwright }) => {
  const outside = await playwright.request.newContext({ baseURL: product.url });
  const person = await openAccount(outside);
  await outside.dispose();
  provider.person = { ...provider.person, email: person.email };
  await page.goto(`${product.url}/sign-in`);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'signs in by password' })).toBeVisible();

  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/console');
  await page.goto(`${product.url}/console/account`);
  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Signing in was cancelled' })).toBeVisible();
  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'GitHub' })).toContainText('Connected');
});

test('a reset link of the operator works once', async ({ page, browser, playwright }) => {
  const outside = await playwright.request.newContext({ baseURL: product.url });
  const person = await openAccount(outside);
  await outside.dispose();
  const elsewhere = await browser.newPage();
  await elsewhere.goto(`${product.url}/sign-in`);
  await elsewhere.getByLabel('E-mail').fill(person.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password);
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  await elsewhere.waitForURL('**/console');

  await page.goto(`${product.url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await page.getByText('You cannot read that mailbox any more?').click();
  await expect(page.getByText('npm run owner:reset')).toBeVisible();
  await expectAccessible(page);

  const env = { ...process.env, DATABASE_URL: '', NEXTAUTH_URL: '', BOTPLAY_DATA_DIR: product.dataDirectory };
  const output = await run(process.execPath, ['scripts/run-source.mjs', 'owner:reset', person.email], { env });
  // The command knows the port of the server that runs on this data directory; the host is the visitor's to choose.
  const link = new URL(/http:\/\/\S+/.exec(output.stdout)?.[0] ?? '');
  expect(link.port).toBe(new URL(product.url).port);
  const path = link.pathname;
  await page.goto(product.url + path);
  await expect(page.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('a sentence that stays');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.waitForURL('**/console');

  await elsewhere.goto(`${product.url}/console`);
  await elsewhere.waitForURL('**/sign-in?*');
  await elsewhere.goto(product.url + path);
  await expect(elsewhere.getByRole('heading', { name: 'This link is invalid or has been used' })).toBeVisible();
  await elsewhere.close();

  await page.goto(`${product.url}/console/account`);
  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill('another sentence');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Is not your present password')).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill('a sentence that stays');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The password was changed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('the account pages fit', async ({ page }) => {
    await page.goto(`${product.url}/sign-in`);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.waitForURL('**/console');
    for (const path of ['/forgot', '/reset/nothing', '/console/account', '/console/account?error=unproven_account']) {
      await page.goto(product.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSideScroll(page);
      await expectAccessible(page);
    }
  });
});

test('links the legal texts of the instance below every page, and the terms where an account is created', async ({
  page,
}) => {
  await page.goto(`${product.url}/docs/errors`);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link')).toHaveText(['Terms', 'Imprint']);
  await footer.getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Fair play');
  await expect(page.getByRole('main')).toContainText('<script>alert(1)</script>');
  await expectAccessible(page);
  await page.goto(`${product.url}/sign-up`);
  await expect(page.getByText(/By creating an account you accept the terms\.$/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  expect((await page.request.get(`${product.url}/legal/privacy`)).status()).toBe(404);
  expect((await page.request.get(`${product.url}/legal/..%2fpackage`)).status()).toBe(404);
});

test('who forgot the password gets a link by mail, sets a new one and signs in with it', async ({
  page,
  playwright,
  url,
}) => {
  const context = await playwright.request.newContext({ baseURL: product.url });
  const { email } = await openAccount(context);
  await context.dispose();
  await page.goto(`${product.url}/sign-in`);
  await page.getByRole('link', { name: /Forgot/ }).click();
  await page.waitForURL('**/forgot');
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('Look into your mailbox')).toBeVisible();
  await expectAccessible(page);
  const link = await mailedLink(email, 'reset');
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Password' }).fill('another long password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.waitForURL('**/console');
  // Without a mail server the page says who can help.
  await page.goto(`${url}/forgot`);
  await expect(page.getByText('This site sends no mail.')).toBeVisible();
});

test('an e-mail is confirmed by a mailed link in the account that it is for, and not in another one', async ({
  page,
  browser,
}) => {
  await page.goto(`${product.url}/sign-up`);
  const email = `${crypto.randomUUID()}@example.org`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/console');
  const link = await mailedLink(email, 'verify');
  const stranger = await browser.newPage();
  await stranger.goto(link);
  await stranger.waitForURL('**/sign-in?*');
  await stranger.getByRole('button', { name: 'Continue with GitHub' }).click();
  await stranger.getByRole('link', { name: 'Allow' }).click();
  await stranger.getByRole('button', { name: 'Confirm the e-mail' }).click();
  await expect(stranger.getByRole('alert').filter({ hasText: 'of another account' })).toBeVisible();
  await stranger.close();
  await page.goto(`${product.url}/console/account`);
  await expect(page.getByText('not confirmed', { exact: true })).toBeVisible();
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm the e-mail' }).click();
  await expect(page.getByText('The e-mail is confirmed.')).toBeVisible();
  await page.goto(`${product.url}/console/account`);
  await expect(page.getByText('confirmed', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

/** The address that ends mails of a list, as it stands in them. */
function unsubscribeLink(list: 'digest' | 'claims', subject: string): string {
  const signature = createHmac('sha256', IDENTITY_KEY).update(`unsubscribe:${list}:${subject}`).digest('base64url');
  return `${product.url}/unsubscribe/${list}.${subject}.${signature}`;
}

test('an owner chooses digests, and ends them by the link of a mail without a sign-in', async ({ page, browser }) => {
  const email = `${crypto.randomUUID()}@example.org`;
  const password = 'a long enough password';
  const opened = await page.request.post(`${product.url}/api/owners`, { data: { email, password } });
  const { owner_id: ownerId } = await opened.json();
  await page.goto(`${product.url}/sign-in?callbackUrl=/console/account`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Confirm your e-mail first')).toBeVisible();
  await page.goto(await mailedLink(email, 'verify'));
  await page.getByRole('button', { name: 'Confirm the e-mail' }).click();
  await expect(page.getByText('The e-mail is confirmed.')).toBeVisible();
  await page.goto(`${product.url}/console/account`);
  const section = page.getByRole('region', { name: 'Digest by mail' });
  await section.getByLabel('How often').selectOption('Every day');
  await section.getByLabel('From').selectOption('07:00');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Saved. The next one is due')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);

  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  const link = unsubscribeLink('digest', ownerId);
  const looked = await stranger.request.get(`${link}/one-click`);
  expect(looked.url()).toBe(link);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Stop the digests?' })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Stop the digests' }).click();
  await expect(other.getByRole('heading', { name: 'You get no digests' })).toBeVisible();
  await expectAccessible(other);
  await page.reload();
  await expect(section.getByLabel('How often')).toHaveValue('off');
  await section.getByLabel('How often').selectOption('Every Monday');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Saved. The next one is due')).toBeVisible();
  const oneClick = await stranger.request.post(`${link}/one-click`, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect([oneClick.status(), oneClick.url()]).toEqual([200, `${link}/one-click`]);
  await page.reload();
  await expect(section.getByLabel('How often')).toHaveValue('off');
  await other.goto(`${link}A`);
  await expect(other.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await stranger.close();
});

test('an agent has its claim link mailed, and the person refuses such mails for good', async ({ page }) => {
  const registered = await page.request.post(`${product.url}/api/agents`, {
    data: { display_name: 'Ada "the first"' },
  });
  const { api_key: key } = await registered.json();
  const email = `${crypto.randomUUID()}@example.org`;
  const claim = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await page.request.post(`${product.url}/api/me/claim`, { headers, data: { owner_email: email } });
    return [answer.status(), (await answer.json()).claimed];
  };
  expect(await claim()).toEqual([200, false]);
  await page.goto(await mailedLink(email, 'claim'));
  await expect(page).toHaveURL(/\/sign-in\?/);
  await page.goto((await mailedLink(email, 'unsubscribe')).replace(/\/one-click.*$/, ''));
  await expect(page.getByRole('heading', { name: 'Stop mails about agents?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Never mail me about agents' }).click();
  await expect(page.getByRole('heading', { name: 'No agent can mail you' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const before = mails.length;
  expect(await claim()).toEqual([200, false]);
  await page.waitForTimeout(500);
  expect(mails).toHaveLength(before);
});
