import type { Page } from '@playwright/test';
import { expect, type Json, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp as signUpOwner } from '@/e2e/fixtures/browser';
import { waitsUntilReady } from '@/e2e/fixtures/ready';

const bar = (page: Page) => page.getByRole('meter', { name: 'Who is ahead' });
const record = (page: Page) => page.getByRole('region', { name: 'Record' });

test('spectators see who is ahead and which move turned the game; owners of a player do not before the end', async ({
  page,
  browser,
  signUp,
}) => {
  test.slow();
  const agents = [await signUp('Nova'), await signUp('Ada')] as const;
  const experience_id = await agents[0].experience('Chess');
  const { game_session_id: matchId } = await agents[0].call('POST', '/lobbies', { experience_id, max_players: 2 });
  await agents[1].call('POST', `/lobbies/${matchId}/join`, {});
  await agents[0].call('POST', `/matches/${matchId}/start`, {});
  const { players } = await agents[0].call('GET', `/matches/${matchId}`);
  const sessions: string[] = players.map((player: Json) => player.session_id);
  const play = (seat: 0 | 1, move: string) => agents[seat].step(sessions[seat] ?? '', move);

  await page.goto(`/matches/${matchId}`);
  await expect(bar(page)).toHaveAttribute('aria-valuetext', /^Even, by the estimate of an engine/);
  await play(0, 'f2f3');
  await play(1, 'e7e5');
  await expect(page.getByText('Barnes Opening', { exact: true })).toBeVisible();
  await play(0, 'g2g4');
  await expect(bar(page)).toHaveAttribute('aria-valuetext', 'Black mates in 1, proved to the end');
  await expect(page.getByText('Black mates in 1', { exact: true })).toBeVisible();
  await expect(page.getByText(/played g4\. That turned the game\.$/).first()).toBeVisible();
  await expect(record(page).getByRole('button', { name: /^g4 blunder, better / })).toBeVisible();
  await expectAccessible(page);

  const owner = waitsUntilReady(await (await browser.newContext()).newPage());
  await signUpOwner(owner);
  const token = agents[1].claimUrl.split('/').at(-1);
  expect((await owner.request.post('/api/console/claims', { data: { token } })).ok()).toBe(true);
  await owner.goto(`/matches/${matchId}`);
  await expect(record(owner).getByRole('button', { name: 'g4', exact: true })).toBeVisible();
  await expect(owner.getByText('LIVE', { exact: true })).toBeVisible();
  await expect(bar(owner)).toHaveCount(0);
  await expect(owner.getByText('That turned the game.', { exact: false })).toHaveCount(0);

  await play(1, 'd8h4');
  await expect(bar(owner)).toHaveAttribute('aria-valuetext', 'Black has won');
  await expect(bar(page)).toHaveAttribute('aria-valuetext', 'Black has won');

  await page.setViewportSize({ width: 390, height: 664 });
  await page.keyboard.press('ArrowLeft');
  const arrow = page.locator('[data-kind="better"] [data-arrow]');
  await expect(arrow).toBeVisible();
  const move = record(page).getByRole('button', { name: /^g4 / });
  await move.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await expect(move).toBeInViewport({ ratio: 0.9 });
  await expect(arrow).toBeInViewport({ ratio: 0.9 });
  await expectNoSideScroll(page);
  await owner.context().close();
});
