import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { startMatch } from '@/lib/domain/matches';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { forkProgram } from '@/lib/testing/program';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** Starts a ticker in a separate process, on this test's database. */
async function ticker(env: Record<string, string> = {}): Promise<ChildProcess> {
  const child = forkProgram('server/testing/ticker-process.ts', {
    env: { ...process.env, EXHIBITION: 'false', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  await once(child, 'message');
  return child;
}

async function startDuels(count: number, moveTimeS: number): Promise<string[]> {
  const experienceId = newId();
  const agents = await Promise.all([agentFixture(), agentFixture()]);
  const seats = agents.map(({ agentId }) => ({
    kind: 'agent' as const,
    agentId,
    experienceAgentId: agentId,
    sessionId: null,
    displayName: 'Player',
  }));
  const duel = () => startMatch({ experienceId, gameId: 'tic_tac_toe', kind: 'lobby', seats, rated: false, moveTimeS });
  const matches = await Promise.all(Array.from({ length: count }, duel));
  return matches.map((match) => match.id);
}

/** Waits until every match is closed. Returns for each how often its events occurred and how late its end was. */
async function waitForEnds(ids: string[]): Promise<{ fired: number; ended: number; lateMs: number }[]> {
  for (let tries = 0; tries < 150; tries++) {
    const open = await pool().query('SELECT 1 FROM matches WHERE id = ANY ($1) AND closed_at IS NULL LIMIT 1', [ids]);
    if (open.rowCount === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { rows } = await pool().query(
    `SELECT m.id, count(*) FILTER (WHERE e.type = 'time_ran_out')::int AS fired, count(*) FILTER (WHERE e.type = 'match_ended')::int AS ended,
       extract(epoch FROM m.ended_at - m.started_at)::float8 * 1000 - m.move_time_ms AS "lateMs"
     FROM matches m JOIN events e ON e.stream = 'match:' || m.id WHERE m.id = ANY ($1) GROUP BY m.id`,
    [ids],
  );
  return rows;
}

it('fires each deadline once when two processes share a database', async () => {
  await Promise.all([ticker(), ticker()]);
  const ids = await startDuels(60, 1);
  const matches = await waitForEnds(ids);
  expect(matches).toHaveLength(60);
  for (const match of matches) expect(match).toMatchObject({ fired: 1, ended: 1 });
  expect(Math.max(...matches.map((match) => match.lateMs))).toBeLessThan(10_000);
});

it('fires the deadlines of a process that was killed', async () => {
  const [first] = await Promise.all([ticker(), ticker()]);
  const ids = await startDuels(30, 1);
  first?.kill('SIGKILL');
  const matches = await waitForEnds(ids);
  for (const match of matches) expect(match).toMatchObject({ fired: 1, ended: 1 });
});

it('fires deadlines that passed while no process ran', async () => {
  const ids = await startDuels(10, 60);
  await ticker({ TEST_AHEAD_MS: '61000' });
  for (const match of await waitForEnds(ids)) expect(match).toMatchObject({ fired: 1, ended: 1 });
});
