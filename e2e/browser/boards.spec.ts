import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { type Agent, beginTicTacToe, expect, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp as signUpOwner } from '@/e2e/fixtures/browser';

test.slow();

const square = (page: Page, name: string) => page.locator(`[data-target="${name}"]`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-target'));
const pieceOn = (page: Page, name: string) => page.locator(`[data-square="${name}"] [data-piece]`);

/** Opens a chess lobby as a guest, with an agent as black. Returns how the agent moves. */
async function playChessAgainst(page: Page, agent: Agent): Promise<(action: unknown) => Promise<unknown>> {
  await page.goto('/play?game=chess&against=friend');
  await page.getByRole('button', { name: 'Make an invitation link' }).click();
  await page.waitForURL('**/matches/*');
  const matchId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await agent.call('POST', `/lobbies/${matchId}/join`, {});
  await expect
    .poll(async () => (await agent.call('GET', `/matches/${matchId}`)).players?.[1]?.session_id ?? null)
    .not.toBeNull();
  const { players } = await agent.call('GET', `/matches/${matchId}`);
  await expect(square(page, 'e2')).toBeVisible();
  return (action) => agent.step(players[1].session_id, action);
}

/** The middle of a square of a board that is not flipped, in the window. */
async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.locator('svg[data-live]').first().boundingBox();
  if (!box) throw new Error('there is no board');
  const [column, row] = [name.charCodeAt(0) - 97, 8 - Number(name[1])];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

async function drag(page: Page, from: string, to: string, button: 'left' | 'right' = 'left'): Promise<void> {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up({ button });
}

async function dragByFinger(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [start]);
  await send('touchMove', [{ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }]);
  await send('touchMove', [end]);
  await send('touchEnd', []);
  await touch.detach();
}

test('chess is played by dragging, with a premove, arrows, a sign for what is no move, and an agreed draw', async ({
  page,
  signUp,
}) => {
  const answer = await playChessAgainst(page, await signUp('Nova'));
  const corner = await middleOf(page, 'a1');
  await page.mouse.click(corner.x, corner.y);
  await expect(page.getByText('a1, white rook: not a move.')).toBeAttached();
  await drag(page, 'g1', 'g4');
  await expect(pieceOn(page, 'g1')).toHaveAttribute('data-piece', 'wN');
  await drag(page, 'g1', 'f3', 'right');
  await expect(page.locator('[data-arrow="g1f3"]')).toBeVisible();

  await drag(page, 'e2', 'e4');
  await expect(pieceOn(page, 'e4')).toHaveAttribute('data-piece', 'wP');
  await expect(page.locator('[data-arrow]')).toHaveCount(0);
  await expect(square(page, 'e4')).toHaveCount(0);
  await drag(page, 'g1', 'f3');
  await expect(page.locator('[data-ahead]')).toHaveCount(2);
  await answer('e7e5');
  await expect(pieceOn(page, 'f3')).toHaveAttribute('data-piece', 'wN');
  await expect(page.locator('[data-ahead]')).toHaveCount(0);
  await answer('b8c6');
  await expect(square(page, 'f1')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await dragByFinger(page, 'f1', 'b5');
  await expect(pieceOn(page, 'b5')).toHaveAttribute('data-piece', 'wB');

  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('button', { name: 'Yes, offer a draw' }).click();
  await expect(page.getByText('You have offered a draw.')).toBeVisible();
  await answer('a7a6');
  await expect(page.getByText('You have offered a draw.')).toBeHidden();
  await answer({ type: 'offer_draw' });
  await expect(page.getByText('Nova offers a draw. Your next move declines it.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept the draw' }).click();
  await expect(page.getByText('Draw by agreement.').first()).toBeVisible();
});

test('chess is played by the arrow keys, promotion included', async ({ page, signUp }) => {
  const agent = await signUp('Nova');
  await signUpOwner(page, '/play');
  await page.goto('/play?game=chess&against=others');
  await page.getByRole('button', { name: 'Open a lobby' }).click();
  await page.waitForURL('**/matches/*');
  const matchId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await agent.call('POST', `/lobbies/${matchId}/join`, {});
  const session = await expect
    .poll(async () => (await agent.call('GET', `/matches/${matchId}`)).players?.[1]?.session_id ?? null)
    .not.toBeNull()
    .then(async () => (await agent.call('GET', `/matches/${matchId}`)).players[1].session_id as string);

  const board = page.getByRole('group', { name: /^Chess\./ });
  await expect(board.getByRole('button')).toHaveCount(64);
  await square(page, 'a2').focus();
  await page.keyboard.press('Enter');
  await expect(square(page, 'a2')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: /, possible$/ })).toHaveCount(2);
  await expect(page.getByText('white pawn on a2 chosen, 2 squares.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /, possible$/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('a4');
  await page.keyboard.press('Enter');
  await expect(pieceOn(page, 'a4')).toHaveAttribute('data-piece', 'wP');
  // SignedOut may move for the other: the board is a picture until the answer comes, and keeps one's place.
  await expect(board).toHaveCount(0);
  await agent.step(session, 'b7b5');
  await expect(board).toHaveCount(1);
  await expect.poll(() => focused(page)).toBe('a4');

  const plan = [
    ['a4', 'b5', 'a7a6'],
    ['b5', 'a6', 'h7h6'],
    ['a6', 'a7', 'h6h5'],
  ] as const;
  for (const [from, to, answer] of plan) {
    await square(page, from).click();
    await square(page, to).click();
    await expect(pieceOn(page, to)).toHaveAttribute('data-piece', 'wP');
    // A move is drawn while it is sent; it has been played when the board is a picture.
    await expect(board).toHaveCount(0);
    await agent.step(session, answer);
    await expect(board).toHaveCount(1);
  }
  await square(page, 'a7').click();
  await square(page, 'b8').click();
  const picker = page.getByRole('dialog', { name: 'The pawn becomes' });
  const queen = picker.getByRole('button', { name: 'white queen' });
  await expect(queen).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await square(page, 'a7').click();
  await square(page, 'b8').click();
  await expect(queen).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(picker.getByRole('button', { name: 'white knight' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pieceOn(page, 'b8')).toHaveAttribute('data-piece', 'wN');
  await expect(page.getByRole('button', { name: 'axb8=N' })).toBeVisible();
});

test('only the embedded match and the embedded TV can be framed by another page', async ({ page, signUp, url }) => {
  const { matchId, move } = await beginTicTacToe(signUp);
  // A page that is not ours: another port is another origin.
  const size = 'width="480" height="640"';
  const frames = ['embed/', ''].map((at) => `<iframe src="${url}/${at}matches/${matchId}" ${size}></iframe>`);
  const elsewhere = createServer((_, answer) =>
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(frames.join('')),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const framed = page.frameLocator('iframe').first();
  await expect(framed.getByRole('img', { name: /^Tic-tac-toe\. X to move/ })).toBeVisible();
  await expect(framed.getByText('LIVE', { exact: true })).toBeVisible();
  await move(0, 'B2');
  await expect(framed.getByRole('img', { name: /Nova \(X\) played B2/ })).toBeVisible();
  await expect(framed.getByText('O to move, 8 cells left')).toBeVisible();
  await expect(framed.getByRole('link', { name: 'Watch on Botplay' })).toHaveAttribute('href', `/matches/${matchId}`);
  await expect(framed.getByRole('banner')).toHaveCount(0);
  // No other page may be framed, so every link leaves the frame.
  for (const link of await framed.getByRole('link').all()) await expect(link).toHaveAttribute('target', '_blank');
  await expect(page.frameLocator('iframe').nth(1).getByRole('heading', { name: 'Tic-tac-toe' })).toHaveCount(0);
  elsewhere.close();

  const policy = async (path: string) =>
    /frame-ancestors ([^;]+)/.exec((await page.request.get(path)).headers()['content-security-policy'] ?? '')?.[1];
  for (const path of [`/embed/matches/${matchId}`, '/embed/leagues/house', '/embed/tv'])
    expect(await policy(`${url}${path}`), path).toBe('*');
  for (const path of ['/', `/matches/${matchId}`, '/embed', '/embed/other', '/sign-in'])
    expect(await policy(`${url}${path}`), path).toBe("'self'");

  await page.goto(`${url}/embed/tv?game=tic_tac_toe`);
  await expect(page.getByRole('link', { name: 'Tic-tac-toe' })).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('img', { name: /^Tic-tac-toe\. / })).toBeVisible();
  await page.goto(`${url}/embed/matches/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'Nothing is at this address' })).toBeVisible();
});

test('an embedded match has the theme of its address, fits its frame and is accessible', async ({ page, signUp }) => {
  const { matchId, move } = await beginTicTacToe(signUp);
  for (const [ply, cell] of ['A1', 'B1', 'A2', 'B2', 'A3'].entries()) await move((ply % 2) as 0 | 1, cell);
  const scheme = () => page.evaluate(() => document.documentElement.dataset.colorScheme);
  for (const theme of ['light', 'dark']) {
    await page.goto(`/embed/matches/${matchId}?theme=${theme}`);
    await expect(page.getByText('Nova (X) won with three in a row.')).toBeVisible();
    expect(await scheme()).toBe(theme);
  }
  await expectAccessible(page);
  for (const viewport of [
    { width: 280, height: 420 },
    { width: 480, height: 640 },
    { width: 800, height: 400 },
  ]) {
    await page.setViewportSize(viewport);
    await expectNoSideScroll(page);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(
      0,
    );
  }
});

test('the embed code can be copied', async ({ page, signUp, url }) => {
  const { matchId } = await beginTicTacToe(signUp);
  await page.goto(`/matches/${matchId}`);
  await page.getByRole('button', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed this match' });
  await dialog.getByText('Light', { exact: true }).click();
  await expect(dialog.getByLabel('HTML')).toHaveValue(
    new RegExp(`^<iframe src="${url}/embed/matches/${matchId}\\?theme=light" `),
  );
  await expectAccessible(page);
});

test('matches and experiences have a preview image, 1200 by 630, at an absolute address', async ({
  page,
  signUp,
  url,
}) => {
  const { matchId, experience_id, move } = await beginTicTacToe(signUp);
  const pictureOf = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(address.startsWith(`${url}/`), address).toBe(true);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"');
    expect(html).toContain(`<meta name="twitter:image" content="${address}"`);
    const answer = await page.request.get(address);
    expect(answer.headers()['content-type']).toBe('image/png');
    const png = await answer.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    return { png, headers: answer.headers() };
  };
  const before = await pictureOf(`/matches/${matchId}`);
  expect((await pictureOf(`/matches/${matchId}`)).png.equals(before.png)).toBe(true);
  await move(0, 'B2');
  const after = await pictureOf(`/matches/${matchId}`);
  expect(after.png.equals(before.png)).toBe(false);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  await pictureOf(`/experiences/${experience_id}`);
  expect((await page.request.get('/matches/nothing/opengraph-image')).status()).toBe(404);
});
