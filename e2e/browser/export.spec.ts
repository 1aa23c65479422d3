import fs from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '../fixtures/browser';

test.slow();

test('an owner downloads everything about the account', async ({ page, browser }) => {
  const { email } = await signUp(page);
  await page.goto('/console/account');
  await page.getByRole('link', { name: 'Download your data' }).click();
  await page.getByRole('button', { name: 'Make an archive' }).click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(file.suggestedFilename()).toMatch(/^botplay-export-.*\.zip$/);
  const files = unzipSync(await fs.readFile(await file.path()));
  expect(Buffer.from(files['account/account.jsonl'] ?? []).toString()).toContain(email);

  const address = await link.getAttribute('href');
  const stranger = await (await browser.newContext()).newPage();
  expect((await stranger.request.get(new URL(address ?? '', page.url()).href)).status()).toBe(401);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('It was removed.')).toBeVisible();
});
