import { expect, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '@/e2e/fixtures/browser';
import { joinAgent, openBookingPage } from '@/e2e/fixtures/relay';

const start = { type: 'session.start', payload: { studyId: 'e2e', participantId: 'P01' } };

test('the owner of a page finds its study sessions, replays one and compares two', async ({ page, baseURL }) => {
  await signUp(page);
  const agent = await joinAgent(baseURL, await openBookingPage(page));
  const sessions: string[] = [];
  for (const itemId of ['m1', 'm5']) {
    sessions.push((await agent.ask(start)).payload.sessionId);
    expect((await agent.call('select', { itemId }, `Chose ${itemId}.`)).payload.ok).toBe(true);
    expect((await agent.ask({ type: 'session.end', payload: { reason: 'done' } })).type).toBe('session.ended');
  }
  agent.close();
  const [first = ''] = sessions;

  await page.goto('/console/studies');
  const table = page.getByRole('table', { name: 'Study sessions, newest first' });
  for (const id of sessions) await expect(table.getByRole('row').filter({ hasText: id })).toContainText('Ended');
  await expectAccessible(page);

  await page.getByRole('link', { name: first, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Study session');
  await page
    .getByRole('list', { name: `Steps of ${first}` })
    .getByRole('button', { name: 'Chose m1.' })
    .click();
  await expect(page.locator('[data-item="m1"]')).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All studies' }).click();
  for (const id of sessions) await page.getByLabel(`Compare ${id}`).check();
  await page.getByRole('link', { name: 'Compare side by side' }).click();
  for (const id of sessions) {
    await page
      .getByRole('list', { name: `Steps of ${id}` })
      .getByRole('button', { name: /Chose m\d\./ })
      .click();
  }
  await expect(page.locator('[data-item][aria-pressed="true"]')).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
});
