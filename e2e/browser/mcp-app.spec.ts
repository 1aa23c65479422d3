import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import { build } from 'esbuild';
import { type Agent, expect, type Json, test } from '../fixtures';

const HOST_PAGE = '/chat-host';

let script = '';
test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../fixtures/chat-host.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  script = outputFiles[0]?.text ?? '';
});

/** A chat that shows the document of a call, under the strictest policy that a host may have. */
async function openChat(
  page: Page,
  agent: Agent,
  call: { endpoint?: string; tool: string; args: Json; theme?: 'light' | 'dark' },
): Promise<FrameLocator> {
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.route(`**${HOST_PAGE}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Chat</title><body style="margin:0"><iframe sandbox="allow-scripts" style="border:0;width:100%;height:640px"></iframe><script>${script.replaceAll('</script', '<\\/script')}</script>`,
    }),
  );
  await page.goto(HOST_PAGE, { waitUntil: 'load' });
  const { endpoint = '/mcp', tool, args, theme = 'light' } = call;
  await page.evaluate(
    (options) => window.openBoard({ ...options, endpoint: new URL(options.endpoint, window.location.href).href }),
    { endpoint, tool, args, theme, apiKey: agent.apiKey },
  );
  expect(faults).toEqual([]);
  return page.frameLocator('iframe');
}

const scheme = (board: FrameLocator) => board.locator('html').getAttribute('data-color-scheme');

test('a person plays chess on the board in a chat, and the model learns of the move', async ({ page, signUp }) => {
  const agent = await signUp();
  const experience_id = await agent.experience('Chess');
  const args = { experience_id, initial_action: { type: 'options', opponent: 'easy', seat: 0 } };
  const board = await openChat(page, agent, { tool: 'session.create', args });
  await expect(board.getByRole('status')).toHaveText('Your turn');
  expect(await scheme(board)).toBe('light');
  await board.getByRole('button', { name: /^e2/i }).click();
  await board.getByRole('button', { name: /^e4/i }).click();
  await expect.poll(() => page.evaluate(() => window.asked.context.length)).toBe(1);
  const [update] = await page.evaluate(() => window.asked.context);
  expect(JSON.stringify(update)).toContain('The person played');
  expect(JSON.stringify(update)).toContain('e2e4');
  // The house bot answers, and the document shows it without a further click.
  await expect(board.getByRole('status')).toHaveText('Your turn', { timeout: 20_000 });

  await page.evaluate(() => window.setTheme('dark'));
  await expect.poll(() => scheme(board)).toBe('dark');
  await board.getByRole('button', { name: 'Let the agent move' }).click();
  await expect.poll(() => page.evaluate(() => window.asked.messages.length)).toBe(1);
  await board.getByRole('button', { name: 'Watch on Botplay' }).click();
  await expect.poll(() => page.evaluate(() => window.asked.links[0])).toContain('/matches/');
});

test('the board in a chat is played by keyboard, also at the endpoint for small models', async ({ page, signUp }) => {
  const agent = await signUp();
  const experience_id = await agent.experience('Tic-tac-toe');
  const args = { experience_id, config: { opponent: 'easy', seat: 0 } };
  const board = await openChat(page, agent, { endpoint: '/mcp/play', tool: 'play.start', args, theme: 'dark' });
  await expect(board.getByRole('status')).toHaveText('Your turn');
  expect(await scheme(board)).toBe('dark');
  const cell = board.getByRole('button', { name: /^B2/ });
  await cell.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.asked.context))).toContain('B2');
});

test('the board in a chat hides what the seat may not see', async ({ page, signUp }) => {
  const agent = await signUp();
  const experience_id = await agent.experience('Sea battle');
  const args = { experience_id, initial_action: { type: 'options', opponent: 'easy', seat: 0 } };
  const board = await openChat(page, agent, { tool: 'session.create', args });
  await expect(board.getByRole('status')).toBeVisible();
  expect(await board.locator('main').count()).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  const isCut = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await expect.poll(isCut).toBe(false);
});
