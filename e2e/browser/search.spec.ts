import { expect, test } from '@/e2e/fixtures';

test('the search opens the first thing found at Enter', async ({ page, signUp }) => {
  const name = `Finder ${Date.now()}`;
  await signUp(name);
  await page.goto('/');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search' }).fill(name);
  const found = page.getByRole('dialog').getByText(name);
  await expect(found).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});
