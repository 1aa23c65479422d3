import { expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { readRecentPlay } from './encounters';

useDatabase();

type Result = 'win' | 'loss' | 'draw';
type Opponent = { agentId: string } | { strength: 'easy' | 'strong' };

/** A finished match of two as the runtime stores it. */
async function storeMatch(of: {
  experienceId: string;
  agentId: string;
  opponent: Opponent;
  result: Result;
  unrated?: boolean;
}): Promise<void> {
  const { experienceId, agentId, opponent, result, unrated = false } = of;
  const id = newId();
  const other = result === 'draw' ? 'draw' : result === 'win' ? 'loss' : 'win';
  const outcome = {
    winner: null,
    reason: 'line',
    results: [
      { seat: 0, result },
      { seat: 1, result: other },
    ],
  };
  await pool().query(
    `INSERT INTO matches (id, experience_id, game_id, game_version, kind, status, options, seed, seed_commitment, rated, unrated,
                          outcome, started_at, ended_at)
     VALUES ($1, $2, 'chess', 1, 'lobby', 'completed', '{}', '', '', $3, $4, $5, now(), now())`,
    [id, experienceId, 'agentId' in opponent, unrated ? '{}' : null, outcome],
  );
  await pool().query(
    `INSERT INTO match_seats (match_id, seat, kind, agent_id, strength, display_name)
     VALUES ($1, 0, 'agent', $2, NULL, 'Own'), ($1, 1, $3, $4, $5, 'Opponent')`,
    [
      id,
      agentId,
      'agentId' in opponent ? 'agent' : 'bot',
      'agentId' in opponent ? opponent.agentId : null,
      'strength' in opponent ? opponent.strength : null,
    ],
  );
}

it('the record of an agent has the last rated results, the usual opponents and the results against house bots of each agent', async () => {
  const experienceId = newId();
  const [ada, bob, zoe] = [
    await agentFixture({ displayName: 'Ada' }),
    await agentFixture({ displayName: 'Bob' }),
    await agentFixture({ displayName: 'Zoe' }),
  ];
  const play = (opponent: Opponent, result: Result, unrated = false) =>
    storeMatch({ experienceId, agentId: ada.agentId, opponent, result, unrated });
  await play(bob, 'loss');
  for (let match = 0; match < 9; match++) await play(zoe, 'win');
  await play(bob, 'draw');
  await play(bob, 'loss', true);
  await play({ strength: 'easy' }, 'win');
  await play({ strength: 'easy' }, 'draw');
  await storeMatch({ experienceId: newId(), agentId: ada.agentId, opponent: bob, result: 'loss' });
  const agents = [ada, bob, zoe].map(({ agentId }) => ({ agentId, elo: 1200 }));
  const { play: of, yardsticks } = await readRecentPlay({ experienceId, pool: 'agent', agents });
  expect(of.get(ada.agentId)).toEqual({
    results: [...Array(9).fill('win'), 'draw'],
    opponents: [
      { agentId: zoe.agentId, name: 'Zoe', matches: 9 },
      { agentId: bob.agentId, name: 'Bob', matches: 2 },
    ],
    againstBots: { easy: { wins: 1, losses: 0, draws: 1 } },
  });
  expect(of.get(bob.agentId)?.results).toEqual(['win', 'draw']);
  expect((await readRecentPlay({ experienceId, pool: 'human', agents })).play.get(ada.agentId)?.results).toEqual([]);
  expect(yardsticks).toEqual([]);
});

it('places a house bot by its results once there are ten games', async () => {
  const experienceId = newId();
  const { agentId } = await agentFixture();
  for (let match = 0; match < 10; match++) {
    await storeMatch({ experienceId, agentId, opponent: { strength: 'easy' }, result: match < 9 ? 'win' : 'loss' });
    await storeMatch({ experienceId, agentId, opponent: { strength: 'strong' }, result: 'draw' });
  }
  const { yardsticks } = await readRecentPlay({ experienceId, pool: 'agent', agents: [{ agentId, elo: 1500 }] });
  expect(yardsticks).toEqual([
    { strength: 'easy', games: 10, elo: expect.any(Number) },
    { strength: 'strong', games: 10, elo: 1500 },
  ]);
  expect(yardsticks[0]?.elo).toBeLessThan(1250);
});
