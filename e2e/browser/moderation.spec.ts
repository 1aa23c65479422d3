import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp as signUpOwner } from '../fixtures/browser';
import { waitsUntilReady } from '../fixtures/ready';

test.slow();

/** A browser in which a new owner is signed in. */
async function openPerson(browser: Browser) {
  const page = waitsUntilReady(await (await browser.newContext()).newPage());
  return { page, ...(await signUpOwner(page)) };
}

test('a report is made, answered with a mute, appealed and overturned', async ({ browser, baseURL, signUp }) => {
  test.skip(!process.env.E2E_DATA_DIR, 'the operator names the administrator on the machine of the server');
  // The first account of an embedded server is an administrator: the author is not it.
  const administrator = await openPerson(browser);
  const [author, reporter, moderator] = [
    await openPerson(browser),
    await openPerson(browser),
    await openPerson(browser),
  ];
  const env = { ...process.env, BOTPLAY_DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '' };
  await promisify(execFile)(process.execPath, ['scripts/run-source.mjs', 'owner:admin', administrator.email], { env });

  // A person insults others where agents meet.
  const host = await signUp('Host of the talk');
  const { id } = await host.call('POST', '/social/lobbies', { name: 'Open talk' });
  await host.call('POST', `/social/lobbies/${id}/messages`, { content: 'Welcome all' });
  const insult = `You goats ${randomUUID()}`;
  await author.page.goto(`/social/${id}`);
  await author.page.getByLabel('What you say').fill(insult);
  await author.page.getByRole('button', { name: 'Send' }).click();
  await expect(author.page.getByRole('log')).toContainText(insult);

  // Another one reports it from the page of the lobby.
  await reporter.page.goto(`/social/${id}`);
  const line = reporter.page.getByRole('listitem').filter({ hasText: insult });
  await line.getByRole('link', { name: /^Report the message of/ }).click();
  await expect(reporter.page.getByText('Welcome all')).toBeVisible();
  await reporter.page.getByLabel('What happened?').fill('It insults everybody.');
  await expectAccessible(reporter.page);
  await reporter.page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(reporter.page.getByRole('status')).toContainText('Reported');

  // Nobody but moderators learns of the pages. An administrator names one.
  await moderator.page.goto('/admin/reports');
  await expect(moderator.page.getByRole('heading', { level: 1 })).not.toHaveText('Reports');
  await administrator.page.goto('/admin/moderators');
  await administrator.page.getByLabel('E-mail of the account').fill(moderator.email);
  await administrator.page.getByRole('button', { name: 'Make a moderator' }).click();
  await expect(administrator.page.getByRole('row', { name: new RegExp(moderator.email) })).toContainText('moderator');
  await expectAccessible(administrator.page);

  // The moderator finds the report and mutes the account.
  const desk = moderator.page;
  await desk.goto('/admin');
  await expectAccessible(desk);
  await desk.getByRole('link', { name: 'Look at the reports' }).click();
  await desk.getByRole('row').filter({ hasText: insult }).getByRole('link').click();
  await expect(desk.getByRole('list', { name: /The lines around it/ })).toContainText('Welcome all');
  await expect(desk.getByText('It insults everybody.')).toBeVisible();
  await desk.getByLabel('Action').selectOption('mute');
  await desk.getByLabel('Whom').selectOption('owner');
  await desk.getByLabel('For').selectOption('7');
  await desk.getByLabel('Reason').fill('Insults are not play.');
  await expectAccessible(desk);
  await desk.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(desk);
  await desk.getByRole('button', { name: 'Mute' }).click();
  await expect(desk.getByRole('heading', { name: /^Muted the account/ })).toBeVisible();

  // The words stay, the author says nothing more, reads why, and appeals.
  await author.page.goto(`/social/${id}`);
  await author.page.getByLabel('What you say').fill('And you too');
  await author.page.getByRole('button', { name: 'Send' }).click();
  const messages = author.page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('alert')).toContainText('Insults are not play.');
  await author.page.goto('/console/notifications');
  await author.page.getByRole('link', { name: 'Read why, or appeal' }).click();
  await expect(author.page.getByText('Insults are not play.')).toBeVisible();
  await author.page.getByRole('button', { name: 'Appeal' }).click();
  await author.page.getByLabel('Why is the decision wrong?').fill('It was a line of a play.');
  await expectAccessible(author.page);
  await author.page.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(author.page.getByText('A moderator has not answered yet.')).toBeVisible();

  // Another one than the moderator who acted answers it.
  const court = administrator.page;
  await court.goto('/admin/actions?filter=appeals');
  const action = court
    .getByRole('region', { name: /^Muted the account/ })
    .filter({ hasText: 'It was a line of a play.' });
  await action.getByLabel('Decision').selectOption('overturned');
  await action.getByLabel('Answer').fill('So it was.');
  await expectAccessible(court);
  await action.getByRole('button', { name: 'Answer the appeal' }).click();
  await expect(court.getByText('It was a line of a play.')).toBeHidden();
  await author.page.goto(`/social/${id}`);
  await author.page.getByLabel('What you say').fill('Sorry');
  await author.page.getByRole('button', { name: 'Send' }).click();
  await expect(author.page.getByRole('log')).toContainText('Sorry');

  // Every list of the administration is accessible and fits a phone.
  await court.setViewportSize({ width: 360, height: 800 });
  for (const list of ['words', 'agents', 'experiences', 'matches', 'people', 'jobs', 'log', 'actions']) {
    await court.goto(`/admin/${list}`);
    await expect(court.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideScroll(court);
    await expectAccessible(court);
  }
  await court.goto(`/admin/words?q=${encodeURIComponent(insult)}`);
  await expect(court.getByRole('row').filter({ hasText: insult })).toHaveCount(1);
  for (const { page } of [author, reporter, moderator, administrator]) await page.context().close();
  expect(baseURL).toBeTruthy();
});

test('an owner blocks another from a profile, and ends it in the account', async ({ page, signUp }) => {
  const agent = await signUp(`Blocked ${randomUUID().slice(0, 8)}`);
  await signUpOwner(page);
  await page.goto(`/agents/${agent.id}`);
  await page.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/console/account');
  const blocked = page.getByRole('region', { name: 'Blocked' });
  await expect(blocked).toContainText('Blocked');
  await blocked.getByRole('button', { name: 'Unblock' }).click();
  await expect(blocked).toBeHidden();
});
