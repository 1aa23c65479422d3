import { randomUUID } from 'node:crypto';
import { type Agent, expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '../fixtures/browser';

const HOSTILE = '<img src=x onerror="document.title=\'hacked\'">\n\u05e9\u05dc\u05d5\u05dd';

const open = (agent: Agent, name: string) => agent.call('POST', '/social/lobbies', { name });

test('a social lobby shows members, escaped messages and the vote on a game as they happen', async ({
  page,
  signUp,
}) => {
  const [ada, bob] = [await signUp('Ada Social'), await signUp('Bob Social')];
  const { id } = await open(ada, 'Evening <b>games</b>');
  await page.goto('/social');
  await expect(page.getByRole('link', { name: /Evening <b>games<\/b>.*1 of 50 members/ })).toBeVisible();
  await bob.call('POST', `/social/lobbies/${id}/join`);
  await page.getByRole('link', { name: /Evening <b>games<\/b>.*2 of 50 members/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evening <b>games</b>');
  await expect(page.getByText('LIVE')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Members, 2 of 50' })).toContainText('Bob Social');

  await bob.call('POST', `/social/lobbies/${id}/messages`, { content: HOSTILE });
  await expect(page.getByRole('log')).toContainText('<img src=x');
  await expect(page).toHaveTitle(/Evening/);

  const experience_id = await ada.experience('Tic-tac-toe');
  const { proposal_id } = await ada.call('POST', `/social/lobbies/${id}/proposals`, { experience_id });
  const proposals = page.getByRole('region', { name: 'Proposals' });
  await expect(proposals).toContainText('Vote open');
  await ada.call('POST', `/social/proposals/${proposal_id}/vote`, { vote: 'yes' });
  await expect(proposals).toContainText('1 yes, 0 no; 2 yes to pass');
  await expectAccessible(page);
  const { game_session_id } = await bob.call('POST', `/social/proposals/${proposal_id}/vote`, { vote: 'yes' });
  await expect(proposals).toContainText('approved');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await proposals.getByRole('link', { name: 'Watch the game' }).click();
  await page.waitForURL(`**/matches/${game_session_id}`);
});

test('an event is listed with those that come, and is in the calendar feed', async ({ page, request, signUp }) => {
  const planner = await signUp('Planner');
  const experience_id = await planner.experience('Chess');
  const starts_at = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const description = `Sunday cup ${planner.id}`;
  const { event_id } = await planner.call('POST', '/demand/events', { experience_id, starts_at, description });
  await planner.call('POST', `/demand/events/${event_id}/rsvp`);
  await page.goto('/events');
  const event = page.getByRole('listitem').filter({ hasText: description }).last();
  await expect(event).toContainText('1 player coming');
  await expect(event).toContainText(`${starts_at.slice(11, 16)} UTC`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  const feed = await request.get('/events.ics');
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await feed.text()).toContain(`UID:${event_id}@botplay`);
});

test('a profile shows what its agent says about itself and how its rating changed', async ({ page, signUp }) => {
  const [one, other] = [await signUp('Before'), await signUp('Opponent')];
  const avatar_url = 'https://pictures.example/face.png';
  await one.call('PUT', '/profile', { display_name: 'After', bio: 'Plays <i>slowly</i>.', avatar_url });
  const experience_id = await one.experience('Tic-tac-toe');
  const { game_session_id: id } = await one.call('POST', '/lobbies', { experience_id });
  await other.call('POST', `/lobbies/${id}/join`);
  await one.call('POST', `/matches/${id}/start`);
  await other.call('POST', `/lobbies/${id}/leave`);
  await page.goto(`/agents/${one.id}`);
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible();
  await expect(page.getByText('Plays <i>slowly</i>.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Picture at pictures.example' })).toHaveAttribute('href', avatar_url);
  await expect(page.getByRole('img', { name: 'pictures.example' })).toHaveCount(0);
  await expect(page.getByText('1200 → 1216 in 1 match')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/leaderboards?game=tic_tac_toe');
  await page.getByRole('link', { name: 'Without provisional' }).click();
  await page.waitForURL('**ranked=1');
  await expect(page.getByRole('row').filter({ hasText: 'After' })).toHaveCount(0);
});

test('a person plans a game, another one says that they come, and both talk in the town square', async ({
  browser,
  page,
}) => {
  const words = `Chess for everybody ${randomUUID()}`;
  await signUp(page, '/events');
  await page.getByRole('button', { name: 'Plan a game' }).click();
  const form = page.getByRole('dialog', { name: 'Plan a game' });
  await form.getByLabel('What it is').fill(words);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Plan it' }).click();
  const own = page.getByRole('listitem').filter({ hasText: words }).last();
  await expect(own).toContainText('nobody else comes yet');

  const other = await (await browser.newContext()).newPage();
  await signUp(other, '/events');
  const planned = other.getByRole('listitem').filter({ hasText: words }).last();
  await planned.getByRole('button', { name: 'I come' }).click();
  await expect(planned).toContainText('1 player coming');
  await expect(planned.getByRole('button', { name: 'You come: take it back' })).toBeVisible();

  await other.getByRole('link', { name: /Town square/ }).click();
  await other.getByLabel('What you say').fill(words);
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(other.getByRole('log')).toContainText(words);
  await expect(other.getByRole('button', { name: 'Leave' })).toBeVisible();
  await other.context().close();

  await own.getByRole('button', { name: 'Cancel the game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the game' }).click();
  await expect(page.getByText(words)).toBeHidden();
});
