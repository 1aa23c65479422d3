import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';

const PAGES = [
  '/',
  '/matches',
  '/tv',
  '/town',
  '/play',
  '/leaderboards',
  '/leagues',
  '/experiences',
  '/events',
  '/docs',
  '/docs/api',
  '/booking',
  '/sign-in',
  '/embed/tv',
  '/no-such-page',
];

/** What the content policy has refused on the pages that are opened from now on. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refusedByPolicy: refused });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      refused.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  return () => page.evaluate(() => (window as unknown as { refusedByPolicy: string[] }).refusedByPolicy);
}

test('no page needs what its content policy refuses', async ({ page }) => {
  const refused = await watchPolicy(page);
  for (const path of PAGES) {
    await page.goto(path);
    if (!path.startsWith('/embed')) await page.waitForLoadState('networkidle').catch(() => {});
    expect(await refused(), path).toEqual([]);
  }
});

test('a script that a text brings into a page does not run, and the browser reports it', async ({ page }) => {
  const reported = page.waitForRequest('**/api/policy-reports');
  await page.goto('/docs');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="/x" onerror="window.injected = true">');
    // The refusal of each is reported when it would have run.
    return new Promise((resolve) => {
      let refusals = 0;
      document.addEventListener('securitypolicyviolation', () => {
        refusals++;
        if (refusals === 2) resolve('injected' in window);
      });
    });
  });
  expect(ran).toBe(false);
  expect((await (await reported).response())?.status()).toBe(204);
});

test('the theme is set before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await page.locator('html').getAttribute('data-color-scheme')).toBe('light');
});
