import { expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { readPlayStatistics } from './play-statistics.service';

useDatabase();

async function session(args: {
  experienceId: string;
  agentId: string;
  daysAgo?: number;
  failure?: string;
  latenciesMs?: number[];
}): Promise<void> {
  const { experienceId, agentId, daysAgo = 0, failure = null, latenciesMs = [] } = args;
  const id = newId();
  await pool().query(
    `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, end_reason, step_count, created_at, ended_at)
     VALUES ($1, $2, $3, 'x', CASE WHEN $4::text IS NULL THEN 'completed' ELSE 'error' END, $4, $5,
       now() - make_interval(days => $6), now())`,
    [id, agentId, experienceId, failure, latenciesMs.length, daysAgo],
  );
  for (const [n, latencyMs] of latenciesMs.entries()) {
    await pool().query('INSERT INTO session_steps (session_id, step_number, latency_ms) VALUES ($1, $2, $3)', [
      id,
      n + 1,
      latencyMs,
    ]);
  }
}

it('counts plays, agents, steps, failures and latency of the last 30 days by day', async () => {
  const [experienceId, other, ada, bob] = [newId(), newId(), newId(), newId()];
  await session({ experienceId, agentId: ada, latenciesMs: [10, 20, 30] });
  await session({ experienceId, agentId: ada, latenciesMs: [1_000] });
  await session({ experienceId, agentId: bob, daysAgo: 2, failure: 'EXPERIENCE_TIMEOUT' });
  await session({ experienceId, agentId: bob, daysAgo: 2, failure: 'EXPERIENCE_TIMEOUT' });
  await session({ experienceId, agentId: bob, daysAgo: 3, failure: 'EXPERIENCE_ERROR' });
  await session({ experienceId, agentId: newId(), daysAgo: 31 });
  await session({ experienceId: other, agentId: ada, latenciesMs: [5] });
  const statistics = await readPlayStatistics({ experienceId });
  expect(statistics).toMatchObject({
    sessions: 5,
    agents: 2,
    steps: 4,
    failed: 3,
    failures: [
      { code: 'EXPERIENCE_TIMEOUT', count: 2 },
      { code: 'EXPERIENCE_ERROR', count: 1 },
    ],
    latency_ms: { steps: 4, p50: 25, p95: 854 },
  });
  expect(statistics.days).toHaveLength(30);
  expect(statistics.days.at(-1)).toMatchObject({ sessions: 2, agents: 1, steps: 4, failed: 0 });
  expect(statistics.days.at(-3)).toMatchObject({ sessions: 2, agents: 1, steps: 0, failed: 2 });
});

it('the statistics of an experience that no agent has played are all zeros', async () => {
  expect(await readPlayStatistics({ experienceId: newId() })).toMatchObject({
    sessions: 0,
    agents: 0,
    failed: 0,
    failures: [],
    latency_ms: { steps: 0, p50: null, p95: null },
  });
});
