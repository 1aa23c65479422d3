import { startProduct } from '../../scripts/test-server.mjs';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll } from '../fixtures/browser';
import { waitsUntilReady } from '../fixtures/ready';

test.setTimeout(300_000);

test('an announcement stands above every page until a visitor dismisses it, without a script', async ({
  page,
  browser,
}) => {
  const product = await startProduct({ EXHIBITION: 'false' });
  try {
    await page.goto(`${product.url}/sign-up`);
    await page.getByLabel('E-mail').fill('first@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/console');
    await page.goto(`${product.url}/admin/announcements`);
    await page.getByLabel('Text').fill('Botplay stops for an update at 18:00 UTC.');
    await page.getByLabel('Severity').selectOption('warning');
    await page.getByLabel('Until').fill('2099-01-01T00:00');
    await page.getByRole('button', { name: 'Announce', exact: true }).click();
    await expect(page.getByText('Must be within a year')).toBeVisible();
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);
    await page.getByLabel('Until').fill(tomorrow);
    await page.getByRole('button', { name: 'Announce', exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: 'stops for an update' })).toBeVisible();
    await expectAccessible(page);

    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const visitor = await context.newPage();
    const strip = visitor.getByRole('complementary', { name: 'Announcements' });
    for (const path of ['/', '/sign-in', '/docs/errors', '/leaderboards?x=1']) {
      await visitor.goto(product.url + path);
      await expect(strip).toContainText('Warning: Botplay stops for an update at 18:00 UTC.');
    }
    await strip.getByRole('button', { name: 'Dismiss' }).click();
    await visitor.waitForURL(`${product.url}/leaderboards?x=1`);
    await expect(strip).toHaveCount(0);
    await context.close();

    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const other = waitsUntilReady(await phone.newPage());
    await other.goto(product.url);
    await expectNoSideScroll(other);
    await expectAccessible(other);
    await other.screenshot({ path: 'test-results/announcement-390.png' });
    await phone.close();
    await page.goto(product.url);
    await page.screenshot({ path: 'test-results/announcement-1280.png' });
  } finally {
    await product.stop();
  }
});
