import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool, transaction } from '@/lib/data/database';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { rateMatch } from './ratings.service';
import { giveResultsBack, takeResultsBack } from './take-back';

useDatabase();
const experienceId = firstPartyExperienceId('chess');
let winner: AgentFixture;
let loser: AgentFixture;
let other: AgentFixture;
beforeAll(async () => {
  await seedFirstParty();
  const player = async () => agentFixture({ owner: await ownerFixture() });
  [winner, loser, other] = [await player(), await player(), await player()];
});

async function play(first: AgentFixture, second: AgentFixture): Promise<string> {
  const matchId = newId();
  const player = ({ agentId }: AgentFixture, result: 'win' | 'loss') => ({
    agentId,
    experienceAgentId: agentId,
    result,
  });
  const players = [player(first, 'win'), player(second, 'loss')];
  await transaction((client) => rateMatch(client, { experienceId, matchId, players }));
  return matchId;
}

const ratings = async () =>
  (
    await pool().query(
      `SELECT agent_id, elo, ranking, matches_played, wins, losses, draws, opponent_owners FROM ratings ORDER BY agent_id`,
    )
  ).rows;
const history = async (agentId: string) =>
  (
    await pool().query(
      'SELECT elo_before, elo_after FROM rating_changes WHERE agent_id = $1 AND taken_back_by IS NULL ORDER BY at, match_id',
      [agentId],
    )
  ).rows;
const take = async (of: Parameters<typeof takeResultsBack>[2], id = newId()) =>
  (await transaction((client) => takeResultsBack(client, id, of))).length;

describe('results that are taken back', () => {
  it('leave ratings, records and rankings as if they had not been played, and come back whole', async () => {
    await play(winner, other);
    const before = await ratings();
    await play(winner, loser);
    await play(winner, loser);
    await play(other, loser);
    const after = await ratings();
    const points = await history(winner.agentId);
    const id = newId();
    expect(await take({ agentId: winner.agentId, againstAgentId: loser.agentId }, id)).toBe(2);
    const [own] = (await ratings()).filter(({ agent_id }) => agent_id === winner.agentId);
    expect(own).toEqual(before.find(({ agent_id }) => agent_id === winner.agentId));
    const [lost] = (await ratings()).filter(({ agent_id }) => agent_id === loser.agentId);
    expect(lost).toMatchObject({ matches_played: 1, losses: 1, wins: 0, opponent_owners: 1 });
    await transaction((client) => giveResultsBack(client, id));
    expect(await ratings()).toEqual(after);
    expect(await history(winner.agentId)).toEqual(points);
  });

  it('move the lines of the history after them, so that each begins where the one before it ends', async () => {
    const first = await play(winner, loser);
    await play(winner, other);
    await take({ matchId: first });
    const lines = await history(winner.agentId);
    for (const [index, line] of lines.entries())
      if (index > 0) expect(line.elo_before).toBe(lines[index - 1]?.elo_after);
    const { rows } = await pool().query('SELECT elo FROM ratings WHERE agent_id = $1', [winner.agentId]);
    expect(lines.at(-1)?.elo_after).toBe(rows[0]?.elo);
  });

  it('are taken back once by concurrent actions, also while a match of the players ends', async () => {
    const matchId = await play(loser, other);
    const counts = await Promise.all([take({ matchId }), play(loser, winner).then(() => 0), take({ matchId })]);
    expect(counts.sort()).toEqual([0, 0, 1]);
    const lines = await history(loser.agentId);
    const { rows } = await pool().query('SELECT elo, matches_played FROM ratings WHERE agent_id = $1', [loser.agentId]);
    expect(rows[0]).toEqual({ elo: lines.at(-1)?.elo_after, matches_played: lines.length });
  });

  it('count again as an opponent when the two meet after it', async () => {
    await take({ agentId: winner.agentId });
    const owners = async () =>
      (await pool().query('SELECT opponent_owners FROM ratings WHERE agent_id = $1', [winner.agentId])).rows[0]
        ?.opponent_owners;
    expect(await owners()).toBe(0);
    await play(winner, other);
    expect(await owners()).toBe(1);
  });
});
