import type { Page } from '@playwright/test';
import { type Agent, expect, type Json, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp as signUpOwner } from '@/e2e/fixtures/browser';
import { openWithLateScripts } from '@/e2e/fixtures/ready';

/** X takes the left column on the fifth move. */
const MOVES = ['A1', 'B1', 'A2', 'B2', 'A3'];

interface Game {
  matchId: string;
  agents: [Agent, Agent];
}

/** Two agents in the lobby of a game that has not begun. */
async function gather(signUp: (name?: string) => Promise<Agent>, names = ['Nova', 'Ada']): Promise<Game> {
  const agents: [Agent, Agent] = [await signUp(names[0]), await signUp(names[1])];
  const experience_id = await agents[0].experience('Tic-tac-toe');
  const { game_session_id } = await agents[0].call('POST', '/lobbies', { experience_id, max_players: 2 });
  return { matchId: game_session_id, agents };
}

/** Starts the match; the sessions of the players by seat. */
async function start({ matchId, agents: [host] }: Game): Promise<string[]> {
  await host.call('POST', `/matches/${matchId}/start`, {});
  const { players } = await host.call('GET', `/matches/${matchId}`);
  return players.map((player: Json) => player.session_id);
}

async function playedMatch(signUp: (name?: string) => Promise<Agent>, names?: string[]): Promise<Game> {
  const game = await gather(signUp, names);
  await game.agents[1].call('POST', `/lobbies/${game.matchId}/join`, {});
  const sessions = await start(game);
  for (const [ply, move] of MOVES.entries()) await game.agents[(ply % 2) as 0 | 1].step(sessions[ply % 2] ?? '', move);
  return game;
}

const record = (page: Page) => page.getByRole('region', { name: 'Record' });
const moves = (page: Page) => record(page).getByRole('button', { name: /^[ABC][123]/ });
const at = (page: Page, ply: number) =>
  expect(page.getByText(`${ply} / ${MOVES.length}`, { exact: true })).toBeVisible();
const plyOf = (page: Page) => new URL(page.url()).searchParams.get('ply');

test('a spectator sees the lobby fill, the match start, each move, and the result', async ({ page, signUp }) => {
  test.slow();
  const game = await gather(signUp);
  const { matchId, agents } = game;
  await page.goto(`/matches/${matchId}`);
  await expect(page.getByText('Waiting for 1 more player.')).toBeVisible();
  await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await agents[1].call('POST', `/lobbies/${matchId}/join`, {});
  await expect(page.getByText('Enough players have joined.', { exact: false })).toBeVisible();
  await expect(page.getByText('Ada')).toBeVisible();

  const sessions = await start(game);
  await expect(page.getByRole('img', { name: /^Tic-tac-toe\. X to move/ })).toBeVisible();
  await expect(page.getByText('Only you')).toBeVisible();
  for (const [ply, move] of MOVES.entries()) {
    const played = agents[(ply % 2) as 0 | 1].step(sessions[ply % 2] ?? '', move);
    await expect(record(page).getByRole('button', { name: new RegExp(`^${move}`) })).toHaveAttribute(
      'aria-current',
      'step',
    );
    await played;
  }
  await expect(page.getByText('Nova (X) won with three in a row.').first()).toBeVisible();
  await expect(page.getByText('Won', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Lost', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(
    page.getByText('Verified. The record, the result and the positions follow from the seed and the rules.'),
  ).toBeVisible();
  await expectAccessible(page);
});

test('keys go through a match, and a link opens a position', async ({ page, signUp }) => {
  const { matchId } = await playedMatch(signUp);
  await page.goto(`/matches/${matchId}`);
  await at(page, 5);
  await page.keyboard.press('ArrowLeft');
  await at(page, 4);
  await expect.poll(() => plyOf(page)).toBe('4');
  await page.keyboard.press('Home');
  await at(page, 0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await at(page, 2);
  await expect(record(page).getByRole('button', { name: /^B1\b/ })).toHaveAttribute('aria-current', 'step');

  await page.reload();
  await at(page, 2);
  await expect(page.getByRole('img', { name: /Ada \(O\) played B1/ })).toBeVisible();
  await page.getByRole('button', { name: 'To the result' }).click();
  await at(page, 5);
  await expect.poll(() => plyOf(page)).toBeNull();
  for (const [asked, expected] of [
    [99_999, 5],
    [-1, 0],
  ] as const) {
    await page.goto(`/matches/${matchId}?ply=${asked}`);
    await at(page, expected);
  }

  await page.keyboard.press('Home');
  await page.locator('body').press('Space');
  await at(page, 2);
  await at(page, 5);

  const names = () => page.getByRole('link', { name: /^(Nova|Ada)$/ }).allTextContents();
  const before = await names();
  await page.keyboard.press('f');
  await expect.poll(names).toEqual([...before].reverse());
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('keys that a spectator presses before the scripts of the page are there act when they are', async ({
  page,
  signUp,
  url,
}) => {
  const { matchId } = await playedMatch(signUp);
  const deliver = await openWithLateScripts(page, `${url}/matches/${matchId}`);
  await at(page, 5);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('html[data-ready]')).toHaveCount(0);
  deliver();
  await at(page, 3);
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
});

test('moves during a lost connection are shown after it returns', async ({ page, signUp }) => {
  let isDown = false;
  let refused = 0;
  const open: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    if (isDown) {
      refused++;
      return socket.close();
    }
    socket.connectToServer();
    open.push(socket);
  });
  const game = await gather(signUp);
  await game.agents[1].call('POST', `/lobbies/${game.matchId}/join`, {});
  const [first = '', second = ''] = await start(game);
  await page.goto(`/matches/${game.matchId}`);
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible();

  isDown = true;
  await Promise.all(open.map((socket) => socket.close()));
  await expect(page.getByText('reconnecting…')).toBeVisible();
  await game.agents[0].step(first, 'A1');
  await game.agents[1].step(second, 'B2');
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(moves(page)).toHaveCount(0);
  isDown = false;
  await expect(moves(page)).toHaveText(['A1', 'B2']);
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
});

test('the home page is live, explains how to connect, and works on a phone', async ({ page, url }) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'On now' })).toBeVisible();
  const wall = page.getByRole('region', { name: 'On now' });
  const boards = wall.getByRole('listitem');
  await expect(boards.first()).toBeVisible();
  const listHtml = () => wall.getByRole('list').innerHTML();
  const before = await listHtml();
  await expect.poll(listHtml, { timeout: 30_000 }).not.toBe(before);
  await expect(
    page.getByText(`claude mcp add --transport http botplay "${url}/mcp?names=underscore"`, { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await boards
    .filter({ hasText: /Chess|Checkers|Mancala|Tic-tac-toe/ })
    .first()
    .getByRole('link')
    .first()
    .click();
  await page.waitForURL('**/matches/*');
  await expect(page.getByRole('button', { name: 'Moves', exact: true })).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
});

test('a player has a public page and a place on the leaderboard, whatever its name', async ({ page, signUp }) => {
  test.slow();
  const hostile = `<b>x</b> \u05E9\u05DC\u05D5\u05DD ${'W'.repeat(30)}`;
  const { agents } = await playedMatch(signUp, [hostile, 'Ada']);
  await page.goto(`/agents/${agents[0].id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
  await expect(page.getByText('1 won, 0 drawn, 0 lost')).toBeVisible();
  await expect(page.getByText('Won', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);

  for (const ranking of ['/leaderboards?game=tic_tac_toe', '/leaderboards']) {
    await page.goto(ranking);
    await expect(page.getByRole('row').filter({ hasText: hostile }).first()).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
  }
});

const SWITCH_THEME = 'Switch between the dark and the light theme';

const schemeOf = (page: Page) => () => page.evaluate(() => document.documentElement.dataset.colorScheme);

test('the theme is that of the system, and follows it while a page is open', async ({ page }) => {
  // A match that was not found is a page that the browser draws alone.
  for (const path of ['/', '/sign-in', '/matches/nothing']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expect.poll(schemeOf(page)).toBe(colorScheme);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(schemeOf(page)).toBe('light');
});

test('the theme stays when React draws a page again because its text differs from that of the server', async ({
  page,
}) => {
  await page.route('**/sign-in', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/<h1[^>]*>/, (tag) => `${tag}Other text `) });
  });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect.poll(() => faults.join()).toContain('React error');
  expect(await schemeOf(page)()).toBe('light');
});

test.describe('on a dark system', () => {
  // The whole context is dark: a theme that is emulated between two clicks can arrive after the second one.
  test.use({ colorScheme: 'dark' });

  test('a page is printed light, without its bars and fields, and dark on the screen as before', async ({ page }) => {
    await page.goto('/docs/tools');
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-color-scheme', 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(root).toHaveAttribute('data-color-scheme', 'light');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const hidden of [page.getByRole('navigation'), page.getByRole('textbox')])
      for (const part of await hidden.all()) await expect(part).toBeHidden();
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await expect(root).toHaveAttribute('data-color-scheme', 'dark');
    await expect(page.getByRole('textbox').first()).toBeVisible();
  });

  test('a chosen theme is kept from page to page, and the system is followed when its own theme is chosen again', async ({
    page,
  }) => {
    await page.goto('/sign-in');
    await expect.poll(schemeOf(page)).toBe('dark');
    await page.getByRole('button', { name: SWITCH_THEME }).click();
    await expect.poll(schemeOf(page)).toBe('light');
    for (const path of ['/sign-in', '/']) {
      await page.goto(path);
      await expect.poll(schemeOf(page)).toBe('light');
    }
    await page.getByRole('button', { name: SWITCH_THEME }).click();
    await expect.poll(schemeOf(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(schemeOf(page)).toBe('light');
  });
});

test('the theme is switched before the scripts of the page are there, and on the other open pages', async ({
  page,
  context,
  url,
}) => {
  const other = await context.newPage();
  for (const opened of [page, other]) await opened.emulateMedia({ colorScheme: 'dark' });
  await other.goto('/sign-in');
  await openWithLateScripts(page, `${url}/sign-in`);
  await page.getByRole('button', { name: SWITCH_THEME }).click();
  await expect.poll(schemeOf(page)).toBe('light');
  await expect.poll(schemeOf(other)).toBe('light');
});

test('words keep their font from page to page', async ({ page }) => {
  const font = () =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).fontFamily);
  await page.goto('/');
  await expect.poll(font).toMatch(/inter/i);
  const first = await font();
  for (const name of ['Play', 'Leaderboards', 'Watch']) {
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect.poll(font).toBe(first);
  }
});

test('a missing page says so and links to other pages', async ({ page }) => {
  for (const path of [
    '/matches/nothing',
    '/matches/00000000-0000-7000-8000-000000000000',
    '/agents/unknown',
    '/nowhere',
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await expectAccessible(page);
});

test('hidden information of a running match is shown only to people who own none of its players', async ({
  page,
  openOwner,
}) => {
  test.slow();
  // Agents of one owner play unrated; in a rated match everybody sees it later.
  const owner = await openOwner();
  const [host, guest] = [await owner.agent('Nova'), await owner.agent('Ada')] as const;
  const experience_id = await host.experience('Even and odd');
  const lobby = { experience_id, max_players: 2, config: { time_limit_seconds: 600 } };
  const { game_session_id: matchId } = await host.call('POST', '/lobbies', lobby);
  await guest.call('POST', `/lobbies/${matchId}/join`, {});
  const [first = ''] = await start({ matchId, agents: [host, guest] });
  await host.step(first, { number: 4 });

  const all = page.getByLabel('Show hidden information');
  const board = page.getByRole('img', { name: /^Even and odd\./ });
  const secret = board.locator('text:not([data-round])').filter({ hasText: /^4$/ });
  await page.goto(`/matches/${matchId}`);
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
  // A click and no more: the refusal turns the switch back as soon as it comes.
  await all.click({ force: true });
  await expect(page.getByText('Sign in to see everything while the match runs.')).toBeVisible();
  await expect(all).not.toBeChecked();
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
  await expect(secret).toHaveCount(0);

  await signUpOwner(page, '/console');
  await page.goto(`/matches/${matchId}`);
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
  await all.check({ force: true });
  await expect(secret).toBeAttached();
});

test('the archive finds a match by its player, and the end of a match leads on', async ({ page, signUp }) => {
  const name = `Archivist ${Date.now()}`;
  const { matchId } = await playedMatch(signUp, [name, 'Ada']);
  await page.goto('/matches?game=tic_tac_toe&result=decisive');
  await page.getByRole('textbox', { name: 'Player' }).fill(name);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page).toHaveURL(new RegExp(`/matches/${matchId}`));
  const next = page.getByRole('navigation', { name: 'What to watch next' });
  await expect(next.getByRole('link', { name: 'Finished matches: Tic-tac-toe' })).toBeVisible();
  await page.goto('/matches?player=nobody+has+this+name');
  await expect(page.getByText('No finished match fits the filters.')).toBeVisible();
});

test('TV shows a live match with its moves and what its players say, beside small boards, and its result', async ({
  page,
  signUp,
}) => {
  const game = await gather(signUp);
  await game.agents[1].call('POST', `/lobbies/${game.matchId}/join`, {});
  const sessions = await start(game);
  const [nova] = game.agents;
  const step = { action: 'B2', note: 'The centre is worth most.', model_runtime: { model_name: 'model-of-nova' } };
  await nova.call('POST', `/sessions/${sessions[0]}/step`, step);
  await page.goto(`/matches/${game.matchId}`);
  await expect(page.getByText('The centre is worth most.')).toBeVisible();
  const asOpponent = await page.request.get(`/matches/${game.matchId}`, { headers: game.agents[1].bearer });
  expect(asOpponent.ok()).toBe(true);
  expect(await asOpponent.text()).not.toMatch(/The centre is worth most|model-of-nova/);
  await page.goto('/tv');
  await expect(page.getByRole('img', { name: /board|to move|\./ }).first()).toBeVisible();
  await expect(page.getByText('LIVE', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('list', { name: 'Also on' }).getByRole('listitem').first()).toBeVisible();
  const channels = page.getByRole('navigation', { name: 'Channels' });
  await channels.getByRole('link', { name: 'Tic-tac-toe' }).click();
  await expect(page).toHaveURL('/tv?game=tic_tac_toe');
  await expect(channels.locator('[aria-current]')).toHaveText('Tic-tac-toe');
  const main = page.getByRole('main');
  // Other tests play the same game.
  const words = main.getByText('The centre is worth most.');
  await expect(async () => {
    const next = main.getByRole('button', { name: 'Next match' });
    if (!(await words.isVisible()) && (await next.isVisible())) await next.click();
    await expect(words).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(main.getByRole('region', { name: 'Record' }).getByText('B2')).toBeVisible();
  await expect(main.getByRole('meter', { name: 'Who is ahead' })).toBeVisible();
  const board = await main.getByRole('img').first().boundingBox();
  const window = page.viewportSize();
  expect(board?.height).toBeGreaterThanOrEqual(0.6 * Math.min(window?.width ?? 0, window?.height ?? 0));
  await page.getByRole('switch', { name: 'Hide who is ahead' }).check();
  await expect(main.getByRole('meter', { name: 'Who is ahead' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
});
