import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Chess } from 'chess.js';
import { type Agent, expect, type Json, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll } from '@/e2e/fixtures/browser';

test.slow();

/** Black's second move loses a queen's worth of safety: mate on the next. */
const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
/** O answers a corner beside it, which loses. */
const LOST_BY_O = ['A1', 'B1', 'A2', 'B2', 'A3'];

type SignUp = (name?: string) => Promise<Agent>;

/** A match between two agents, with its first moves. `play` makes the next ones. */
async function begun(signUp: SignUp, title: string, moves: string[]) {
  const agents = [await signUp('Nova'), await signUp('Ada "the\\ second"')] as const;
  const experience_id = await agents[0].experience(title);
  const { game_session_id } = await agents[0].call('POST', '/lobbies', { experience_id, max_players: 2 });
  await agents[1].call('POST', `/lobbies/${game_session_id}/join`, {});
  await agents[0].call('POST', `/matches/${game_session_id}/start`, {});
  const { players } = await agents[0].call('GET', `/matches/${game_session_id}`);
  const sessions: string[] = players.map((player: Json) => player.session_id);
  let ply = 0;
  const play = async (next: readonly string[]) => {
    for (const move of next) {
      const seat = (ply++ % 2) as 0 | 1;
      await agents[seat].step(sessions[seat] ?? '', move);
    }
  };
  await play(moves);
  return { matchId: game_session_id as string, play };
}

/** A finished match between two agents. @returns its id */
const finished = async (...args: Parameters<typeof begun>): Promise<string> => (await begun(...args)).matchId;

const analysis = (page: Page) => page.getByRole('region', { name: 'Analysis' });
const remark = (page: Page) => page.getByTestId('remark');
const at = (page: Page, ply: number, of: number) =>
  expect(page.getByText(`${ply} / ${of}`, { exact: true })).toBeVisible();

/** What the board says first: whose turn it is. */
const news = (page: Page, words: string) => page.locator('strong').filter({ hasText: words });

async function download(page: Page, name: string): Promise<{ file: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return { file: file.suggestedFilename(), text: await fs.readFile(await file.path(), 'utf8') };
}

test('a finished chess match is verified, analysed, downloaded and continued', async ({ page, signUp, request }) => {
  const matchId = await finished(signUp, 'Chess', FOOLS_MATE);
  await page.goto(`/matches/${matchId}`);

  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(
    page.getByText('Verified. The record, the result and the positions follow from the seed and the rules.'),
  ).toBeVisible();
  await expect(page.getByText('4 inputs replayed from the seed')).toBeVisible();
  await expect(page.getByText(/^5 positions that this page shows/)).toBeVisible();

  await expect(page.getByRole('button', { name: 'Qh4#' })).toHaveAttribute('title', 'Black mates');
  await analysis(page).getByRole('button', { name: 'Analyse' }).click();
  await expect(analysis(page).getByRole('slider', { name: 'Advantage' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^g4 blunder, better / })).toBeVisible();
  await expect(analysis(page).getByRole('row', { name: /^Nova \d+ % 0 0 1$/ })).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('p');
  await at(page, 3, 4);
  await expect(remark(page)).toContainText('g4?? blunder. Better was');
  await expect(remark(page)).toContainText('Black mates in 1, proved to the end.');
  await page.keyboard.press('n');
  await expect(remark(page)).toContainText('Black has won');
  await analysis(page).getByText('Every move as a table').click();
  await analysis(page).getByRole('button', { name: '2. g4' }).click();
  await at(page, 3, 4);

  const pgn = await download(page, 'PGN');
  expect(pgn.file).toMatch(/^botplay-chess-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.pgn$/);
  const reader = new Chess();
  reader.loadPgn(pgn.text);
  expect(reader.history()).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
  expect(pgn.text).toContain('[Black "Ada ’the/ second’"]');
  const { file, text } = await download(page, 'JSON lines');
  const lines: Json[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(file).toMatch(/\.jsonl$/);
  expect(lines[0]).toMatchObject({ line: 'match', match_id: matchId, format: 'botplay-match', format_version: 1 });
  expect(lines.at(-1)).toMatchObject({ line: 'end', status: 'completed', inputs: 4 });
  const fullRecord = await request.get(`/matches/${matchId}/record.pgn`);
  const again = await request.get(`/matches/${matchId}/record.pgn`, {
    headers: { 'if-none-match': fullRecord.headers().etag ?? '' },
  });
  expect([fullRecord.status(), fullRecord.headers()['content-type'], again.status()]).toEqual([
    200,
    'application/vnd.chess-pgn; charset=utf-8',
    304,
  ]);
  expect(fullRecord.headers()['cache-control']).toMatch(/^public, max-age=\d+$/);

  await page.getByRole('link', { name: 'Continue from here' }).click();
  await page.waitForURL('**/board/chess?state=*');
  await expect(news(page, 'Black to move.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask the engine' }).click();
  await expect(page.getByText('black mates in 1, proved to the end')).toBeVisible();
  await page.getByRole('button', { name: 'd8, black queen' }).click();
  await page.getByRole('button', { name: /^e7, empty/ }).click();
  await expect(news(page, 'White to move.')).toBeVisible();
  await page.getByLabel('Other side').selectOption({ label: 'House bot (easy)' });
  await page.getByLabel('You play').selectOption('black');
  await expect(news(page, 'Black to move.')).toBeVisible();
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('button');
  await expect(moves).toHaveCount(3);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('state')).toMatch(/^startpos moves f2f3 e7e5 g2g4 d8e7 \w{4,5}$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the match' }).click();
  await page.waitForURL(`**/matches/${matchId}`);
});

test('a board takes moves back, is set up from text, and refuses an invalid position', async ({ page }) => {
  await page.goto('/board/tic_tac_toe');
  await expect(news(page, 'X to move.')).toBeVisible();
  await page.getByRole('button', { name: /^B2/ }).click();
  await expect(news(page, 'O to move.')).toBeVisible();
  await page.reload();
  await expect(news(page, 'O to move.')).toBeVisible();
  await page.getByLabel('Other side').selectOption({ label: 'House bot (strong)' });
  await expect(news(page, 'X to move.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(news(page, 'X to move.')).toBeVisible();

  const text = page.getByLabel('Position as text');
  await text.fill('G:XX./OO./...|T:player|ST:in_progress|LA:B2|W:-|P:X|O:O');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Ask the engine' }).click();
  await expect(page.getByText('X wins in 1, proved to the end')).toBeVisible();
  await page.getByRole('button', { name: 'X C1' }).click();
  await expect(news(page, 'X has won.')).toBeVisible();
  await text.fill('G:XXX/OOO/...|T:player');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not a tic-tac-toe state' })).toBeVisible();
  await expect(news(page, 'X has won.')).toBeVisible();

  await page.goto('/board/chess?state=%3Cscript%3Ealert(1)%3C/script%3E');
  await expect(page.getByRole('heading', { name: 'This is not a position of Chess' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the initial position' }).click();
  await expect(news(page, 'White to move.')).toBeVisible();
  await page.goto('/board/even_odd');
  await expect(page.getByRole('heading', { name: /^No board for/ })).toBeVisible();
  expect((await page.request.get('/board/go')).status()).toBe(404);
});

test('a solved game is marked as proved, on a phone too', async ({ page, signUp, request }) => {
  const matchId = await finished(signUp, 'Tic-tac-toe', LOST_BY_O);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/matches/${matchId}`);
  await page.getByRole('button', { name: 'Analysis', exact: true }).click();
  // The keyboard goes on in what is below the tabs on a phone, whatever stands beside the board on a desk.
  await page.getByRole('button', { name: 'Verify', exact: true }).focus();
  const passed: string[] = [];
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab');
    passed.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
  }
  expect(passed[0]).toBe('Analyse');
  expect(passed).toContainEqual(expect.stringMatching(/^Finished matches/));
  await analysis(page).getByRole('button', { name: 'Analyse' }).click();
  await expect(analysis(page).getByText('The game is fully solved')).toBeVisible();
  await page.getByRole('button', { name: 'Previous key moment' }).click();
  await at(page, 2, 5);
  await expect(remark(page)).toHaveText(
    'O B1?? blunder. Better was O B2 (drawn with best play). X wins in 3, proved to the end.',
  );
  await expectAccessible(page);
  await expectNoSideScroll(page);
  expect((await request.get(`/matches/${matchId}/record.pgn`)).status()).toBe(404);
  const missing = await request.get('/matches/00000000-0000-7000-8000-000000000000/record.jsonl');
  expect([missing.status(), (await missing.json()).error.code]).toEqual([404, 'NOT_FOUND']);
});

test('a running match is neither analysed nor continued, and its page stays when the files of its end do not come', async ({
  page,
  signUp,
  request,
}) => {
  const { matchId, play } = await begun(signUp, 'Tic-tac-toe', LOST_BY_O.slice(0, 2));
  await page.goto(`/matches/${matchId}`);
  await expect(page.getByRole('link', { name: 'JSON lines' })).toBeVisible();
  await expect(analysis(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue from here' })).toHaveCount(0);
  const refused = await request.get(`/matches/${matchId}/continue?ply=1`, { maxRedirects: 0 });
  expect([refused.status(), (await refused.json()).error.code]).toEqual([409, 'INVALID_STATE']);
  const running = await request.get(`/matches/${matchId}/record.jsonl`);
  expect(running.headers()['cache-control']).toBe('no-store');
  const record = await running.text();
  expect(record).not.toMatch(/"seed":"/);

  await page.route('**/*.js', (route) => route.abort());
  await play(LOST_BY_O.slice(2));
  await expect(page.getByText('This part could not be loaded. Reload the page.')).toBeVisible();
  await expect(page.getByText('Nova (X) won with three in a row.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue from here' })).toBeVisible();
});
