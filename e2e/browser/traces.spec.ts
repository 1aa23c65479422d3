import { expect, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '@/e2e/fixtures/browser';

test('an owner reads steps beside the board, writes notes, and puts two sessions side by side', async ({
  page,
  url,
  signUp: signUpAgent,
}) => {
  const agent = await signUpAgent('Traced');
  const experience_id = await agent.experience('Tic-tac-toe');
  /** A session of a look and one move, which is ended. */
  const play = async (action: string): Promise<string> => {
    const { session_id } = await agent.call('POST', '/sessions', { experience_id });
    await agent.call('POST', `/sessions/${session_id}/step`, { action: { type: 'state' } });
    const usage = { input_tokens: 900, output_tokens: 30, cost_usd_estimate: 0.01 };
    await agent.call('POST', `/sessions/${session_id}/step`, { action, note: `I take ${action}.`, usage });
    await agent.call('POST', `/sessions/${session_id}/end`, {});
    return session_id;
  };
  const first = await play('A1');
  const second = await play('C3');
  await signUp(page, new URL(agent.claimUrl).pathname);
  await page.getByRole('button', { name: 'Claim this agent' }).click();
  await page.waitForURL('**/console/agents/*');

  await page.goto(`${url}/sessions/${first}`);
  await page.getByRole('button', { name: 'Step 2', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Tic-tac-toe, before step 2' })).toBeVisible();
  await page.getByText('After', { exact: true }).click();
  await expect(page.getByRole('img', { name: 'Tic-tac-toe, after step 2' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Step 1', exact: true })).toHaveAttribute('aria-current', 'step');

  await page.getByRole('button', { name: 'Add a note about step 2' }).click();
  await page.getByLabel('Your note about step 2').fill('A corner, as always.');
  await page.getByRole('button', { name: 'Save' }).click();
  // The text of the form is the same as that of the note: it is saved when the form has gone.
  await expect(page.getByLabel('Your note about step 2')).toBeHidden();
  const note = page.getByRole('listitem').filter({ hasText: 'Step 2' }).getByText('A corner, as always.');
  await expect(note).toBeVisible();
  await page.reload();
  await expect(note).toBeVisible();
  await expectAccessible(page);

  // A save goes on when its page is left before the answer.
  await page.getByRole('button', { name: 'Add a note about this session' }).click();
  await page.getByLabel('Your note about this session').fill('Left before it was saved.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto(`${url}/status`);
  await expect(async () => {
    await page.goto(`${url}/sessions/${first}`);
    await expect(page.getByText('Left before it was saved.')).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.waitForURL(`**/sessions/${first}/compare?with=${second}`);
  await expect(page.getByText('They differ from step 2 on')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Tokens in/ })).toContainText('900');
  await expect(page.getByRole('img', { name: /before step 2/ })).toHaveCount(2);
  await expectAccessible(page);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSideScroll(page);
  }

  // Another owner has neither.
  await page.context().clearCookies();
  await signUp(page);
  expect((await page.goto(`${url}/sessions/${first}/compare?with=${second}`))?.status()).toBe(404);
});
