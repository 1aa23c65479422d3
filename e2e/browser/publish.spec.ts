import { randomUUID } from 'node:crypto';
import { expect, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '@/e2e/fixtures/browser';
import { type RunningExample, runExperience } from '@/e2e/fixtures/experience';
import { fakeExperience, manifestFor } from '@/lib/testing/remote-experience';

let example: RunningExample;
test.beforeAll(async () => {
  example = await runExperience();
});
test.afterAll(() => example.stop());

test('a publisher registers the example, sees each check pass, and an agent plays it', async ({ page, openOwner }) => {
  test.slow();
  const name = `Guess ${randomUUID()}`;
  await signUp(page, '/publish');
  await page.getByRole('link', { name: 'Publish an experience' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Summary').fill('Find a number from 1 to 100.');
  await page.getByLabel('Publisher', { exact: true }).fill(`Publisher ${randomUUID()}`);

  // A fault is shown at its field, and the text stays.
  await page.getByLabel('Version').fill('one');
  await page.getByLabel('Server address').fill('ftp://example.org');
  await page.getByRole('button', { name: 'Publish and verify' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'nothing was published' })).toBeVisible();
  await expect(page.getByLabel('Version')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Version')).toBeFocused();
  await expect(page.getByLabel('Server address')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);

  await page.getByLabel('Version').fill('1.0.0');
  await page.getByLabel('Server address').fill('http://localhost:1/mcp');
  const tryIt = page.getByRole('button', { name: 'Try without publishing' });
  await tryIt.click();
  await expect(page.getByText('A check failed. Nothing was published.')).toBeVisible();
  await page.getByLabel('Server address').fill(example.url);
  await expect(page.getByLabel('Manifest')).toHaveValue(new RegExp(example.url));
  await tryIt.click();
  await expect(page.getByText('Every required check passed. Nothing was published.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish and verify' }).click();
  await page.waitForURL(/\/publish\/[0-9a-f-]{36}\/checks$/);
  await expect(page.getByText('Verified: it can be played')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[data-standing=passed]')).toHaveCount(5);
  await expect(page.locator('[data-standing=skipped]')).toContainText('WebSocket');
  await page.getByText('3 requests and answers').click();
  await expect(page.locator('[data-standing=passed]', { hasText: 'Trial session' })).toContainText('session.end');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'List the tools' }).click();
  await page.getByLabel('Tool', { exact: true }).selectOption('session.step');
  await page.getByLabel(/^action/).fill('no JSON');
  const call = page.getByRole('button', { name: 'Call the tool' });
  await call.click();
  await expect(page.getByLabel(/^action/)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Tool', { exact: true }).selectOption('experience.info');
  await call.click();
  await expect(page.getByRole('group', { name: 'Answer' })).toContainText('gameplay_instructions');
  // What a tool requires is asked for, what was sent is shown, and ids of one call are in the form of the next.
  await page.getByLabel('Tool', { exact: true }).selectOption('session.create');
  await call.click();
  await expect(page.getByLabel('session_id', { exact: true })).toBeFocused();
  await expect(page.getByText('The tool requires this.').first()).toBeVisible();
  await page.getByLabel('session_id', { exact: true }).fill('trial-7');
  await page.getByLabel('experience_agent_id', { exact: true }).fill('agent-7');
  await page.getByLabel('memory as JSON').fill('{}');
  await call.click();
  await page.getByRole('status').filter({ hasText: 'Answered' }).getByText('Request and answer').click();
  await expect(page.getByText('"session_id":"trial-7"').first()).toBeVisible();
  await page.getByLabel('Tool', { exact: true }).selectOption('session.step');
  await expect(page.getByLabel('session_id', { exact: true })).toHaveValue('trial-7');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Its page in the catalog' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/^Find the number from 1 to 100\. An action/)).toBeVisible();
  await expectAccessible(page);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const agent = await (await openOwner()).agent('Reviewer');
  const session = await agent.call('POST', '/sessions', { experience_id: id });
  expect((await agent.step(session.session_id, { guess: 50 })).step_count).toBe(1);
  await agent.call('POST', `/sessions/${session.session_id}/end`, {});

  // What agents say about it is shown to everybody, and reports to the publisher, who answers them.
  await agent.call('POST', `/experiences/${id}/rate`, { rating: 4, review: 'Clear rules.' });
  const report = { category: 'unclear_instructions', description: 'From which number?' };
  await agent.call('POST', `/experiences/${id}/report`, report);
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Clear rules.' })).toContainText('played 1 session');
  const badge = page.getByAltText('Status badge of this experience');
  expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('group', { name: 'Markdown' })).toContainText(`/experiences/${id}/badge.svg`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Manage it' }).click();
  const tabs = page.getByRole('navigation', { name: 'About this experience' });
  await tabs.getByRole('link', { name: 'Reviews and reports' }).click();
  await expect(page.getByText('From which number?')).toBeVisible();
  await page.getByLabel('State').selectOption('Resolved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('0 open of 1')).toBeVisible();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByLabel('Your answer').fill('From 1, as the instructions say now.');
  await page.getByRole('button', { name: 'Save the answer' }).click();
  await expect(page.getByText('The publisher answered')).toBeVisible();
  await expectAccessible(page);

  // Which version held since when, and what changed.
  await tabs.getByRole('link', { name: 'Versions' }).click();
  await page.waitForURL('**/versions');
  const versions = page.getByRole('list', { name: 'Versions and changes, the newest first' });
  await expect(versions.getByRole('listitem')).toHaveCount(1);
  await expect(versions).toContainText('Version 1.0.0');
  await expectAccessible(page);

  // What went wrong, with the exchange, and the session it belongs to; who played is not shown.
  const failing = await agent.call('POST', '/sessions', { experience_id: id });
  await agent.request('POST', `/sessions/${failing.session_id}/step`, { action: { guess: 'high' } });
  await tabs.getByRole('link', { name: 'Errors' }).click();
  await page.waitForURL('**/errors');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('1 call', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await page.getByText('The newest call').click();
  await expect(page.getByRole('group', { name: 'Arguments of session.step' })).toContainText('"guess": "high"');
  await expect(page.getByRole('group', { name: 'What came back' })).toContainText(/invalid|whole number/i);
  await expectAccessible(page);
  await tabs.getByRole('link', { name: 'Sessions' }).click();
  const lastRow = page.getByRole('row').filter({ hasText: session.session_id.slice(-8) });
  await lastRow.getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('"guess": 50');
  await expect(page.getByText('Reviewer')).toBeHidden();
  await expectAccessible(page);
  for (const tab of ['Overview', 'Checks', 'Errors', 'Sessions', 'Reviews and reports', 'Versions', 'Settings']) {
    await tabs.getByRole('link', { name: tab }).click();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSideScroll(page);
  }
  await page.goto(`/experiences/${id}`);
  await expect(page.getByText('From 1, as the instructions say now.')).toBeVisible();

  await page.goto(`/experiences?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name })).toHaveCount(1);
});

test('an unreachable server fails its check with a message, and can be corrected, verified again and deleted', async ({
  page,
}) => {
  await signUp(page, '/publish/new');
  const manifest = {
    name: `Broken ${randomUUID()}`,
    version: '1.0.0',
    summary: 'Nothing listens there.',
    category: 'puzzle',
    tier: 2,
    publisher: { name: `Publisher ${randomUUID()}` },
    mcp: {
      server_url: 'http://localhost:1/mcp',
      required_tools: ['experience.info', 'session.create', 'session.step', 'session.end'],
    },
  };
  await page.getByLabel('Manifest').fill('{ not json');
  await expect(page.getByRole('button', { name: 'Publish and verify' })).toBeDisabled();
  await page.getByLabel('Manifest').fill(JSON.stringify(manifest));
  await page.getByRole('button', { name: 'Publish and verify' }).click();
  await expect(page.getByText('Not verified: a check failed')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[data-standing=failed]')).toContainText('could not be reached');

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Server address').fill(example.url);
  await page.getByRole('button', { name: 'Save and verify' }).click();
  await page.waitForURL('**/checks');
  await expect(page.getByText('Verified: it can be played')).toBeVisible({ timeout: 30_000 });

  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  const versions = page.getByRole('list', { name: 'Versions and changes, the newest first' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first().locator('del')).toHaveText('http://localhost:1/mcp');
  await expect(versions.first().locator('ins')).toHaveText(example.url);
  await versions.first().getByRole('link', { name: 'its sessions' }).click();
  await page.waitForURL('**/sessions?version=1.0.0');
  await expect(page.getByText('No session was opened with 1.0.0.')).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete experience' }).click();
  await page.waitForURL('**/publish');
  await expect(page.getByRole('link', { name: 'Publish an experience' })).toBeVisible();
});

test('a publisher sees how the tools of a server have changed, and accepts them', async ({ page }) => {
  const server = await fakeExperience({ transport: 'mcp' });
  await signUp(page, '/publish');
  const manifest = { ...manifestFor(server), name: `Changes ${randomUUID()}`, publisher: { name: randomUUID() } };
  const registered = await page.request.post('/api/console/experiences', { data: { manifest } });
  const { id } = await registered.json();
  await page.goto(`/publish/${id}/checks`);
  await expect(page.getByText('Verified: it can be played')).toBeVisible({ timeout: 30_000 });

  await page.goto('/publish/new');
  await page.getByLabel('Address of the MCP server').fill('ftp://example.org');
  await page.getByRole('button', { name: 'Discover and publish' }).click();
  await expect(page.getByLabel('Address of the MCP server')).toHaveAttribute('aria-invalid', 'true');
  await page.goto(`/publish/${id}/checks`);

  server.description = 'now asks for a wager';
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect(page.getByText('Not verified: its tools have changed')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('list', { name: 'Changed tools' })).toContainText('session.step: now asks for a wager');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept the changes' }).click();
  await page.getByRole('button', { name: 'Accept and verify' }).click();
  await expect(page.getByText('Verified: it can be played')).toBeVisible({ timeout: 30_000 });

  await server.close();
  await page.getByRole('button', { name: 'Check status now' }).click();
  await expect(page.getByText('Verified, but offline now: it cannot be played')).toBeVisible();
  await expect(page.getByText(/It does not answer after \d+ ms/)).toBeVisible();
  await expect(page.getByText('tools/list').or(page.getByText('experience.status')).last()).toBeVisible();
});
