import type { Browser, BrowserContextOptions, Page, Request } from '@playwright/test';
import { type Agent, beginTicTacToe, expect, test } from '@/e2e/fixtures';
import { ALL_GAMES } from '@/lib/games';

test.slow();

/** Bytes of a kilobyte, as browsers count them. */
const KB = 1_000;
/** How much slower than this machine the processor is where shifts are looked for: what comes late is drawn late. */
const SLOWDOWN = 4;
/** The largest sizes of a watching page. docs/decisions/0046-weight-of-pages.md */
const WATCHING = { scriptsKb: 180, stylesAndFontsKb: 60 };
/** TV draws several games at a time, and is left on for hours. */
const TV = { scriptsKb: 205, stylesAndFontsKb: 60 };
const EMBEDDED = { scriptsKb: 80, stylesAndFontsKb: 60 };
/** The sum of unexpected shifts of a page. */
const MAX_SHIFT = 0.01;

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

interface Place {
  name: string;
  /** A function makes it right before the page is measured. */
  path: string | (() => Promise<string>);
  isReady: (page: Page) => Promise<void>;
  most: { scriptsKb: number; stylesAndFontsKb: number };
  window?: BrowserContextOptions;
}

interface Measured {
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

/** A page is loaded when none of these files was asked for in this time. */
const QUIET_MS = 400;

/** Makes the processor of a page this many times slower. */
async function slowDown(page: Page, slowdown: number): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/**
 * Opens a page with an empty cache and a processor that is `slowdown` times slower. Counts the compressed bytes of every script,
 * style sheet and font that it loads until `isReady`, and until nothing more was asked for in `QUIET_MS`: what a script draws later
 * can ask for fonts.
 */
async function measure(
  browser: Browser,
  url: string,
  { path, isReady, window = DESK }: Place,
  slowdown: number,
): Promise<Measured> {
  const context = await browser.newContext(window);
  const page = await context.newPage();
  await page.addInitScript(observePaints);
  if (slowdown > 1) await slowDown(page, slowdown);
  const loading = new Set<Request>();
  let lastRequestAt = 0;
  const bytes: Record<string, number> = {};
  page.on('request', (request) => {
    if (!COUNTED.includes(request.resourceType())) return;
    loading.add(request);
    lastRequestAt = performance.now();
  });
  page.on('requestfinished', async (request) => {
    const type = request.resourceType();
    if (!COUNTED.includes(type)) return;
    const { responseBodySize } = await request.sizes();
    bytes[type] = (bytes[type] ?? 0) + responseBodySize;
    loading.delete(request);
  });
  await page.goto(`${url}${typeof path === 'string' ? path : await path()}`, { waitUntil: 'load' });
  await isReady(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
  await expect.poll(() => loading.size === 0 && performance.now() - lastRequestAt > QUIET_MS).toBe(true);
  const seen = await page.evaluate(() => (window as unknown as { seen: Measured }).seen);
  await context.close();
  const kb = (...types: string[]) => types.reduce((sum, type) => sum + (bytes[type] ?? 0), 0) / KB;
  return { ...seen, scriptsKb: kb('script'), stylesAndFontsKb: kb('stylesheet', 'font') };
}

/** Measures each page and prints the table. */
async function measureAll(browser: Browser, url: string, places: readonly Place[], slowdown = 1): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const place of places) measured.push(await measure(browser, url, place, slowdown));
  console.table(
    measured.map(({ scriptsKb, stylesAndFontsKb, largestPaintMs, shift }, index) => ({
      page: places[index]?.name,
      'scripts, KB': scriptsKb.toFixed(1),
      'styles and fonts, KB': stylesAndFontsKb.toFixed(1),
      [`largest paint, ms${slowdown > 1 ? ` (${slowdown} times slower)` : ''}`]: Math.round(largestPaintMs),
      shift: shift.toFixed(4),
    })),
  );
  for (const [index, { scriptsKb, stylesAndFontsKb }] of measured.entries()) {
    const { name, most } = places[index] as Place;
    expect(scriptsKb, `scripts of ${name}`).toBeGreaterThan(1);
    expect(scriptsKb, `scripts of ${name}`).toBeLessThanOrEqual(most.scriptsKb);
    expect(stylesAndFontsKb, `styles and fonts of ${name}`).toBeGreaterThan(1);
    expect(stylesAndFontsKb, `styles and fonts of ${name}`).toBeLessThanOrEqual(most.stylesAndFontsKb);
  }
  return measured;
}

const isLive = (page: Page) => expect(page.getByText('LIVE', { exact: true }).first()).toBeVisible();
const isFinal = (page: Page) => expect(page.getByText('Final', { exact: false }).first()).toBeVisible();
const hasHeading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

test('the watching pages stay within their sizes', async ({ browser, signUp, url }) => {
  const running = await beginTicTacToe(signUp);
  await running.move(0, 'B2');
  const finished = await beginTicTacToe(signUp);
  for (const [ply, cell] of ['A1', 'B1', 'A2', 'B2', 'A3'].entries()) await finished.move(ply % 2 === 0 ? 0 : 1, cell);
  const hasOperation = (page: Page) =>
    expect(page.getByRole('link', { name: /^GET \/api\/experiences / }).first()).toBeVisible();
  await measureAll(browser, url, [
    { name: 'home', path: '/', isReady: isLive, most: WATCHING },
    { name: 'finished match', path: `/matches/${finished.matchId}`, isReady: isFinal, most: WATCHING },
    { name: 'TV', path: '/tv', isReady: isLive, most: TV },
    { name: 'archive', path: '/matches', isReady: hasHeading, most: WATCHING },
    { name: 'embedded match', path: `/embed/matches/${running.matchId}`, isReady: isLive, most: EMBEDDED },
    {
      name: 'REST reference',
      path: '/docs/api',
      isReady: hasOperation,
      most: { scriptsKb: 180, stylesAndFontsKb: 90 },
    },
  ]);
});

/** Begins a match of an agent against a house bot. @returns the path of its page */
async function beginAgainstHouse(agent: Agent, title: string): Promise<string> {
  const experience_id = await agent.experience(title);
  const { session_ui_url } = await agent.call('POST', '/sessions', { experience_id });
  return new URL(session_ui_url).pathname;
}

test('a match of each game stays within the sizes, and nothing shifts on desk and phone', async ({
  browser,
  signUp,
  url,
}) => {
  const places: Place[] = [];
  for (const { title } of ALL_GAMES.filter(({ hosting }) => hosting.solo)) {
    // A match without a move for a minute waits, and is not LIVE any more: each begins when its page is measured.
    const path = async () => beginAgainstHouse(await signUp('Nova'), title);
    places.push({ name: title, path, isReady: isLive, most: WATCHING });
  }
  expect(places.length).toBeGreaterThan(8);
  const onPhone = places
    .filter(({ name }) => ['Chess', 'Sea battle', 'Mancala', 'Blackjack'].includes(name))
    .map((place) => ({ ...place, name: `${place.name}, phone`, window: PHONE }));
  expect(onPhone).toHaveLength(4);
  const all = [...places, ...onPhone];
  const measured = await measureAll(browser, url, all, SLOWDOWN);
  for (const [index, { shift }] of measured.entries())
    expect(shift, `shift of ${all[index]?.name}`).toBeLessThanOrEqual(MAX_SHIFT);
});

/**
 * How long the living home page is looked at, and how much may shift in this time: long enough that times are counted in minutes, and
 * that matches without a move wait, which takes a minute.
 */
const LIVING_MS = 120_000;
const MAX_LIVING_SHIFT = 0.02;

interface Shift {
  atMs: number;
  value: number;
  /** The elements that moved, with their places before and after. */
  moved: string[];
}

/** Keeps every unexpected shift with what moved, from the first moment of the page. */
function observeShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element
      ? `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.slice(0, 40)}"`
      : 'gone';
  };
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Entry[])
      if (!hadRecentInput)
        shifts.push({
          atMs: Math.round(startTime),
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${nameOf(node)}: ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
          ),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}

test('nothing jumps on a home page in two minutes', async ({ browser, url, signUp }) => {
  test.setTimeout(LIVING_MS + 120_000);
  const pages = await Promise.all(
    [{ viewport: { width: 1440, height: 900 } }, PHONE].map(async (window) => {
      const context = await browser.newContext(window);
      const page = await context.newPage();
      await page.addInitScript(observeShifts);
      await page.goto(url);
      await isLive(page);
      return page;
    }),
  );
  // Results arrive while it is looked at: short matches begin and end.
  const until = Date.now() + LIVING_MS;
  let ended = 0;
  while (Date.now() < until) {
    const match = await beginTicTacToe(signUp);
    for (const [ply, cell] of ['A1', 'B1', 'A2', 'B2', 'A3'].entries()) await match.move(ply % 2 === 0 ? 0 : 1, cell);
    ended++;
    await new Promise((resolve) => setTimeout(resolve, 8_000));
  }
  expect(ended).toBeGreaterThan(3);
  for (const page of pages) {
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    const worst = [...shifts].sort((one, other) => other.value - one.value).slice(0, 8);
    expect(sum, JSON.stringify(worst, null, 1)).toBeLessThanOrEqual(MAX_LIVING_SHIFT);
    await page.context().close();
  }
});

/** Scripts of a page that nobody watches, at most. */
const OTHER = { scriptsKb: 220, stylesAndFontsKb: 130 };

/** Every page that a visitor can open, beside those above. */
const OTHER_PATHS = [
  '/play',
  '/play/lobbies',
  '/town',
  '/town/rankings',
  '/leaderboards',
  '/leagues',
  '/events',
  '/experiences',
  '/board',
  '/booking',
  '/docs',
  '/sign-in',
  '/sign-up',
  '/status',
];

test('every other page of a visitor stays within its size', async ({ browser, url }) => {
  const places = OTHER_PATHS.map((path): Place => ({ name: path, path, isReady: hasHeading, most: OTHER }));
  await measureAll(browser, url, places);
});
