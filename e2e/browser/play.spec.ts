import type { Page } from '@playwright/test';
import { connectMcp, expect, type Json, mcpToolClient, type ToolClient, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '../fixtures/browser';
import { playByAnswers, waitForEvent } from '../fixtures/play';
import { waitsUntilReady } from '../fixtures/ready';

test.slow();

const seat = (page: Page) => page.getByRole('region', { name: 'Your seat' });
const turn = (page: Page) => seat(page).getByRole('status').first();
const possible = (page: Page) => page.getByRole('button', { name: /, possible$/ });
const OVER = /^(You won|You lost|A draw)$/;

/** What the seat says next: one's own turn, or how it ended. */
async function nextTurn(page: Page): Promise<'mine' | 'over'> {
  await expect(turn(page)).toHaveText(/^(Your turn|You won|You lost|A draw)$/);
  return OVER.test((await turn(page).textContent()) ?? '') ? 'over' : 'mine';
}

/** The own move was played: the same cells are never free again, however soon the other has answered. */
async function movedOn(page: Page, free: number): Promise<void> {
  await expect.poll(() => possible(page).count()).not.toBe(free);
}

/** Plays to the end by clicking whatever may be clicked. */
async function playByClicking(page: Page): Promise<number> {
  for (let moves = 0; ; moves++) {
    if ((await nextTurn(page)) === 'over') return moves;
    const free = await possible(page).count();
    await possible(page).first().click();
    await movedOn(page, free);
  }
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

const WALK = ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];

/** Walks with Tab to the board and with arrows to a free cell. Whether it is on one. */
async function walkToFreeCell(page: Page): Promise<boolean> {
  if (!(await possible(page).first().isVisible())) return false;
  for (let tabs = 0; tabs < 60 && !/^[ABC][123], /.test(await focusedName(page)); tabs++) {
    await page.keyboard.press('Tab');
  }
  for (let steps = 0; steps < 40 && !/possible$/.test(await focusedName(page)); steps++) {
    await page.keyboard.press(WALK[steps % WALK.length] as string);
  }
  return /possible$/.test(await focusedName(page));
}

/** Plays to the end without a mouse: Tab to the board, arrows to a free cell, Enter. */
async function playByKeys(page: Page): Promise<number> {
  for (let moves = 0; ; ) {
    if ((await nextTurn(page)) === 'over') return moves;
    // The own move may be shown before the turn changes: then no cell is free until the answer comes.
    if (!(await walkToFreeCell(page))) continue;
    const free = await possible(page).count();
    await page.keyboard.press('Enter');
    await movedOn(page, free);
    moves++;
  }
}

/** Chooses tic-tac-toe on the page of games. */
async function chooseTicTacToe(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Tic-tac-toe/ }).check();
  await expect(page.getByRole('heading', { name: 'Tic-tac-toe' })).toBeVisible();
}

async function beginAgainstTheHouse(page: Page): Promise<void> {
  await page.goto('/play?game=tic_tac_toe');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/matches/*');
  await expect(turn(page)).toHaveText('Your turn');
}

const titleOf = (page: Page) => expect.poll(() => page.title());

test('a visitor plays without an account, signs up afterwards and keeps the game', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Play' }).click();
  await chooseTicTacToe(page);
  await page.getByText('Either', { exact: true }).click();
  await page.getByText('X', { exact: true }).click();
  await expect(page.getByText('You play as a guest, without an account.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/matches/*');
  const match = page.url();

  await expect(seat(page)).toContainText('You are X');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Play' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('no rating')).toBeVisible();
  await titleOf(page).toMatch(/^Your turn · /);
  await expectAccessible(page);
  expect(await playByClicking(page)).toBeGreaterThanOrEqual(3);
  await titleOf(page).not.toMatch(/^Your turn/);
  await expect(pages.getByRole('link', { name: 'Watch' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('Practice against a house bot, unrated')).toBeVisible();
  await expect(page.getByText('You played as a guest.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/sign-up?**');
  await page.getByLabel('E-mail').fill(`${crypto.randomUUID()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(match);
  await expect(seat(page)).toContainText('You are X');
  await expect(page.getByText('You played as a guest.')).toBeHidden();

  await page.goto('/play?game=tic_tac_toe');
  await expect(page.getByText(/^You play as Player /)).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Name at the board').fill('Ada at the board');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You play as Ada at the board')).toBeVisible();
});

test('two people without accounts meet by an invitation link', async ({ page, browser, url }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/play?game=tic_tac_toe&against=friend');
  await page.getByRole('button', { name: 'Make an invitation link' }).click();
  await page.waitForURL('**/matches/*');
  await expect(page.getByLabel('Invitation link')).toHaveValue(page.url());
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const friend = waitsUntilReady(await (await browser.newContext({ baseURL: url })).newPage());
  await friend.goto(await page.getByLabel('Invitation link').inputValue());
  await expect(friend.getByText('Host, X')).toBeVisible();
  await friend.getByRole('button', { name: 'Take a seat' }).click();
  await expect(seat(friend)).toContainText('You are O');
  await expect(seat(page)).toContainText('You are X');
  await page.getByRole('button', { name: /^B2, / }).click();
  await expect(turn(friend)).toHaveText('Your turn');
  await friend.context().close();
});

test('a game is started, finished and repeated by keyboard alone', async ({ page }) => {
  await signUp(page, '/play');
  await page.goto('/play?game=tic_tac_toe');
  await page.getByRole('button', { name: 'Play', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/matches/*');
  await expect(seat(page)).toContainText('You are X');
  expect(await playByKeys(page)).toBeGreaterThanOrEqual(3);

  await page.getByRole('button', { name: 'Rematch' }).focus();
  const before = page.url();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  await expect(seat(page)).toContainText('You are O');
  expect(await playByKeys(page)).toBeGreaterThanOrEqual(2);
});

test('an agent finds a person’s lobby by MCP, they play to the end, and only the ratings with people change', async ({
  page,
  url,
  signUp: signUpAgent,
}) => {
  await signUp(page, '/play');
  const name = `Nova ${crypto.randomUUID().slice(0, 8)}`;
  const agent = await signUpAgent(name);
  const nova = mcpToolClient(await connectMcp(url, agent.apiKey));
  await chooseTicTacToe(page);
  await page.getByText('Agent or person').click();
  await page.getByRole('button', { name: 'Open a lobby' }).click();
  await page.waitForURL('**/matches/*');
  await expect(page.getByText('Waiting for 1 more player.')).toBeVisible();
  await expectAccessible(page);

  const matchId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const experience_id = await agent.experience('Tic-tac-toe');
  const { lobbies } = await nova.call('lobby.list', { experience_id });
  expect(lobbies.map((lobby: Json) => lobby.game_session_id)).toContain(matchId);
  const started = waitForEvent(nova, 'me', 'match_started');
  await nova.call('lobby.join', { game_session_id: matchId });
  const { session_id } = (await started).data;

  const [, ending] = await Promise.all([playByClicking(page), playAsAgent(nova, session_id)]);
  expect(ending.status).toBe('completed');
  await expect(seat(page).getByRole('button', { name: 'Rematch' })).toBeVisible();

  const board = await nova.call('leaderboard.get', { experience_id, limit: 100 });
  const me = (await nova.call('auth.whoami')).agent_id as string;
  expect(JSON.stringify(board)).not.toContain(name);
  await page.goto('/leaderboards?game=tic_tac_toe');
  await expect(page.getByRole('link', { name })).toBeHidden();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(page.getByRole('link', { name: `${name} Agent` })).toBeVisible();
  await expect(page.getByRole('row', { name: /Person/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/agents/${me}`);
  await expect(page.getByText('No rated match yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ratings in matches with people' })).toContainText('Tic-tac-toe');
});

/** The agent plays the first legal move of each answer. */
function playAsAgent(voice: ToolClient, sessionId: string) {
  return playByAnswers(voice, sessionId, (answer) => answer.legal_moves[0]);
}

test('two people meet on the play page, and a rematch swaps the seats', async ({ page, browser, url }) => {
  const guest = waitsUntilReady(await (await browser.newContext({ baseURL: url })).newPage());
  await Promise.all([signUp(page, '/play'), signUp(guest, '/play')]);
  await page.getByRole('button', { name: 'Choose a name' }).click();
  await page.getByLabel('Name at the board').fill('Grace who waits');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You play as Grace who waits')).toBeVisible();
  await chooseTicTacToe(page);
  await page.getByText('Agent or person').click();
  await page.getByRole('button', { name: 'Open a lobby' }).click();
  await page.waitForURL('**/matches/*');

  await guest.goto('/play?game=tic_tac_toe&against=others');
  await guest.getByRole('button', { name: 'Join Grace who waits' }).click();
  await guest.waitForURL('**/matches/*');
  await expect(seat(page)).toContainText('You are X');
  await expect(seat(guest)).toContainText('You are O');
  await expect(guest.getByRole('button', { name: /, possible$/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^B2, / }).click();
  await expect(turn(guest)).toHaveText('Your turn');

  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('button', { name: 'Keep playing' }).click();
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(turn(page)).toHaveText('You won');
  await expect(turn(guest)).toHaveText('You lost');
  const before = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await guest.getByRole('button', { name: 'Accept the rematch' }).click();
  await Promise.all([page, guest].map((one) => one.waitForURL((now) => now.href !== before)));
  await expect(seat(page)).toContainText('You are O');
  await expect(seat(guest)).toContainText('You are X');
  await guest.context().close();
});

test('two tabs stay in sync, and a move without a connection waits and is played once', async ({ page, context }) => {
  await signUp(page, '/play');
  await beginAgainstTheHouse(page);
  const other = waitsUntilReady(await context.newPage());
  await other.goto(page.url());
  await expect(turn(other)).toHaveText('Your turn');
  await page.getByRole('button', { name: /^A1, / }).click();
  await expect(other.getByRole('button', { name: 'A1', exact: true })).toBeVisible();
  await expect(turn(other)).toHaveText('Your turn');
  await other.close();

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/act'))
      sent.push((request.postDataJSON() as { idempotency_key: string }).idempotency_key);
  });
  await expect(turn(page)).toHaveText('Your turn');
  await context.setOffline(true);
  await possible(page).first().click();
  await expect(turn(page)).toHaveText('Your move is waiting');
  await expect(page.getByText(/is saved and sent again automatically/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/is saved and sent again automatically/)).toBeHidden();
  await nextTurn(page);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent).size).toBe(1);
  await expect(page.getByRole('region', { name: 'Record' }).getByRole('listitem')).toHaveCount(2);
});

test('a clock that runs low is emphasised, and a timeout is announced', async ({ page }) => {
  await signUp(page, '/play');
  await page.goto('/play?game=tic_tac_toe&time=15');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/matches/*');
  await expect(seat(page).getByRole('timer')).toHaveAttribute('data-loud', 'true');
  await expect(seat(page).getByText('10 seconds left')).toBeAttached({ timeout: 20_000 });
  await expect(turn(page)).toHaveText('You lost', { timeout: 30_000 });
});

test('the play page fits 360 px, and a second game is refused with a link to the first', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, '/play');
  await expectNoSideScroll(page);
  await beginAgainstTheHouse(page);
  await expectNoSideScroll(page);
  await expect(seat(page)).toBeInViewport();
  await page.goto('/play?game=chess');
  await expect(page.getByText('You are in a game of Tic-tac-toe.')).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You are playing Tic-tac-toe already.');
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByText('You are in a game of Tic-tac-toe.')).toBeHidden();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/matches/*');
  await expect(seat(page)).toContainText('You are White');
});
