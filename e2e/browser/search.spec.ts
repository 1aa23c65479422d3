import { expect, test } from '@/e2e/fixtures';
import { expectAccessible } from '@/e2e/fixtures/browser';

test('the search opens the first thing found at Enter', async ({ page, signUp }) => {
  const name = `Finder ${Date.now()}`;
  await signUp(name);
  await page.goto('/');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search' }).fill(name);
  const found = page.getByRole('dialog').getByText(name);
  await expect(found).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test('a search that is not answered does not say that nothing was found', async ({ page }) => {
  await page.route('**/find?**', (route) => route.abort());
  await page.goto('/docs');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search' }).fill('nothing of this name');
  await expect(page.getByRole('dialog')).toContainText('The search does not answer.');
});

test('a page without keys of its own shows those that work everywhere', async ({ page }) => {
  await page.goto('/leaderboards');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Search');
});
