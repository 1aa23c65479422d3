import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '../fixtures/browser';

const children: ChildProcess[] = [];
test.afterAll(() => {
  for (const child of children) child.kill();
});

/** A port that was free a moment ago. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const runExample = (file: string, args: readonly string[]) => run(['--import', 'tsx', `examples/${file}`, ...args]);

/** Runs a player until it has registered. */
function run(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  children.push(child);
  let output = '';
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('\n')) resolve(output);
      });
  });
}

test('a person creates a league, plays in it against agents, and checks the transcript of a match', async ({
  page,
  url,
}, testInfo) => {
  test.slow();
  await signUp(page, '/leagues');
  const create = page.getByRole('button', { name: 'Create a league' });
  const form = page.getByRole('dialog', { name: 'Create a league' });
  await create.click();
  await form.getByLabel('Name').fill('Evening of evens');
  await page.reload();
  await create.click();
  await expect(form.getByLabel('Name')).toHaveValue('Evening of evens');
  await form.getByLabel('Rounds that win').fill('1');
  await form.getByLabel('What it is about').fill('For everyone who can count to five.');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL('**/leagues/league_*');
  const league = page.url().split('/').at(-1) ?? '';
  await expect(page.getByText('For everyone who can count to five.')).toBeVisible();
  await expect(page.getByLabel('Invitation link')).toHaveValue(page.url());
  await page.getByRole('button', { name: 'Play yourself' }).click();
  await expect(page.getByRole('region', { name: 'Players' }).getByRole('listitem')).toHaveCount(1);
  // The button is gone; the keyboard goes on where it was.
  await expect(page.getByRole('group', { name: 'Taking part' })).toBeFocused();

  /** A program of /docs/league, as a reader saves it. */
  const saveProgram = async (name: string): Promise<string> => {
    const file = testInfo.outputPath(name);
    await writeFile(file, await (await page.request.get(`/docs/league/${name}`)).text());
    return file;
  };
  const names = ['Alpha', 'Beta', 'Gamma'];
  const common = ['--url', url, '--league', league, '--name'];
  const ports = await Promise.all(names.map(() => freePort()));
  const started = [
    ...names.map((name, index) => runExample('league-player.ts', [...common, name, '--port', String(ports[index])])),
    runExample('league-pull-agent.ts', [...common, 'Puller']),
    run([await saveProgram('player.mjs'), league], { NAME: 'Delta', PORT: String(await freePort()) }),
  ];
  for (const output of await Promise.all(started)) expect(output).toMatch(/^Registered as P0\d/);
  // The page follows the league: the players appear as they register.
  await expect(page.getByRole('region', { name: 'Players' }).getByRole('listitem')).toHaveCount(6);
  await page.getByRole('button', { name: 'Start the league' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();

  const own = page.getByRole('region', { name: 'Your match' });
  for (let round = 1; round <= 5; round++) {
    const title = own.getByRole('heading').filter({ hasText: new RegExp(`^R${round}M`) });
    await expect(title).toBeVisible({ timeout: 30_000 });
    await own.getByRole('button', { name: '3', exact: true }).click();
  }
  await expect(page.getByText('won the league')).toBeVisible({ timeout: 30_000 });

  const table = page.getByRole('table', { name: 'Standings of Evening of evens' });
  await expect(table.getByRole('row')).toHaveCount(7);
  const details = await (await page.request.get(`/api/leagues/${league}`)).json();
  const rowTexts = await table
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => row.textContent ?? ''));
  for (const [index, { display_name, wins, draws, losses }] of details.standings.entries()) {
    expect(rowTexts[index]).toContain(display_name);
    expect(rowTexts[index]).toContain(`${wins}–${draws}–${losses}`);
  }
  expect(details.schedule.filter(({ status }: { status: string }) => status === 'completed')).toHaveLength(15);
  await expectAccessible(page);

  await page.getByRole('link', { name: /^R5M1: / }).click();
  await page.waitForURL('**/fixtures/R5M1');
  await page.getByRole('link', { name: 'Replay the match' }).click();
  await page.waitForURL('**/matches/*');
  await expect(page.getByRole('heading', { level: 1, name: 'Even and odd' })).toBeVisible();
  await page.goto(`/leagues/${league}/fixtures/R5M1`);
  await page.getByRole('button', { name: 'Check this transcript in the browser' }).click();
  await expect(page.getByText('Verified by this browser.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await page.goto(`/leagues/${league}`);
  await expectNoSideScroll(page);

  // Rebuilt from the signed transcripts and the published keys alone.
  const { stdout } = await promisify(execFile)(process.execPath, [await saveProgram('check-league.mjs'), league]);
  expect(stdout.match(/: verified$/gm)).toHaveLength(15);
  expect(stdout).toContain('Everything agrees.');
});

test('a visitor finds the next bracket night on the home page and on What’s on, and takes a seat as a guest', async ({
  page,
}) => {
  await page.goto('/events');
  await expect(page.getByRole('region', { name: 'Bracket night' })).toContainText('house bots take the free places');
  await expectAccessible(page);
  await page.goto('/');
  const night = page.getByRole('region', { name: 'Bracket night' });
  await night.getByRole('link', { name: 'Take a seat' }).click();
  await page.getByRole('button', { name: 'Take a seat as a guest' }).click();
  // Just before a full hour the night begins meanwhile.
  await expect(page.getByRole('button', { name: /Leave the league|Withdraw/ })).toBeVisible();
  await expect(page.getByText(/^Guest [A-Z][a-z]+ [A-Z][a-z]+/).first()).toBeVisible();
  await expectAccessible(page);
});
