import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { expect, type Json, registerAgent, test } from '@/e2e/fixtures';
import { signUp } from '@/e2e/fixtures/browser';
import { joinAgent, openBookingPage, type WireAgent } from '@/e2e/fixtures/relay';

const CANARY = 'canary-8f41c2';
/** What the cinema keeps to itself, by its names and by the planted value. */
const HIDDEN = /canary-8f41c2|backend_?data|rental|hallCost|holdPool|hold-[0-9a-f]{6}/i;

test.slow();
test.skip(process.env.E2E_BASE_URL !== undefined, 'It plants a value in the database of its own server.');

const dataFile = (name: string) => path.join(process.env.E2E_DATA_DIR ?? '', name);

async function openDatabase(): Promise<Client> {
  const { port, password } = JSON.parse(await readFile(dataFile('postgres.json'), 'utf8'));
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'botplay' });
  await client.connect();
  return client;
}

/** Records every frame of every socket and the body of every answer that a page receives. */
function recordWire(page: Page): { frames: string[]; bodies: () => Promise<string[]> } {
  const frames: string[] = [];
  const bodies: Promise<string>[] = [];
  page.on('websocket', (socket) => {
    const record = ({ payload }: { payload: string | Buffer }) => void frames.push(payload.toString());
    socket.on('framesent', record);
    socket.on('framereceived', record);
  });
  // A redirect has no body, and neither has what the page no longer waited for.
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  return { frames, bodies: () => Promise.all(bodies) };
}

/** Books the first of everything, by following toolSchema. Returns the reference of the booking. */
async function book(agent: WireAgent): Promise<string> {
  for (let step = 0; step < 24; step++) {
    const { uiSpec, toolSchema } = await agent.snapshot();
    if (uiSpec.state.booking) return uiSpec.state.booking.reference;
    const tools = new Map<string, Json>(toolSchema.map((tool: Json) => [tool.name, tool]));
    const needed = uiSpec.meta.ticketsNeeded;
    if (tools.has('next')) await agent.call('next');
    else if (tools.has('setQuantity')) await agent.call('setQuantity', { typeId: 'adult', quantity: needed });
    else await agent.call('select', { itemId: tools.get('select')?.parameters.itemId.enum.at(-1) });
  }
  throw new Error('The agent did not reach a booking.');
}

/** Goes on when it can, else chooses something. */
function chooseMove({ legal_moves, view }: Json): Json {
  const isWanted = ({ tool, params }: Json) =>
    tool === 'select' || (tool === 'setQuantity' && params.quantity === view.meta.ticketsNeeded);
  return legal_moves.find(({ tool }: Json) => tool === 'next') ?? legal_moves.findLast(isWanted);
}

test('nothing of backendData reaches a page, an agent, the log, an export or a session of the catalog', async ({
  page,
  baseURL,
  request,
}) => {
  await signUp(page);
  const wire = recordWire(page);
  const join = await openBookingPage(page);
  const database = await openDatabase();
  await database.query(`UPDATE cinema_showings SET backend_data = backend_data || $1`, [{ canary: CANARY }]);
  const agent = await joinAgent(baseURL, join);
  const toggle = page.getByRole('switch', { name: 'Ask me before it books' });
  if (await toggle.isChecked()) await toggle.click();
  await expect(toggle).not.toBeChecked();
  const reference = await book(agent);
  await expect(page.getByText(reference).first()).toBeVisible();
  const planted = await database.query(
    `SELECT s.backend_data->>'canary' AS canary FROM cinema_bookings b JOIN cinema_showings s ON s.id = b.showing_id
     WHERE b.reference = $1`,
    [reference],
  );
  expect(planted.rows).toEqual([{ canary: CANARY }]);
  await database.end();
  const { sessionId, logFile } = (await agent.ask({ type: 'session.end', payload: { reason: 'done' } })).payload;
  agent.close();

  await page.goto(`/console/studies/${sessionId}`);
  const steps = page.getByRole('list', { name: `Steps of ${sessionId}` }).getByRole('button');
  for (const index of [3, 8, -2]) {
    const answered = page.waitForResponse((response) => response.url().includes('/states/'));
    await steps.nth(index).click();
    await answered;
  }
  const exports = await Promise.all(
    ['log', 'log?anonymous=true'].map(async (name) => {
      const answer = await page.request.get(`/console/studies/${sessionId}/${name}`);
      expect(answer.status()).toBe(200);
      return answer.text();
    }),
  );

  const player = await registerAgent(request);
  const experience_id = await player.experience('Cinema booking');
  const opened = await player.call('POST', '/sessions', { experience_id });
  const answers: Json[] = [opened];
  for (let at = opened.experience_response ?? opened, step = 0; step < 24 && !at.view?.state?.booking; step++) {
    const answer = await player.step(opened.session_id, chooseMove(at));
    answers.push(answer);
    at = answer.experience_response;
  }

  const read: Record<string, string> = {
    'frames of the page': wire.frames.join('\n'),
    'answers to the page': (await wire.bodies()).join('\n'),
    'frames of the agent': JSON.stringify(agent.frames),
    'the log file': await readFile(dataFile(logFile), 'utf8'),
    'the log': exports[0] ?? '',
    'the export': exports[1] ?? '',
    'a session of the catalog': JSON.stringify(answers),
  };
  for (const [where, text] of Object.entries(read)) {
    // The recording works: what everybody may know is there.
    expect(text, where).toContain('Screen ');
    expect(HIDDEN.exec(text)?.[0], where).toBeUndefined();
  }
});
