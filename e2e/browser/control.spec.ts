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
  await expect(calls.getByText('502 EXPERIENCE_ERROR')).toBeVisible();
  await calls.getByRole('button', { name: 'session.step' }).click();
  await expect(calls.getByText('{ action: string(8), session_id: string(36) }')).toBeVisible();
  await expectAccessible(page);
  // A new call appears without a reload.
  await agent.call('GET', '/whoami');
  await expect(calls.getByRole('button', { name: 'auth.whoami' })).toBeVisible({ timeout: 5_000 });
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
  await page.getByRole('combobox', { name: 'Tools' }).fill('memory.set');
  await page.getByRole('option', { name: 'memory.set' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByRole('button', { name: 'Save rules' })).toBeDisabled();

  await page.goto(`${url}/console/notifications`);
  await page.getByLabel('Address').fill('http://127.0.0.1:1/hook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${url}/console/approvals`);
  const waiting = agent.call('PUT', `/memory/${experience}`, { data: { mood: 'bold', api_key: 'do-not-show' } });
  // The request appears without a reload.
  const request = page.getByRole('list', { name: 'Calls that wait for you' }).getByRole('listitem');
  await expect(request).toContainText('"mood": "bold"');
  await expect(request).not.toContainText('do-not-show');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
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
