import { expect, test } from 'vitest';
import { metrics } from '@/lib/core/metrics';
import { pool } from '@/lib/data/database';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { prisma } from '@/lib/testing/prisma';
import { countStatements } from '@/lib/testing/statements';
import { metricsText } from '.';

useCatalog();

const ACTIVE = /^botplay_active_(\w+) (\d+)$/gm;
const readActive = async () =>
  Object.fromEntries([...(await metricsText()).text.matchAll(ACTIVE)].map(([, what, count]) => [what, Number(count)]));

test('metrics count what is active now, anew for each request', async () => {
  expect(await readActive()).toEqual({ matches: 0, sessions: 0, lobbies: 0 });
  const player = await playerFixture();
  await player.call('session.create', { experience_id: TIC_TAC_TOE });
  expect(await readActive()).toEqual({ matches: 1, sessions: 1, lobbies: 0 });
});

test('metrics declare each gauge once, with one query for all counts', async () => {
  let text = '';
  const read = async () => {
    ({ text } = await metricsText());
  };
  expect(await countStatements(/^operations\./, read)).toBe(1);
  for (const what of ['matches', 'sessions', 'lobbies'])
    expect(text.match(new RegExp(`# TYPE botplay_active_${what} gauge\n`, 'g'))).toHaveLength(1);
});

test('metrics count every statement, of the own SQL and of Prisma', async () => {
  const counted = async () => (await metrics().statements.get()).values[0]?.value ?? 0;
  const before = await counted();
  for (let time = 0; time < 3; time++) await pool().query('SELECT 1');
  const afterSql = await counted();
  expect(afterSql).toBeGreaterThanOrEqual(before + 3);
  for (let time = 0; time < 3; time++) await prisma().agent.count();
  expect(await counted()).toBeGreaterThanOrEqual(afterSql + 3);
});
