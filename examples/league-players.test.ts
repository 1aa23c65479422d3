import getPort from 'get-port';
import { afterAll, expect, it } from 'vitest';
import { createLeague, getLeague, recomputeStandings, startLeague } from '@/lib/domain/leagues';
import { playerFixture } from '@/lib/testing/play';
import { useProduct } from '@/server/testing/product';
import { type RunningExample, startExample } from './testing/run-example';

const url = useProduct();
const running: RunningExample[] = [];

afterAll(() => {
  for (const { child } of running) child.kill();
});

/** Runs an example and resolves with what it printed when it has registered. */
async function run(file: string, ...args: string[]): Promise<string> {
  const example = startExample(file, ['--url', url(), ...args]);
  running.push(example);
  await expect.poll(example.output).toContain('\n');
  return example.output();
}

it('plays a whole league with two players at their own endpoints and an agent that is not called', async () => {
  const { caller } = await playerFixture();
  const { league_id: league } = await createLeague({ agent: caller, name: 'Examples', timeLimitSeconds: 5 });
  const [one, other] = [await getPort(), await getPort()];
  for (const started of await Promise.all([
    run('league-player.ts', '--league', league, '--port', String(one), '--name', 'Alpha'),
    run('league-player.ts', '--league', league, '--port', String(other), '--name', 'Beta'),
    run('league-pull-agent.ts', '--league', league, '--name', 'Gamma'),
  ])) {
    expect(started).toMatch(/^Registered as P0\d; waiting for the league to start\./);
  }
  await startLeague({ agent: caller, leagueId: league });
  await expect.poll(async () => (await getLeague({ leagueId: league })).status, { timeout: 45_000 }).toBe('completed');
  const { schedule, players } = await getLeague({ leagueId: league });
  expect(players.map(({ kind }) => kind).sort()).toEqual(['pull', 'push', 'push']);
  const played = schedule.filter(({ status }) => status === 'completed');
  expect(played).toHaveLength(3);
  expect(played.every(({ technical_loss, reason }) => technical_loss === null && reason === 'rounds')).toBe(true);
  // The transcripts are written after the match.
  await expect.poll(() => recomputeStandings({ leagueId: league })).toMatchObject({ transcripts: 3, faults: [] });
});
