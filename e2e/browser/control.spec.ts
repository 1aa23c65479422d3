import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import type { Agent } from '@/e2e/fixtures/agent';
import { expectAccessible, expectNoSideScroll, signUp } from '@/e2e/fixtures/browser';

async function claim(page: Page, agent: Agent) {
  await signUp(page, new URL(agent.claimUrl).pathname);
  await page.getByRole('button', { name: 'Claim this agent' }).click();
  await page.waitForURL('**/console/agents/*');
}

test('an owner follows the activity, reads a transcript, ends a session and stops an agent', async ({
  page,
  url,
  signUp: signUpAgent,
}) => {
  const agent = await signUpAgent('Watched');
  const experience = await agent.experience('Tic-tac-toe');
  const { session_id } = await agent.call('POST', '/sessions', { experience_id: experience });
  await agent.request('POST', `/sessions/${session_id}/step`, { action: 'nonsense' });
  await claim(page, agent);

  await page.goto(`${url}/console/activity`);
  const calls = page.getByRole('table', { name: 'Calls, newest first' });
  await expect(calls.getByText('422 EXPERIENCE_ERROR')).toBeVisible();
  await calls.getByRole('button', { name: 'session.step' }).click();
  await expect(calls.getByText('{ action: string(8), session_id: string(36) }')).toBeVisible();
  await expectAccessible(page);
  // A new call appears without a reload.
  await agent.call('GET', '/whoami');
  await expect(calls.getByRole('button', { name: 'auth.whoami' })).toBeVisible();
  const exported = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await exported).suggestedFilename()).toMatch(/^botplay-activity-.*\.csv$/);

  await calls.getByRole('link', { name: 'Transcript' }).click();
  await page.waitForURL(`**/sessions/${session_id}`);
  await expect(page.getByText('session.step refused')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await expectAccessible(page);

  await page.goto(`${url}/console/sessions`);
  const row = page.getByRole('row', { name: /Tic-tac-toe/ });
  await expect(row.getByRole('link', { name: 'Tic-tac-toe' })).toHaveAttribute('href', `/sessions/${session_id}`);
  await row.getByRole('button', { name: 'End' }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(row).toContainText('you ended it');
  await expectNoSideScroll(page);

  await page.goto(`${url}/console/agents/${agent.id}`);
  await page.getByLabel('Steps a day').fill('10');
  await page.getByRole('button', { name: 'Save caps' }).click();
  await expect(page.getByText('0 of 10 steps used today')).toBeVisible();
  await page.getByRole('button', { name: 'Stop agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop agent' }).click();
  await expect(page.getByText('This agent is stopped')).toBeVisible();
  expect((await agent.request('GET', '/whoami')).status).toBe(403);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Let it go on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Let it go on' }).click();
  await expect(page.getByText('This agent is stopped')).toBeHidden();
  expect((await agent.request('GET', '/whoami')).status).toBe(200);
});

test('an owner is asked first, approves the call, and gets notifications by webhook', async ({
  page,
  url,
  signUp: signUpAgent,
}) => {
  const agent = await signUpAgent('Careful');
  const experience = await agent.experience('Tic-tac-toe');
  await claim(page, agent);
  await page.getByText('Memory and stored credentials').click();
  await page.getByRole('checkbox', { name: /memory\.set$/ }).check();
  await expect(page.getByText(/^1 of \d+ ask first$/)).toBeVisible();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByRole('button', { name: 'Save rules' })).toBeDisabled();

  await page.goto(`${url}/console/notifications`);
  await page.getByLabel('Address').fill('http://127.0.0.1:1/hook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${url}/console/approvals`);
  const waiting = agent.call('PUT', `/memory/${experience}`, {
    data: { mood: 'bold', api_key: 'do-not-show', story: `${'x'.repeat(9_000)} the end` },
  });
  // The request appears without a reload.
  const request = page.getByRole('list', { name: 'Calls that wait for you' }).getByRole('listitem');
  await expect(request).toContainText('"mood": "bold"');
  await expect(request).toContainText('Experience: Tic-tac-toe');
  await expect(request).not.toContainText('do-not-show');
  await expect(request).toContainText('xxx the end');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await request.getByRole('button', { name: /^Show all 9,\d+ characters$/ }).click();
  await expect(request.getByRole('group', { name: /^Arguments, all 9,\d+ characters$/ })).toContainText(
    `${'x'.repeat(9_000)} the end`,
  );
  await expectNoSideScroll(page);
  await request.getByRole('button', { name: 'Approve once' }).click();
  await waiting;
  await expect(page.getByText('Approved and called')).toBeVisible();

  await page.goto(`${url}/console/notifications`);
  await expect(page.getByText('asks to call memory.set')).toBeVisible();
  await page.getByText('Deliveries', { exact: true }).click();
  await expect(page.getByText('The address refused the connection.')).toBeVisible();
  await expectNoSideScroll(page);
});

test('an owner keeps credentials of an agent, sees its usage, downloads its trace and deletes it', async ({
  page,
  url,
  signUp: signUpAgent,
}) => {
  const agent = await signUpAgent('Leaving');
  const experience = await agent.experience('Tic-tac-toe');
  const { session_id } = await agent.call('POST', '/sessions', { experience_id: experience });
  await agent.call('POST', `/sessions/${session_id}/step`, {
    action: { type: 'state' },
    usage: { input_tokens: 1200, output_tokens: 34, cost_usd_estimate: 0.02 },
  });
  await claim(page, agent);

  await page.goto(`${url}/console/credentials`);
  const store = async (label: string, secret: string) => {
    await page.getByRole('combobox', { name: 'Experience' }).selectOption('Tic-tac-toe');
    await page.getByLabel('Label').fill(label);
    await page.getByLabel('API key', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Store credential' }).click();
  };
  const table = page.getByRole('table', { name: 'Credentials' });
  await store('first', 'secret-one-of-mine');
  await expect(table.getByRole('row', { name: /first/ })).toBeVisible();
  await store('second', 'secret-two-of-mine');
  const second = table.getByRole('row', { name: /second/ });
  await second.getByRole('button', { name: 'Make default' }).click();
  await expect(second.getByText('default', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  expect(await page.content()).not.toMatch(/secret-(one|two)-of-mine/);
  await table.getByRole('row', { name: /first/ }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete credential' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  // The row of the button is gone; the keyboard goes on in the table.
  await expect(table).toBeFocused();

  await expect(async () => {
    await page.goto(`${url}/console/usage`);
    await expect(page.getByText('1,200 in, 34 out')).toBeVisible({ timeout: 500 });
  }).toPass();
  // On the first day by hour, without a choice.
  await expect(page.getByRole('img', { name: /^Calls by hour/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${url}/console/usage?days=7`);
  await expect(page.getByRole('img', { name: /^Calls by day/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);

  await page.goto(`${url}/console/agents/${agent.id}`);
  const trace = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Traces' }).click();
  expect((await trace).suggestedFilename()).toMatch(/^botplay-trace-.*\.jsonl$/);
  await page.getByRole('button', { name: 'Delete agent' }).click();
  await page.getByRole('button', { name: 'Delete for ever' }).click();
  await page.waitForURL('**/console');
  expect((await agent.request('GET', '/whoami')).status).toBe(401);
  await page.goto(`${url}/agents/${agent.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted player');
});
