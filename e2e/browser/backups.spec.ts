import { startBucketServer } from '@/lib/testing/bucket-server';
import { startProduct } from '../../scripts/test-server.mjs';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll } from '../fixtures/browser';
import { waitsUntilReady } from '../fixtures/ready';

test.setTimeout(300_000);

test('an administrator sees the backups of the schedule, and why one failed', async ({ browser }) => {
  const bucket = await startBucketServer('backups');
  const { AWS_REGION: _region, AWS_SESSION_TOKEN: _token, ...settings } = bucket.settings;
  const schedule = { BACKUP_SCHEDULE: '03:15', BACKUP_PASSPHRASE: 'a long sentence', ...settings };
  const products = [
    await startProduct({ EXHIBITION: 'false', ...schedule, BACKUP_TO: 's3://backups/site' }),
    await startProduct({ EXHIBITION: 'false', ...schedule, BACKUP_TO: 's3://missing/site' }),
  ];
  try {
    for (const [index, product] of products.entries()) {
      // Two products of one host would replace each other's cookies.
      const page = waitsUntilReady(await browser.newPage());
      await page.goto(`${product.url}/sign-up`);
      await page.getByLabel('E-mail').fill('first@example.org');
      await page.getByLabel('Password', { exact: true }).fill('a long enough password');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL('**/console');
      const row = page.getByRole('region', { name: 'Backups', exact: true }).getByRole('row').nth(1);
      await expect(async () => {
        await page.goto(`${product.url}/admin/jobs`);
        await expect(row).toContainText(index === 0 ? 'stored' : 'failed', { timeout: 1_000 });
      }).toPass({ timeout: 30_000 });
      await expect(row).toContainText(index === 0 ? 's3://backups/site/botplay-' : 'There is no bucket missing at');
      await expect(page.getByText('The next one is due')).toBeVisible();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSideScroll(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `test-results/backups-${index}-${width}-${colorScheme}.png` });
        }
      }
      await expectAccessible(page);
      await page.context().close();
    }
  } finally {
    await Promise.all(products.map((product) => product.stop()));
    await bucket.close();
  }
});
