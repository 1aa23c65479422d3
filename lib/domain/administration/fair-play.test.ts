import { beforeAll, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool, transaction } from '@/lib/data/database';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { rateMatch, takeResultsBack } from '@/lib/domain/ratings';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { readFairPlay } from './fair-play';

useDatabase();
const experienceId = firstPartyExperienceId('chess');
let strong: AgentFixture;
let helper: AgentFixture;
let honest: AgentFixture;

async function play(winner: AgentFixture, loser: AgentFixture): Promise<string> {
  const matchId = newId();
  const player = ({ agentId }: AgentFixture, result: 'win' | 'loss') => ({
    agentId,
    experienceAgentId: agentId,
    result,
  });
  const players = [player(winner, 'win'), player(loser, 'loss')];
  await transaction((client) => rateMatch(client, { experienceId, matchId, players }));
  return matchId;
}

/** Stores the match of a result as one that its loser resigned after some seconds. */
async function storeResigned(matchId: string, seconds: number): Promise<void> {
  await pool().query(
    `INSERT INTO matches (id, experience_id, game_id, game_version, kind, status, options, seed, seed_commitment, end_reason,
                          started_at, ended_at)
     VALUES ($1, $2, 'chess', 1, 'lobby', 'completed', '{}', '', '', 'resigned', now(), now() + make_interval(secs => $3))`,
    [matchId, experienceId, seconds],
  );
}

beforeAll(async () => {
  await seedFirstParty();
  const player = async () => agentFixture({ owner: await ownerFixture() });
  [strong, helper, honest] = [await player(), await player(), await player()];
});

it('lists pairs of which one nearly always wins, single sources of points and players who give up soon, until that is taken back', async () => {
  for (let game = 0; game < 9; game++) await storeResigned(await play(strong, helper), game < 6 ? 10 : 600);
  for (let game = 0; game < 8; game++)
    await play(...((game % 2 === 0 ? [helper, honest] : [honest, helper]) as [AgentFixture, AgentFixture]));
  const found = await readFairPlay();
  expect(found.pairs).toMatchObject([
    { winner_id: strong.agentId, loser_id: helper.agentId, matches: 9, wins: 9, other_matches: 8, other_losses: 4 },
  ]);
  const [source] = found.sources;
  expect(source).toMatchObject({ agent_id: strong.agentId, opponents: 1, matches: 9, share: 1 });
  expect(found.givers).toMatchObject([{ agent_id: helper.agentId, matches: 6, of_matches: 17 }]);
  await transaction((client) =>
    takeResultsBack(client, newId(), { agentId: strong.agentId, againstAgentId: helper.agentId }),
  );
  const after = await readFairPlay();
  expect([after.pairs, after.givers]).toEqual([[], []]);
});
