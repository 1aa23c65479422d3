import type { Browser, Page } from '@playwright/test';
import { expect, type Json, test } from '../fixtures';
import { signUp } from '../fixtures/browser';
import { openWithLateScripts, waitsUntilReady } from '../fixtures/ready';

test.slow();

/** One's own seat, as the server knows it. */
async function ownSeat(page: Page): Promise<Json> {
  const matchId = new URL(page.url()).pathname.split('/').at(-1);
  return (await (await page.request.get(`/api/play/matches/${matchId}`)).json()).seat;
}

async function beginAlone(page: Page, game: string): Promise<void> {
  await page.goto(`/play?game=${game}`);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/matches/*');
  await expect(page.getByRole('region', { name: 'Your seat' }).getByRole('status').first()).toHaveText('Your turn');
  await blur(page);
}

/** Nothing has the focus: keys are heard by the page alone. */
const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

/** Presses every key of a board where it must do nothing: with a modifier, in a field, behind a dialog. */
async function pressInVain(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    for (const modifier of ['Alt', 'Control', 'Shift']) await page.keyboard.press(`${modifier}+${key}`);
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { id: 'field' })));
  await page.locator('#field').focus();
  for (const key of keys) await page.keyboard.press(key);
  expect((await page.locator('#field').inputValue()).length).toBe(keys.length);
  await page.locator('#field').evaluate((field) => field.remove());

  await page.getByRole('button', { name: 'Keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog).toBeVisible();
  // Also where the focus has left the dialog: on its rim, say.
  for (const leave of [false, true]) {
    if (leave) await blur(page);
    for (const key of keys.filter((key) => leave || key !== 'Space')) await page.keyboard.press(key);
  }
  // The keys of the page are those of the dialog too: the position stays the newest.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Back to live' })).toHaveCount(0);
  await blur(page);
}

/** Presses a key and waits until it has made one move. */
async function pressOnce(page: Page, key: string): Promise<Json> {
  // While a move is being sent, the buttons are disabled, and their keys too.
  await expect(page.locator('fieldset[aria-busy="true"]')).toHaveCount(0);
  const { ply } = await ownSeat(page);
  await page.keyboard.press(key);
  await expect.poll(async () => (await ownSeat(page)).ply).toBe(ply + 1);
  return ownSeat(page);
}

/** Bets by a digit until a hand can be played; the dealer or a blackjack may end a round immediately. */
async function dealtHand(page: Page): Promise<Json> {
  for (;;) {
    const seat = await ownSeat(page);
    if (seat.status !== 'active') await beginAlone(page, 'blackjack');
    else if (seat.view.phase === 'play') return seat;
    else {
      await expect(page.getByRole('button', { name: /^Bet / }).first()).toBeVisible();
      await pressOnce(page, '1');
    }
  }
}

const handOf = (seat: Json) => seat.view.seats[0].hands[0];

test('blackjack is played by keys, and ignores keys for other elements', async ({ page }) => {
  await signUp(page, '/play');
  await beginAlone(page, 'blackjack');
  await expect(page.getByRole('button', { name: /^Bet / }).first()).toBeVisible();
  const [, second] = (await ownSeat(page)).legal_moves;
  await pressInVain(page, ['1']);
  const after = await pressOnce(page, '2');
  expect(after.view.seats[0].hands[0].bet).toBe(second.bet);

  await dealtHand(page);
  await expect(page.getByRole('button', { name: /^Stand/ })).toBeVisible();
  await pressInVain(page, ['h', 's', 'd', 'p']);
  const stood = await pressOnce(page, 's');
  expect(handOf(stood)).toMatchObject({ doubled: false, state: 'stand' });
  expect(handOf(stood).cards).toHaveLength(2);

  await dealtHand(page);
  await expect(page.getByRole('button', { name: /^Hit/ })).toBeVisible();
  const hit = await pressOnce(page, 'h');
  expect(handOf(hit).cards).toHaveLength(3);
  while ((await ownSeat(page)).view.phase === 'play') {
    await expect(page.getByRole('button', { name: /^Stand/ })).toBeVisible();
    await pressOnce(page, 's');
  }

  await dealtHand(page);
  await expect(page.getByRole('button', { name: /^Double/ })).toBeVisible();
  const doubled = await pressOnce(page, 'd');
  expect(handOf(doubled)).toMatchObject({ doubled: true });
  expect(handOf(doubled).cards).toHaveLength(3);
});

/** The addresses that the page of a spectator asks for. */
async function addressesOfSpectator(browser: Browser, url: string): Promise<Set<string>> {
  const context = await browser.newContext();
  const page = waitsUntilReady(await context.newPage());
  const addresses = new Set<string>();
  page.on('request', (request) => addresses.add(request.url()));
  await page.goto(url);
  await context.close();
  return addresses;
}

test('a key that a player presses before the files of the seat are there acts when they are', async ({
  page,
  browser,
}) => {
  await signUp(page, '/play');
  await beginAlone(page, 'blackjack');
  const before = await ownSeat(page);
  const ofSpectator = await addressesOfSpectator(browser, page.url());
  const deliver = await openWithLateScripts(page, page.url(), (address) => !ofSpectator.has(address));
  await expect(page.getByRole('button', { name: /^Bet / }).first()).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.locator('html[data-ready]')).toHaveCount(0);
  expect((await ownSeat(page)).ply).toBe(before.ply);
  deliver();
  await expect.poll(async () => (await ownSeat(page)).ply).toBe(before.ply + 1);
  expect((await ownSeat(page)).view.seats[0].hands[0].bet).toBe(before.legal_moves[1].bet);
});

test('slots are spun by Space, unless it activates the focused element', async ({ page }) => {
  await signUp(page, '/play');
  await beginAlone(page, 'slots');
  await expect(page.getByRole('button', { name: /^Spin for/ })).toBeVisible();
  await pressInVain(page, ['Space']);
  await page.getByRole('button', { name: 'Embed' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await blur(page);
  expect((await ownSeat(page)).view.spins_done).toBe(0);
  for (const spins of [1, 2, 3]) {
    await expect(page.getByRole('button', { name: /^Spin for/ })).toBeVisible();
    expect((await pressOnce(page, 'Space')).view.spins_done).toBe(spins);
  }
});

test('a picked place is not highlighted until the pointer moves', async ({ page }) => {
  await page.goto('/board/chess');
  const square = page.locator('[data-target="e2"]');
  const ring = () => square.evaluate((button) => getComputedStyle(button).boxShadow);
  const stir = async () => {
    const box = await square.boundingBox();
    if (!box) throw new Error('The square is on the page.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.move(box.x + box.width / 2 + 5, box.y + box.height / 2 + 5);
  };
  await expect(async () => {
    await stir();
    expect(await ring()).not.toBe('none');
  }).toPass();
  const lit = await ring();
  const press = async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
  await press();
  await expect(square).toHaveAttribute('aria-pressed', 'true');
  expect(await ring()).not.toBe(lit);
  await press();
  await expect(square).not.toHaveAttribute('aria-pressed');
  expect(await ring()).toBe('none');
  await stir();
  await expect.poll(ring).toBe(lit);
});
