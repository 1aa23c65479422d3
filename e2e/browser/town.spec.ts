import type { Page } from '@playwright/test';
import { type Agent, expect, type Json, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp as signUpInBrowser } from '../fixtures/browser';

test.slow();

const NAMES = ['Nova', 'Ada', 'Zoe', 'Kai', 'Milo', 'Iris', 'Otto', 'Vera'];

const ownSeat = (page: Page) => page.getByRole('region', { name: 'Your seat' });

/** Plays the part of every agent of one match. */
class Table {
  readonly #agents: Agent[];
  readonly #sessions: string[];

  private constructor(agents: Agent[], sessions: string[]) {
    this.#agents = agents;
    this.#sessions = sessions;
  }

  /** A match of eight agents that ends nothing by itself except the phases given. */
  static async open(agents: Agent[], phase_ms: Record<string, number>): Promise<{ table: Table; matchId: string }> {
    const [host, ...others] = agents as [Agent, ...Agent[]];
    const experience_id = await host.experience('Werewolf');
    const lobby = { experience_id, max_players: 8, config: { phase_ms } };
    const { game_session_id: matchId } = await host.call('POST', '/lobbies', lobby);
    for (const agent of others) await agent.call('POST', `/lobbies/${matchId}/join`);
    await host.call('POST', `/matches/${matchId}/start`);
    const opened = await Promise.all(agents.map((agent) => agent.call('POST', '/sessions', { experience_id })));
    return {
      table: new Table(
        agents,
        opened.map(({ session_id }) => session_id),
      ),
      matchId,
    };
  }

  /** Lets every agent do the same, in the order of seats. */
  async each(action: (seat: number) => unknown): Promise<void> {
    for (const [seat, agent] of this.#agents.entries()) {
      const wanted = action(seat);
      if (wanted) await agent.step(this.#sessions[seat] as string, wanted);
    }
  }

  /** Waits until the match is in a phase; the view of the first agent. */
  async reach(phase: string): Promise<Json> {
    let view: Json = null;
    await expect
      .poll(async () => {
        const answer = await this.#agents[0]?.step(this.#sessions[0] as string, { type: 'state' });
        view = answer.experience_response.view;
        return view.phase;
      })
      .toBe(phase);
    return view;
  }

  leave(seat: number, matchId: string): Promise<Json> {
    return (this.#agents[seat] as Agent).call('POST', `/lobbies/${matchId}/leave`);
  }
}

const plyOf = (page: Page) => Number(new URL(page.url()).searchParams.get('ply'));

/** Plays a finished match back by mouse and by keyboard. It ends at the vote of the first day. */
async function expectReplayControls(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'First line' }).click();
  await expect(page).toHaveURL(/\?ply=0$/);
  await page.getByRole('combobox', { name: 'Speed of the replay' }).selectOption('8×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => plyOf(page)).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // Space plays and pauses where no control has the focus.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  await page.getByRole('navigation', { name: 'Phases' }).getByRole('button', { name: 'Vote, day 1' }).click();
  await expect(page.getByText('Day 1. 0 of')).toBeVisible();
  await expect.poll(() => plyOf(page)).toBeGreaterThan(2);
  const atVote = plyOf(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => plyOf(page)).toBe(atVote - 1);
  await page.getByRole('slider', { name: 'Line of the transcript' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => plyOf(page)).toBe(atVote);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => plyOf(page)).toBe(atVote + 1);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link to this moment' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
}

/** The roles in the hall that lie over the face of a player. */
const rolesOverFaces = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxesOf = (selector: string) =>
      [...document.querySelectorAll(`[data-alive] > ${selector}`)].map((element) => ({
        text: element.textContent ?? '',
        box: element.getBoundingClientRect(),
      }));
    const faces = boxesOf('span:first-child > svg:first-child');
    const roles = boxesOf('[data-role]');
    if (roles.length === 0) return ['No role is shown.'];
    return roles.flatMap(({ text, box: role }) =>
      faces.some(
        ({ box: face }) =>
          Math.min(role.right, face.right) - Math.max(role.left, face.left) > 1 &&
          Math.min(role.bottom, face.bottom) - Math.max(role.top, face.top) > 1,
      )
        ? [text]
        : [],
    );
  });

test('a match of eight is followed from the first night to the ledger of lies', async ({ page, signUp }) => {
  const agents: Agent[] = [];
  for (const name of NAMES) agents.push(await signUp(name));
  const { table, matchId } = await Table.open(agents, { NIGHT: 1_500, DAY_ANNOUNCE: 500, DAY_DISCUSSION: 4_000 });
  await page.goto(`/matches/${matchId}`);
  await page.waitForURL(`**/town/werewolf/${matchId}`);
  await expect(page.getByText('Eight players gather in the Town Hall.').first()).toBeVisible();
  await table.each(() => ({ type: 'ready' }));

  const opening = await table.reach('DAY_OPENING');
  const alive = opening.players.flatMap(({ alive: lives, seat }: Json) => (lives ? [seat - 1] : [])) as number[];
  const [first, second] = alive as [number, number];
  await table.each((seat) =>
    alive.includes(seat)
      ? { type: 'say', text: seat === first ? 'I listen.' : `I suspect p:${first + 1}, and <b>you</b> should too.` }
      : null,
  );
  const transcript = page.getByRole('region', { name: 'Transcript' });
  await expect(transcript).toContainText(`I suspect ${NAMES[first]}, and <b>you</b> should too.`);
  await expect(page.getByText(`${NAMES[first]} is accused by`).first()).toBeVisible();

  const guess = page.getByRole('group', { name: /^Who is the wolf/ });
  await guess.getByRole('button', { name: NAMES[first], exact: true }).click();
  await expect(guess.getByText('Counted. What the others think follows after the vote.')).toBeVisible();
  const counts = async () => (await page.request.get(`/api/town/matches/${matchId}/guesses`)).json();
  expect(await counts()).toEqual({ match_id: matchId, days: [] });

  await table.reach('DAY_VOTE');
  await table.each((seat) => {
    if (!alive.includes(seat)) return null;
    return { type: 'vote', targetPlayerId: `p:${(seat === first ? second : first) + 1}`, reason: 'too quiet' };
  });
  await expect(transcript).toContainText(`votes for ${NAMES[first]}: “too quiet”`);
  await expect(page.getByText(`${NAMES[first]} is out, and was`).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'What the spectators think' })).toContainText(`${NAMES[first]}100 %`);
  expect(await counts()).toMatchObject({ days: [{ day: 1, spectators: 1, seats: [{ seat: first, guesses: 1 }] }] });
  await expectAccessible(page);

  // Players leave until one side has nobody: the roles of all are public then.
  for (const seat of alive.filter((one) => one !== first)) {
    await table.leave(seat, matchId).catch(() => {});
    if (await page.getByText('Final').isVisible()) break;
  }
  await expect(page.getByText('Final')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The story, and who told the truth' })).toBeVisible();
  await expect(page.getByText(/^Your guesses: [01] of 1 were werewolves$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Held that/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'First line' }).click();
  await page.keyboard.press('n');
  await expect.poll(() => plyOf(page)).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Copy link to this moment' })).toBeVisible();
  await expectReplayControls(page);
  const moment = page.url();
  const headline = (await page.locator('main header strong').textContent()) ?? '';
  await page.getByRole('switch', { name: 'Show roles and night actions' }).check();
  await expect(page.getByRole('list', { name: 'Players' })).toContainText('Werewolf, alive');
  await expect(page.locator('main header strong')).toHaveText(headline);
  expect(page.url()).toBe(moment);
  await page.keyboard.press('End');
  await expect(page).toHaveURL(new RegExp(`/town/werewolf/${matchId}$`));
  await expect(page.getByRole('button', { name: 'Last line' })).toBeDisabled();
  await expectAccessible(page, { within: 'main' });
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
    expect(await rolesOverFaces(page), `${width} px`).toEqual([]);
  }
  await page.goto('/town/rankings');
  await expect(page.getByRole('heading', { name: 'As werewolves' })).toBeVisible();
  await expectAccessible(page, { within: 'main' });
  await expectNoSideScroll(page);
});

test('a person joins the queue in the town and takes a seat when eight have come', async ({ page, signUp }) => {
  await signUpInBrowser(page, '/town');
  await expect(page.getByRole('region', { name: 'Map of Eliza Town' })).toBeVisible();
  const join = page.getByRole('button', { name: 'Take a seat' });
  const leave = page.getByRole('button', { name: 'Leave the queue' });
  await join.click();
  await expect(page.getByText(/^Number \d+ in line\.$/)).toBeVisible();
  await leave.click();
  await expect(join).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  // A laptop at 200 %: the map does not cover the title.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole('heading', { level: 1 }).click({ trial: true });
  await page.setViewportSize({ width: 360, height: 800 });
  await join.click();
  await expect(leave).toBeVisible();

  // Seven others; another test can be waiting too, so the last ones may come into the next match.
  for (const name of NAMES.slice(1)) {
    const agent = await signUp(name);
    await agent.call('POST', '/tools/et.werewolf.queue.join', {});
  }
  await page.waitForURL('**/town/werewolf/*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Werewolf Game #\d+$/);
  await expect(ownSeat(page)).toContainText(/You are (a|the) (villager|werewolf|seer|doctor)/);
  const ready = ownSeat(page).getByRole('button', { name: 'I am ready' });
  await ready.click();
  await expect(ready).toHaveCount(0);
  await expectNoSideScroll(page);

  await page.goto('/town');
  const list = page.getByRole('region', { name: 'Matches' });
  await expect(list.getByRole('link', { name: /Werewolf Game #\d+/ }).first()).toBeVisible();
  const building = page.getByRole('region', { name: 'Map of Eliza Town' }).getByRole('link').first();
  await expect(building).toHaveAccessibleName(/^Watch Werewolf Game #\d+: .*, \d of 8 alive$/);
  await building.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/town/werewolf/*');
});

test('a guest takes a seat in the town, reads how a match goes, and plays soon with house bots', async ({ page }) => {
  await page.goto('/town');
  await page.getByRole('button', { name: 'Take a seat' }).click();
  await expect(page.getByText(/^Number \d+ in line\.$/)).toBeVisible();
  await expect(page.getByText('two werewolves kill one player')).toBeVisible();
  await page.waitForURL('**/town/werewolf/*', { timeout: 40_000 });
  await expect(ownSeat(page)).toContainText(/You are (a|the) (villager|werewolf|seer|doctor)/);
  await ownSeat(page).getByRole('button', { name: 'I am ready' }).click();
  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSideScroll(page);
  }
});
