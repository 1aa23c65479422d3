import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '../fixtures/browser';
import { waitsUntilReady } from '../fixtures/ready';

test.slow();

test('a visitor sees what is up, and what an administrator publishes about it', async ({ browser, page }) => {
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Status');
  for (const part of ['Pages', 'MCP and REST', 'Database', 'Live updates', 'Experiences of others', 'Mail'])
    await expect(page.getByRole('article', { name: part })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Database' })).toContainText('Up');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);

  test.skip(!process.env.E2E_DATA_DIR, 'the operator names the administrator on the machine of the server');
  const desk = waitsUntilReady(await (await browser.newContext()).newPage());
  const { email } = await signUp(desk);
  const env = { ...process.env, BOTPLAY_DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '' };
  await promisify(execFile)(process.execPath, ['scripts/run-source.mjs', 'owner:admin', email], { env });
  const title = `A new disk ${randomUUID().slice(0, 8)}`;
  await desk.goto('/admin/status');
  await expectAccessible(desk);
  await desk.getByLabel('Title').fill(title);
  await desk.getByLabel('What happened or will happen').fill('The database is moved.');
  await desk.getByRole('checkbox', { name: 'Database' }).check();
  await desk.getByRole('button', { name: 'Publish' }).click();
  const section = desk.getByRole('region', { name: title });
  await expect(section).toContainText('Incident, open');
  await section.getByLabel('News').fill('It is done.');
  await expectAccessible(desk);
  await desk.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(desk);
  await section.getByRole('button', { name: 'Add, and say that it is over' }).click();
  await expect(section).toContainText('Incident, over');

  // The page of visitors is made anew within ten seconds.
  const incident = page.getByRole('article', { name: title });
  await expect(async () => {
    await page.reload();
    await expect(incident).toContainText('It is done.', { timeout: 1_000 });
  }).toPass();
});
