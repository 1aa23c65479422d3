import type { Locator, Page } from '@playwright/test';
import { expect, type Json, test } from '@/e2e/fixtures';
import { expectAccessible, expectNoSideScroll } from '@/e2e/fixtures/browser';
import { waitsUntilReady } from '@/e2e/fixtures/ready';
import { joinAgent, openBookingPage, roomOfOne, type WireAgent } from '@/e2e/fixtures/relay';

test.slow();

/** Whether the person is asked before an agent books; pages in a room of their own ask. */
async function setAsksFirst(page: Page, asksFirst: boolean): Promise<void> {
  const toggle = page.getByRole('switch', { name: 'Ask me before it books' });
  if ((await toggle.isChecked()) !== asksFirst) await toggle.click();
  await expect(toggle).toBeChecked({ checked: asksFirst });
}

/**
 * Follows toolSchema until the stage: goes on when it can, otherwise chooses the first item, or the one in the middle,
 * which no other test takes.
 */
async function walk(agent: WireAgent, until: string, choice: 'first' | 'middle' = 'first'): Promise<void> {
  for (let step = 0; step < 20; step++) {
    const { uiSpec, toolSchema } = await agent.snapshot();
    if (uiSpec.stage === until) return;
    const tools = new Map<string, Json>(toolSchema.map((tool: Json) => [tool.name, tool]));
    const items: string[] = tools.get('select')?.parameters.itemId.enum ?? [];
    const itemId = items[choice === 'first' ? 0 : Math.floor(items.length / 2)];
    const answer = tools.has('next')
      ? await agent.call('next')
      : tools.has('setQuantity')
        ? await agent.call('setQuantity', { typeId: 'adult', quantity: uiSpec.meta.ticketsNeeded })
        : await agent.call('select', { itemId });
    expect(answer).toMatchObject({ type: 'tool.result', payload: { ok: true } });
  }
}

test('an agent books beside a person who takes over, asks, refuses and allows', async ({ page, baseURL }) => {
  const join = await openBookingPage(page);
  await expect(page.getByRole('button', { name: /The Tide Clock/ })).toHaveCSS('border-top-width', '1px');
  await expectAccessible(page);
  const agent = await joinAgent(baseURL, join);
  await expect(page.getByText('Agent connected')).toBeVisible();

  await agent.call('filter', { field: 'score', operator: 'gte', value: 7.9 }, 'Only the films that people liked.');
  await expect(page.getByText('Only the films that people liked.').first()).toBeVisible();
  await expect(page.getByText('Filter: score is at least 7.9 (3 of 8)')).toBeVisible();
  await expect(page.getByRole('button', { name: /Night Ferry North/ })).toHaveCount(0);
  await agent.call('highlight', { itemIds: ['m5'], style: 'recommend' });
  await agent.call('augment', { items: [{ itemId: 'm5', value: 'Two hours on Mars' }] });
  await expect(page.getByRole('button', { name: /Red Meridian/ })).toContainText('Suggested');
  await expect(page.getByRole('button', { name: /Red Meridian/ })).toContainText('Two hours on Mars');
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(page.getByRole('button', { name: /Night Ferry North/ })).toBeVisible();
  expect((await agent.call('select', { itemId: 'm99' })).payload.code).toBe('INVALID_PARAMS');
  await expect(page.getByText('The agent could not call select.')).toBeVisible();

  await page.getByLabel('Message to the agent').fill('I prefer the clock film.');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => agent.frames.find(({ type }) => type === 'user.message')?.payload)
    .toEqual({
      text: 'I prefer the clock film.',
      stage: 'movie',
    });

  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('you are in control')).toBeVisible();
  expect((await agent.call('select', { itemId: 'm5' })).payload.code).toBe('TOOL_EXECUTION_FAILED');
  await expect(page.getByText('The agent wanted to call select, and waits.')).toBeVisible();
  await page.getByRole('button', { name: /The Tide Clock/ }).click();
  await expect
    .poll(() => agent.frames.findLast(({ type }) => type === 'state.updated')?.payload)
    .toMatchObject({ source: 'user', uiSpec: { state: { selected: 'm1' } } });
  await page.getByRole('button', { name: 'Let the agent go on' }).click();
  await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible();

  await walk(agent, 'seat');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Choose your seats' })).toBeVisible();
  await expectAccessible(page);
  await walk(agent, 'confirm');
  await setAsksFirst(page, true);

  const refused = agent.call('next', {}, 'All is chosen.');
  await expect(page.getByRole('alertdialog')).toContainText(/Book seat [A-K]\d+ for The Tide Clock at €/);
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect((await refused).payload).toMatchObject({ code: 'TOOL_EXECUTION_FAILED' });
  const allowed = agent.call('next', {}, 'Then like this.');
  await page.getByRole('button', { name: 'Allow' }).click();
  const { payload } = await allowed;
  expect(payload.uiSpec.state.booking).toMatchObject({ movie: 'The Tide Clock', seats: [expect.any(String)] });
  await expect(page.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible();
  await expect(page.getByText(payload.uiSpec.state.booking.reference).first()).toBeVisible();
  expect(JSON.stringify(agent.frames)).not.toMatch(/backend|rental|hallCost|holdPool/i);
  await page.getByRole('button', { name: 'Stop the session' }).click();
  await expect.poll(() => agent.frames.some(({ type }) => type === 'session.ended')).toBe(true);
  await expect(page.getByText('has ended, and the booking starts over')).toBeVisible();
  await expect(page.getByText(`Your reference is ${payload.uiSpec.state.booking.reference}.`)).toBeVisible();
  agent.close();
  await expect(page.getByText('No agent connected')).toBeVisible();
});

test('a seat that another visitor takes meanwhile is named, and the booking is finished by the keyboard alone', async ({
  page,
  browser,
  baseURL,
}) => {
  await openBookingPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const press = async (target: Locator) => {
    await target.focus();
    await page.keyboard.press('Enter');
  };
  const open = page.locator('[data-item]:not([aria-disabled])');
  /** Chooses what has the focus, and returns its id. */
  const choose = async (): Promise<string> => {
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-item]:focus')).toHaveAttribute('aria-pressed', 'true');
    return (await page.locator('[data-item]:focus').getAttribute('data-item')) ?? '';
  };
  const goOn = async (title: string) => {
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await press(page.getByRole('button', { name: 'Continue' }));
    await expect(page.getByRole('heading', { name: title })).toBeFocused();
  };
  const chosen: string[] = [];
  for (const [index, title] of [
    'Choose a cinema',
    'Choose a date',
    'Choose a showing',
    'Choose your seats',
  ].entries()) {
    await open.nth(1).focus();
    if (index === 2) {
      // The calendar has days without a showing, which arrow keys reach and which cannot be chosen.
      const focused = page.locator('[data-item]:focus');
      do await page.keyboard.press('ArrowRight');
      while ((await focused.getAttribute('aria-disabled')) === 'true');
    }
    chosen.push(await choose());
    await goOn(title);
  }
  await expectNoSideScroll(page);

  const other = await browser.newContext({ baseURL });
  const rival = waitsUntilReady(await other.newPage());
  const agent = await joinAgent(baseURL, await openBookingPage(rival));
  await setAsksFirst(rival, false);
  for (const itemId of chosen) {
    expect(await agent.call('select', { itemId })).toMatchObject({ type: 'tool.result' });
    await agent.call('next');
  }

  await open.first().focus();
  const seat = await choose();
  await goOn('Choose your tickets');
  await press(page.getByRole('button', { name: 'One Student ticket more' }));
  await goOn('Check and confirm');

  await agent.call('select', { itemId: seat });
  await walk(agent, 'confirm');
  expect((await agent.call('next')).payload.uiSpec.state.booking.seats).toEqual([seat]);
  agent.close();
  await other.close();

  await press(page.getByRole('button', { name: 'Book', exact: true }));
  await expect(
    page.getByRole('alert').filter({ hasText: `Seat ${seat} has just been taken. Choose another one.` }),
  ).toBeVisible();
  await expect(page.locator(`[data-item="${seat}"]`)).toHaveAttribute('aria-disabled', 'true');
  await press(open.first());
  await goOn('Choose your tickets');
  await goOn('Check and confirm');
  await press(page.getByRole('button', { name: 'Book', exact: true }));
  await expect(page.getByRole('heading', { name: 'Your booking is confirmed' })).toBeFocused();
  await expectAccessible(page);
});

test('a page without a connection says so, sends nothing, and goes on when it is connected again', async ({
  page,
  context,
}) => {
  await openBookingPage(page, roomOfOne());
  const film = page.getByRole('button', { name: /The Tide Clock/ });
  await context.setOffline(true);
  await expect(page.getByText('The connection is lost')).toBeVisible();
  await film.click({ force: true });
  await page.getByLabel('Message to the agent').fill('Is anybody here?');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Message to the agent')).toHaveValue('Is anybody here?');
  await context.setOffline(false);
  await expect(page.getByText('The connection is lost')).toBeHidden();
  await expect(film).toHaveAttribute('aria-pressed', 'false');
  await film.click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
});

test('a tab that is closed in the middle of a call: the call waits, and is decided in the next tab', async ({
  page,
  context,
  baseURL,
}) => {
  const path = roomOfOne();
  const agent = await joinAgent(baseURL, await openBookingPage(page, path));
  await setAsksFirst(page, true);
  await walk(agent, 'confirm', 'middle');
  const payload = { toolName: 'next', params: {}, reason: 'All is chosen.' };
  const id = agent.send({ type: 'tool.call', payload });
  await expect(page.getByRole('alertdialog')).toContainText('All is chosen.');
  await page.close();
  await expect.poll(async () => (await agent.snapshot()).code).toBe('SESSION_NOT_ACTIVE');

  const next = waitsUntilReady(await context.newPage());
  await next.goto(path);
  await next.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(next.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible();
  await expect.poll(() => agent.frames.find(({ replyTo }) => replyTo === id)?.type).toBe('tool.result');
  agent.close();
});
