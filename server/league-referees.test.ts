import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { createLeague, getLeague, recomputeStandings, registerPlayer, startLeague } from '@/lib/domain/leagues';
import { moveResponse, type PushPlayer, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture } from '@/lib/testing/fixtures';
import { forkProgram } from '@/lib/testing/program';

useCatalog();

const children: ChildProcess[] = [];
const players: PushPlayer[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(players.map((player) => player.close()));
});

/** A process that referees. One whose clock is ahead takes the fixtures of the others: their leases look expired to it. */
async function startReferee(aheadMs: number): Promise<void> {
  const child = forkProgram('server/testing/ticker-process.ts', {
    env: { ...process.env, EXHIBITION: 'false', TEST_AHEAD_MS: String(aheadMs) },
  });
  children.push(child);
  await once(child, 'message');
}

it('gives every fixture one match and one result when a second process referees it at the same time', async () => {
  const { caller } = await agentFixture();
  const { league_id: leagueId } = await createLeague({
    agent: caller,
    name: 'Two referees',
    roundsToWin: 1,
    maxRounds: 1,
    timeLimitSeconds: 600,
  });
  /** How often each match was begun, by player and match. */
  const starts = new Map<string, number>();
  for (let n = 0; n < 4; n++) {
    let id = '';
    const player = await startPushPlayer(async (message) => {
      const key = `${id} ${message.match_id}`;
      if (message.message_type === 'GAME_START') starts.set(key, (starts.get(key) ?? 0) + 1);
      // Slow enough for the other process to take the fixture meanwhile.
      await pause(100);
      return message.message_type === 'MOVE_REQUEST' ? moveResponse(message, id, { number: n + 1 }) : undefined;
    });
    players.push(player);
    const registration = { displayName: `Player ${n}`, version: '1', gameTypes: null, endpoint: player.endpoint };
    id = (await registerPlayer({ caller, leagueId, ...registration })).playerId ?? '';
  }
  await Promise.all([startReferee(0), startReferee(60_000)]);
  await startLeague({ agent: caller, leagueId });
  await expect.poll(async () => (await getLeague({ leagueId })).status, { timeout: 90_000 }).toBe('completed');
  await expect.poll(async () => (await recomputeStandings({ leagueId })).transcripts, { timeout: 30_000 }).toBe(6);

  const { schedule, standings } = await getLeague({ leagueId });
  expect(schedule.map(({ status, reason }) => `${status} ${reason}`)).toEqual(Array(6).fill('completed rounds'));
  expect(standings.reduce((sum, { played }) => sum + played, 0)).toBe(12);
  expect(await recomputeStandings({ leagueId })).toMatchObject({ faults: [] });
  const count = async (query: string) => (await pool().query(query)).rows;
  expect(await count(`SELECT 1 FROM matches WHERE kind = 'league'`)).toHaveLength(6);
  expect(
    await count('SELECT 1 FROM match_inputs WHERE seat IS NOT NULL GROUP BY match_id, seat HAVING count(*) > 1'),
  ).toEqual([]);
  const ends = await count(
    `SELECT data->>'match_id' AS id FROM events WHERE stream = 'league:${leagueId}' AND type = 'match_completed'`,
  );
  expect(ends.map(({ id }) => id).sort()).toEqual(schedule.map(({ match_id }) => match_id).sort());
  expect(starts.size).toBe(12);
}, 150_000);
