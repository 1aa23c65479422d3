import type { Browser, Page } from '@playwright/test';
import { startProduct } from '../../scripts/test-server.mjs';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll } from '../fixtures/browser';
import { waitsUntilReady } from '../fixtures/ready';

// One worker for all of them: they share a product where administrators decide who joins.
test.describe.configure({ mode: 'default' });
test.setTimeout(300_000);

const PASSWORD = 'a long enough password';
let product: Awaited<ReturnType<typeof startProduct>>;
let administrator: Page;

test.beforeAll(async ({ browser }) => {
  product = await startProduct({ EXHIBITION: 'false', SIGN_UP: 'approval', AGENT_SELF_REGISTRATION: 'approval' });
  administrator = await openPage(browser);
  // The first account of an instance that is not in production is its administrator.
  await askForAccount(administrator, 'first@example.org');
  await administrator.waitForURL('**/console');
});
test.afterAll(async () => {
  await administrator?.close();
  await product?.stop();
});

const openPage = async (browser: Browser) => waitsUntilReady(await browser.newPage());

async function askForAccount(page: Page, email: string, note?: string): Promise<void> {
  await page.goto(`${product.url}/sign-up`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  if (note) await page.getByLabel('To the administrators').fill(note);
  await page.getByRole('button', { name: 'Ask for an account' }).click();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${product.url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a person asks for an account, waits, and signs in after an administrator has approved it', async ({ page }) => {
  await askForAccount(page, 'teacher@example.org', 'I teach a class.');
  await expect(page.getByText('An administrator decides about your account')).toBeVisible();
  await expectAccessible(page);
  await signIn(page, 'teacher@example.org');
  await expect(page.getByRole('alert').filter({ hasText: 'an administrator has not decided yet' })).toBeVisible();

  await administrator.goto(`${product.url}/admin/registration`);
  await expectAccessible(administrator);
  await administrator.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(administrator);
  await administrator.setViewportSize({ width: 1280, height: 800 });
  const row = administrator.getByRole('row').filter({ hasText: 'teacher@example.org' });
  await expect(row).toContainText('I teach a class.');
  await row.getByRole('button', { name: 'Approve' }).click();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(row).toHaveCount(0);

  await signIn(page, 'teacher@example.org');
  await page.waitForURL('**/console');
});

test('a refused person reads so at the sign-in page', async ({ page }) => {
  await askForAccount(page, 'stranger@example.org');
  await expect(page.getByText('An administrator decides about your account')).toBeVisible();
  await administrator.goto(`${product.url}/admin/registration`);
  const row = administrator.getByRole('row').filter({ hasText: 'stranger@example.org' });
  await row.getByRole('button', { name: 'Refuse' }).click();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(row).toHaveCount(0);
  await signIn(page, 'stranger@example.org');
  await expect(page.getByRole('alert').filter({ hasText: 'refused this account' })).toBeVisible();
});

test('an invitation opens one account without a decision', async ({ page }) => {
  await administrator.goto(`${product.url}/admin/registration`);
  await administrator.getByLabel('Note').fill('For a friend');
  await administrator.getByRole('button', { name: 'Make an invitation' }).click();
  const link = await administrator.getByRole('group', { name: 'The link, shown once' }).textContent();
  await expect(administrator.getByRole('row').filter({ hasText: 'For a friend' })).toContainText('1 of 1');
  await expectAccessible(administrator);
  await page.goto(link?.trim() ?? '');
  await page.getByLabel('E-mail').fill('friend@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/console');
  await administrator.reload();
  await expect(administrator.getByRole('row').filter({ hasText: 'For a friend' })).toContainText('0 of 1');
});
