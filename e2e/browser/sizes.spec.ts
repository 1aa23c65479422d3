import type { Browser, Page, Request } from '@playwright/test';
import { beginTicTacToe, expect, test } from '@/e2e/fixtures';

test.slow();

/** Bytes of a kilobyte, as browsers count them. */
const KB = 1_000;
/** How much slower than this machine the processor is for the times that are printed. */
const SLOWDOWN = 4;

interface Measured {
  page: string;
  scriptsKb: number;
  stylesAndFontsKb: number;
  largestPaintMs: number;
  shift: number;
}

/** Records the largest paint and the sum of unexpected shifts, from the first moment of the page. */
function observePaints(): void {
  const seen = { largestPaintMs: 0, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The kinds of files that the sizes count. */
const COUNTED = ['script', 'stylesheet', 'font'];

/**
 * Opens a page with an empty cache and a slow processor. Counts the compressed bytes of every script, style sheet and font
 * that it loads until `isReady`.
 */
async function measure(
  browser: Browser,
  name: string,
  address: string,
  isReady: (page: Page) => Promise<void>,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observePaints);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const loading = new Set<Request>();
  const bytes: Record<string, number> = {};
  page.on('request', (request) => {
    if (COUNTED.includes(request.resourceType())) loading.add(request);
  });
  page.on('requestfinished', async (request) => {
    const type = request.resourceType();
    if (!COUNTED.includes(type)) return;
    const { responseBodySize } = await request.sizes();
    bytes[type] = (bytes[type] ?? 0) + responseBodySize;
    loading.delete(request);
  });
  await page.goto(address, { waitUntil: 'load' });
  await isReady(page);
  await expect.poll(() => loading.size).toBe(0);
  const seen = await page.evaluate(() => (window as unknown as { seen: Measured }).seen);
  await context.close();
  const kb = (...types: string[]) => types.reduce((sum, type) => sum + (bytes[type] ?? 0), 0) / KB;
  return { ...seen, page: name, scriptsKb: kb('script'), stylesAndFontsKb: kb('stylesheet', 'font') };
}

test('the watching pages stay within their sizes', async ({ browser, signUp, url }) => {
  const { matchId, move } = await beginTicTacToe(signUp);
  await move(0, 'B2');
  const isLive = (page: Page) => expect(page.getByText('LIVE', { exact: true }).first()).toBeVisible();
  const hasOperation = (page: Page) =>
    expect(page.getByRole('link', { name: /^GET \/api\/experiences / }).first()).toBeVisible();
  const pages = [
    { name: 'home', path: '/', isReady: isLive, scriptsKb: 182, stylesAndFontsKb: 60 },
    { name: 'match', path: `/matches/${matchId}`, isReady: isLive, scriptsKb: 197, stylesAndFontsKb: 60 },
    {
      name: 'embedded match',
      path: `/embed/matches/${matchId}`,
      isReady: isLive,
      scriptsKb: 64,
      stylesAndFontsKb: 40,
    },
    { name: 'REST reference', path: '/docs/api', isReady: hasOperation, scriptsKb: 300, stylesAndFontsKb: 120 },
  ];
  const measured: Measured[] = [];
  for (const { name, path, isReady } of pages) measured.push(await measure(browser, name, `${url}${path}`, isReady));
  console.table(
    measured.map(({ page, scriptsKb, stylesAndFontsKb, largestPaintMs, shift }) => ({
      page,
      'scripts, KB': scriptsKb.toFixed(1),
      'styles and fonts, KB': stylesAndFontsKb.toFixed(1),
      [`largest paint, ms (${SLOWDOWN} times slower)`]: Math.round(largestPaintMs),
      shift: shift.toFixed(4),
    })),
  );
  for (const [index, one] of measured.entries()) {
    const most = pages[index] as (typeof pages)[number];
    expect(one.scriptsKb, `scripts of ${one.page}`).toBeGreaterThan(1);
    expect(one.scriptsKb, `scripts of ${one.page}`).toBeLessThanOrEqual(most.scriptsKb);
    expect(one.stylesAndFontsKb, `styles and fonts of ${one.page}`).toBeGreaterThan(1);
    expect(one.stylesAndFontsKb, `styles and fonts of ${one.page}`).toBeLessThanOrEqual(most.stylesAndFontsKb);
  }
});
