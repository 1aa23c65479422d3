import { afterEach, describe, expect, it } from 'vitest';
import { advanceClock, resetClock } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { pool, transaction } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { readOverallRanking } from './overall';
import { deletePairDays } from './ratings.repo';
import { rateMatch, readLeaderboard } from './ratings.service';

useDatabase();
afterEach(resetClock);

const DAY_MS = 24 * 60 * 60 * 1_000;

const agentOf = async (owner?: OwnerFixture): Promise<string> =>
  (await agentFixture(owner ? { owner } : {})).agentId as string;

const win = (experienceId: string, winner: string, ...losers: string[]) =>
  transaction((client) =>
    rateMatch(client, {
      experienceId,
      matchId: newId(),
      players: [
        { agentId: winner, experienceAgentId: winner, result: 'win' },
        ...losers.map((agentId) => ({ agentId, experienceAgentId: agentId, result: 'loss' as const })),
      ],
    }),
  );

const board = (experienceId: string) => readLeaderboard({ experienceId, limit: 100 });
const lineOf = async (experienceId: string, agentId: string) =>
  (await board(experienceId)).find((line) => line.experienceAgentId === agentId);

/** An agent that lost once to agents of three other owners, and so is ranked below 1200. */
async function rankedLoser(experienceId: string): Promise<string> {
  const loser = await agentOf(await ownerFixture());
  for (let owner = 0; owner < 3; owner++) await win(experienceId, await agentOf(await ownerFixture()), loser);
  return loser;
}

describe('what a leaderboard ranks', () => {
  it('does not change by 24 wins against agents without an owner: below a ranked loser, provisional', async () => {
    const experienceId = newId();
    const loser = await rankedLoser(experienceId);
    const [owned, unowned] = [await agentOf(await ownerFixture()), await agentOf()];
    for (let match = 0; match < 24; match++) {
      const puppet = await agentOf();
      await win(experienceId, match % 2 ? owned : unowned, puppet);
    }
    const lines = await board(experienceId);
    expect(lines[0]).toMatchObject({ experienceAgentId: loser, provisional: false, provisionalReason: null });
    expect(lines[0]?.ranking).toBeLessThan(1200);
    expect(lines.slice(1).every(({ provisional }) => provisional)).toBe(true);
    const reason = "0 of 3 opponents' owners";
    expect(await lineOf(experienceId, owned)).toMatchObject({ ranking: 1200, provisionalReason: reason });
    expect(await lineOf(experienceId, unowned)).toMatchObject({ ranking: 1200, provisionalReason: 'no owner' });
    expect((await lineOf(experienceId, owned))?.elo).toBeGreaterThan(1300);
    const only = await readLeaderboard({ experienceId, rankedOnly: true, limit: 100 });
    expect(only.map(({ experienceAgentId }) => experienceAgentId)).toEqual([loser]);
    const overall = await readOverallRanking({ experienceIds: [experienceId], pool: 'agent', limit: 100 });
    expect(overall[0]).toMatchObject({ agentId: loser, overall: lines[0]?.ranking, provisional: false });
    expect(overall.find(({ agentId }) => agentId === owned)).toMatchObject({ overall: 1200, provisional: true });
  });

  it('moves by at most 3 results of two owners a day, whichever of their agents play', async () => {
    const experienceId = newId();
    const [one, other] = [await ownerFixture(), await ownerFixture()];
    const winner = await agentOf(one);
    const losers = [await agentOf(other), await agentOf(other)];
    const rankings: (number | undefined)[] = [];
    for (let match = 0; match < 24; match++) {
      await win(experienceId, winner, losers[match % 2] ?? '');
      rankings.push((await lineOf(experienceId, winner))?.ranking);
    }
    const [first = 0, second = 0, third = 0, ...later] = rankings;
    expect([first > 1200, second > first, third > second]).toEqual([true, true, true]);
    expect(new Set(later)).toEqual(new Set([third]));
    expect(await lineOf(experienceId, winner)).toMatchObject({ provisionalReason: "1 of 3 opponents' owners" });
    const spare = await agentOf(one);
    await win(experienceId, spare, losers[0] ?? '');
    expect(await lineOf(experienceId, spare)).toMatchObject({ elo: expect.any(Number), ranking: 1200 });

    advanceClock(DAY_MS);
    await win(experienceId, winner, losers[0] ?? '');
    expect((await lineOf(experienceId, winner))?.ranking).toBeGreaterThan(third);
  });

  it('counts 3 of many results of one pair that end at the same time', async () => {
    const [racing, inTurn] = [newId(), newId()];
    const eightAgents = async () => {
      const owner = await ownerFixture();
      return Promise.all(Array.from({ length: 8 }, () => agentOf(owner)));
    };
    const [winners, losers] = await Promise.all([eightAgents(), eightAgents()]);
    await Promise.all(winners.map((winner, index) => win(racing, winner, losers[index] ?? '')));
    const moved = (await board(racing)).filter(({ ranking }) => ranking !== 1200);
    expect(moved.map(({ ranking }) => ranking)).toEqual([1216, 1216, 1216, 1184, 1184, 1184]);

    await Promise.all(Array.from({ length: 12 }, () => win(inTurn, winners[0] ?? '', losers[0] ?? '')));
    const { rows } = await pool().query('SELECT results FROM ranking_pair_days WHERE experience_id = $1', [inTurn]);
    expect(rows).toEqual([{ results: 12 }]);
    const alone = newId();
    for (let match = 0; match < 3; match++) await win(alone, winners[0] ?? '', losers[0] ?? '');
    const expected = (await lineOf(alone, winners[0] ?? ''))?.ranking;
    expect((await lineOf(inTurn, winners[0] ?? ''))?.ranking).toBe(expected);
  });

  it('orders ranked agents by ranking and equals Elo where every result counts', async () => {
    const experienceId = newId();
    const best = await agentOf(await ownerFixture());
    for (let owner = 0; owner < 3; owner++) await win(experienceId, best, await agentOf(await ownerFixture()));
    const loser = await rankedLoser(experienceId);
    const lines = await board(experienceId);
    expect(lines.slice(0, 2).map(({ experienceAgentId }) => experienceAgentId)).toEqual([best, loser]);
    expect(lines.map(({ ranking }) => ranking)).toEqual(lines.map(({ elo }) => elo));
  });

  it('counts each pair of owners in a match of several, without the agents that have no owner', async () => {
    const experienceId = newId();
    const [winner, owned, unowned] = [
      await agentOf(await ownerFixture()),
      await agentOf(await ownerFixture()),
      await agentOf(),
    ];
    await win(experienceId, winner, owned, unowned);
    expect(await lineOf(experienceId, winner)).toMatchObject({ ranking: 1216 });
    expect(await lineOf(experienceId, owned)).toMatchObject({ ranking: 1184 });
    expect(await lineOf(experienceId, unowned)).toMatchObject({ ranking: 1200 });
  });

  it('forgets the counts of past days', async () => {
    const experienceId = newId();
    await win(experienceId, await agentOf(await ownerFixture()), await agentOf(await ownerFixture()));
    const count = async () =>
      (await pool().query('SELECT 1 FROM ranking_pair_days WHERE experience_id = $1', [experienceId])).rowCount;
    await deletePairDays(new Date(), 1_000);
    expect(await count()).toBe(1);
    await deletePairDays(new Date(Date.now() + 2 * DAY_MS), 1_000);
    expect(await count()).toBe(0);
  });
});
