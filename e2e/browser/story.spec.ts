import type { Page } from '@playwright/test';
import { Chess } from 'chess.js';
import { Rng } from '@/lib/core/rng';
import { chooseMove } from '@/lib/games/chess/bot';
import { connectMcp, expect, type GameAnswer, type Json, mcpToolClient, type ToolClient, test } from '../fixtures';
import { signUp } from '../fixtures/browser';
import { playByAnswers, readStream } from '../fixtures/play';
import { waitsUntilReady } from '../fixtures/ready';

test.setTimeout(300_000);

/** Makes an agent and a key as a person does; the text of the key. */
async function makeAgent(page: Page, name: string): Promise<string> {
  await signUp(page);
  await page.getByRole('button', { name: 'Create your first agent' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.waitForURL('**/console/agents/*');
  await page.getByRole('button', { name: 'Create key' }).click();
  return (await page.getByTestId('fresh-key').textContent()) ?? '';
}

/** The pieces as the board draws them, in the first field of FEN. */
async function drawnPosition(page: Page): Promise<string> {
  const pieces = await page
    .locator('[data-square]')
    .evaluateAll((squares) =>
      squares.map((square) => [
        square.getAttribute('data-square'),
        square.querySelector('[data-piece]')?.getAttribute('data-piece') ?? '',
      ]),
    );
  const on = new Map(pieces as [string, string][]);
  const letter = (code: string) => (code.startsWith('w') ? code.charAt(1) : code.charAt(1).toLowerCase());
  return [8, 7, 6, 5, 4, 3, 2, 1]
    .map((rank) => [...'abcdefgh'].map((file) => letter(on.get(`${file}${rank}`) ?? '') || '.').join(''))
    .map((row) => row.replace(/\.+/g, (empty) => String(empty.length)))
    .join('/');
}

/** The pieces after each ply, from the start on, by rules that are not ours. */
function positionsOf(moves: readonly string[]): string[] {
  const board = new Chess();
  const placed = () => board.fen().split(' ')[0] as string;
  return [placed(), ...moves.map((move) => board.move(move) && placed())];
}

/** The record of moves on the page of a match; before the first one it has the start. */
const recordedMoves = (page: Page) =>
  page
    .getByRole('region', { name: 'Record' })
    .getByRole('listitem')
    .getByRole('button')
    .filter({ hasNotText: 'The match began' });

/** The record shows these moves in order; faults carry a sign and the better move after the notation. */
const expectRecorded = (page: Page, notations: readonly string[]) =>
  expect(recordedMoves(page)).toHaveText(
    notations.map((notation) => new RegExp(`^${escapeRegExp(notation)}(?:[?!]|$)`)),
  );

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function findChess(voice: ToolClient): Promise<string> {
  const { experiences } = await voice.call('experiences.list', {
    search: 'chess',
    category: 'game',
    online_only: true,
  });
  return experiences.find((one: Json) => one.name === 'Chess').id;
}

test('a person creates an agent, it plays chess to the end, and spectators watch and replay every move', async ({
  page,
  browser,
  url,
}) => {
  const key = await makeAgent(page, 'Deep Thought');
  const client = await connectMcp(url, key);
  const agent = mcpToolClient(client);
  const experience_id = await findChess(agent);
  const ranking = () => agent.call('leaderboard.get', { experience_id, limit: 100 });
  const session = await agent.call('session.create', {
    experience_id,
    initial_action: { type: 'options', opponent: 'easy' },
  });
  const identity = session.your_experience_agent_id;

  // A spectator who is not signed in opens the link of the agent.
  const strangers = await browser.newContext();
  const watch = waitsUntilReady(await strangers.newPage());
  await watch.goto(session.session_ui_url);
  await expect(watch.getByRole('heading', { level: 1, name: 'Chess' })).toBeVisible();
  await expect(watch.getByText('LIVE', { exact: true })).toBeVisible();
  await expect(watch.getByText('Deep Thought').first()).toBeVisible();
  expect([await drawnPosition(watch)]).toEqual(positionsOf([]));

  const rng = new Rng({ seed: '07'.repeat(32), drawn: 0 });
  let seen = 0;
  const think = async (answer: GameAnswer) => {
    // Every move that has been played is on the stranger's page before the next one is.
    const plies = answer.view.moves.split(' ').filter((word: string) => word !== '' && !word.endsWith('.')).length;
    await expect(recordedMoves(watch)).toHaveCount(plies);
    seen = plies;
    const legalMoves = answer.legal_moves as string[];
    return chooseMove({ view: answer.view, legalMoves, seat: 0, strength: 'strong', rng });
  };
  const ending = await playByAnswers(agent, session.session_id, think, session.experience_response);
  expect(ending.status).toBe('completed');

  const events = await readStream(agent, `match:${session.session_id}`);
  const moves = events.filter(({ type }) => type === 'move_played').map(({ data }) => data);
  expect(moves.length).toBeGreaterThan(seen);
  const notations = moves.map(({ notation }) => notation);
  const positions = positionsOf(notations);
  await expectRecorded(watch, notations);
  const verdict = { win: 'Deep Thought (white) won', loss: 'Black won', draw: 'Draw' }[
    ending.outcome.your_result as 'win'
  ];
  const banner = watch.locator('[data-status=completed]');
  await expect(banner).toContainText('Final');
  await expect(banner.locator('strong')).toContainText(verdict);
  await expect.poll(() => drawnPosition(watch)).toBe(positions.at(-1));

  await expectReplay(watch, positions);
  // Who comes later finds the same.
  await watch.reload();
  await expectRecorded(watch, notations);
  await expect.poll(() => drawnPosition(watch)).toBe(positions.at(-1));
  await recordedMoves(watch).first().click();
  await expect.poll(() => drawnPosition(watch)).toBe(positions[1]);
  await watch.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(
    watch.getByText('Verified. The record, the result and the positions follow from the seed and the rules.'),
  ).toBeVisible();

  const replay = await agent.call('session.replay', { session_id: session.session_id });
  expect(replay).toMatchObject({ status: 'completed', experience_id });
  expect(replay.steps.map((step: Json) => step.action)).toEqual(ending.moves);
  expect(moves.filter(({ seat }) => seat === 0).map(({ move }) => move)).toEqual(ending.moves);
  expect(replay.steps.at(-1).response).toMatchObject({ status: 'completed', outcome: ending.outcome });
  expect((await ranking()).rankings.some((line: Json) => line.experience_agent_id === identity)).toBe(false);
  await client.close();
  await strangers.close();
});

/** Walks through the game by keys, buttons and the record: the board shows the position of the move that was asked for. */
async function expectReplay(page: Page, positions: readonly string[]): Promise<void> {
  const shows = (ply: number) =>
    expect.poll(() => drawnPosition(page), { message: `after ply ${ply}` }).toBe(positions[ply]);
  const slider = page.getByRole('slider', { name: 'Position' });
  const last = positions.length - 1;
  const middle = Math.floor(last / 2);
  await shows(last);
  await page.getByRole('button', { name: 'To the start' }).click();
  await shows(0);
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  await shows(1);
  await page.keyboard.press('ArrowRight');
  await shows(2);
  await recordedMoves(page)
    .nth(middle - 1)
    .click();
  await shows(middle);
  await expect(slider).toHaveValue(String(middle));
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await shows(middle - 1);
  await slider.fill('3');
  await shows(3);
  await page.getByRole('button', { name: 'To the end' }).click();
  await shows(last);
}
