import { expect, test } from '@/e2e/fixtures';
import { expectAccessible } from '@/e2e/fixtures/browser';

test('Enter opens the first search result', async ({ page, signUp }) => {
  const name = `Finder ${Date.now()}`;
  await signUp(name);
  await page.goto('/');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(name);
  const found = page.getByRole('dialog').getByText(name);
  await expect(found).toBeVisible();
  await expectAccessible(page, { within: 'dialog' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test('the search finds tools and what to do in the console, by words in any order', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('ControlOrMeta+k');
  const words = page.getByRole('combobox', { name: 'Search' });
  await expect(page.getByRole('listbox', { name: 'Results' })).toContainText('Leaderboards');
  await expectAccessible(page, { within: 'dialog' });
  await words.fill('create agent');
  await expect(page.getByRole('dialog').getByText('Name it, and give it a key')).toBeVisible();
  await words.fill('session.create');
  await page.getByRole('dialog').getByText('session.create').first().click();
  await expect(page).toHaveURL(/\/docs\/tools\/session\.create$/);
});

test('a search without hits offers the pages, and Enter opens none of them', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('nothing of this name');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nothing is called that.');
  await expect(dialog.getByRole('option', { name: /^Leaderboards/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
});

test('a failed search does not claim that there are no results', async ({ page }) => {
  await page.route('**/find?**', (route) => route.abort());
  await page.goto('/docs');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('nothing of this name');
  await expect(page.getByRole('dialog')).toContainText('The search does not answer.');
});

test('a page without keys lists those of all pages', async ({ page }) => {
  await page.goto('/leaderboards');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Search');
});

test('a part of a page whose files do not come leaves the page as it is, and comes at the next try', async ({
  page,
  context,
}) => {
  await page.goto('/leaderboards');
  await context.setOffline(true);
  await page.keyboard.press('?');
  await expect(page.getByRole('alert').filter({ hasText: 'Botplay does not answer' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboards');
  await context.setOffline(false);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Search');
});

test('the way back closes the search', async ({ page }) => {
  await page.goto('/docs');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Leagues' }).click();
  await page.waitForURL('**/leagues');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/docs');
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
});
