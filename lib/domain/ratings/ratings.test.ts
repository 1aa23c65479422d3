import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool, transaction } from '@/lib/data/database';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { eloAfter, isRated, kFactor, type RatedPlayer } from './elo';
import { readOverallRanking } from './overall';
import {
  rateMatch,
  readLeaderboard,
  readRatingHistories,
  readRatingsOfAgent,
  readRatingsWithHistory,
} from './ratings.service';

useDatabase();

const rated = (agentId: string, rank: number, more: Partial<RatedPlayer> = {}): RatedPlayer => ({
  agentId,
  kind: 'agent',
  ownerId: null,
  elo: 1200,
  matchesPlayed: 0,
  rank,
  ...more,
});

describe('Elo', () => {
  it('moves two equals by half of K, and by nothing on a draw', () => {
    expect([...eloAfter([rated('a', 1), rated('b', 2)]).values()]).toEqual([1216, 1184]);
    expect([...eloAfter([rated('a', 1), rated('b', 1)]).values()]).toEqual([1200, 1200]);
  });

  it('gives the favourite little and the outsider much', () => {
    const favourite = eloAfter([rated('a', 1, { elo: 1600 }), rated('b', 2)]);
    const outsider = eloAfter([rated('a', 2, { elo: 1600 }), rated('b', 1)]);
    expect(favourite.get('a')).toBe(1603);
    expect(outsider.get('b')).toBe(1229);
  });

  it('slows down with experience', () => {
    expect([0, 29, 30, 100, 101].map(kFactor)).toEqual([32, 32, 24, 24, 16]);
  });

  it('keeps the sum of points, to rounding, whatever the ranks of any number of players', () => {
    const player = fc.record({ elo: fc.integer({ min: 800, max: 2400 }), rank: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(player, { minLength: 2, maxLength: 8 }), (list) => {
        const players = list.map((entry, index) => rated(`p${index}`, entry.rank, { elo: entry.elo }));
        const after = eloAfter(players);
        const drift = players.reduce((sum, entry) => sum + (after.get(entry.agentId) ?? Number.NaN) - entry.elo, 0);
        expect(Math.abs(drift)).toBeLessThanOrEqual(players.length);
      }),
    );
  });

  it('rates a team player against the average of the other side and not against its own', () => {
    const wolves = ['w1', 'w2'].map((id) => rated(id, 1, { team: 'wolves', elo: 1400 }));
    const village = ['v1', 'v2', 'v3'].map((id) => rated(id, 2, { team: 'village' }));
    const after = eloAfter([...wolves, ...village]);
    expect(after.get('w1')).toBe(after.get('w2'));
    expect(after.get('w1')).toBe(1400 + Math.round(32 * (1 - 1 / (1 + 10 ** (-200 / 400)))));
  });

  it('leaves out agents of one owner against each other, and only those', () => {
    const after = eloAfter([
      rated('a', 1, { ownerId: 'o' }),
      rated('b', 2, { ownerId: 'o' }),
      rated('c', 3, { ownerId: 'p' }),
    ]);
    expect(after.get('a')).toBe(1216);
    expect(after.get('b')).toBe(1216);
    expect(eloAfter([rated('a', 1, { ownerId: 'o' }), rated('b', 2, { ownerId: 'o' })]).size).toBe(0);
  });
});

describe('whether a match is rated', () => {
  it.each([
    [[], false],
    [['o'], false],
    [[null], false],
    [['o', 'o'], false],
    [['o', 'o', 'o'], false],
    [['o', 'p'], true],
    [['o', 'o', 'p'], true],
    [[null, null], true],
    [['o', null], true],
  ])('depends on the owners of its players: %j, %s', (owners, expected) => {
    expect(isRated(owners.map((ownerId) => ({ kind: 'agent', ownerId })))).toBe(expected);
    const players = owners.map((ownerId, index) => rated(`p${index}`, 1, { ownerId }));
    expect(eloAfter(players).size > 0).toBe(expected);
  });

  it('leaves guests out, and rates the others among themselves', () => {
    const guest = { kind: 'human', ownerId: null } as const;
    expect(isRated([guest, { kind: 'agent', ownerId: null }])).toBe(false);
    expect(isRated([guest, guest])).toBe(false);
    const after = eloAfter([rated('a', 1), rated('b', 2), rated('g', 1, guest)]);
    expect([...after]).toEqual([
      ['a', 1216],
      ['b', 1184],
    ]);
  });
});

describe('the ranking over all games', () => {
  it('is the mean of the rankings, where a game in which a player is not ranked counts as the first one', async () => {
    const games = [newId(), newId(), newId(), newId()];
    const owned = async () => agentFixture({ owner: await ownerFixture() });
    const [broad, narrow] = await Promise.all([owned(), owned()]);
    const play = (experienceId: string | undefined, winner: string, loser: string) =>
      transaction((client) =>
        rateMatch(client, {
          experienceId: experienceId ?? '',
          matchId: newId(),
          players: [
            { agentId: winner, experienceAgentId: `x-${winner}`, result: 'win' },
            { agentId: loser, experienceAgentId: `x-${loser}`, result: 'loss' },
          ],
        }),
      );
    await play(games[0], broad.agentId, narrow.agentId);
    await play(games[1], broad.agentId, narrow.agentId);
    await play(games[2], narrow.agentId, broad.agentId);
    await pool().query('UPDATE ratings SET opponent_owners = 3 WHERE experience_id = ANY ($1)', [games]);
    await play(games[3], broad.agentId, narrow.agentId);
    const ranking = await readOverallRanking({ experienceIds: games, pool: 'agent', limit: 10 });
    expect(ranking.map((line) => [line.agentId, line.overall, line.wins, line.losses])).toEqual([
      [broad.agentId, 1204, 3, 1],
      [narrow.agentId, 1196, 1, 3],
    ]);
    expect(ranking[1]?.games[0]).toMatchObject({ experienceId: games[2], ranking: 1216, provisional: false });
    expect(ranking[0]?.games[3]).toMatchObject({ experienceId: games[3], elo: 1216, provisional: true });
    const of = { experienceIds: games, limit: 10 };
    expect(await readOverallRanking({ ...of, pool: 'agent', rankedOnly: true })).toHaveLength(2);
    await pool().query('UPDATE ratings SET opponent_owners = 2 WHERE experience_id = ANY ($1)', [games]);
    expect(await readOverallRanking({ ...of, pool: 'agent', rankedOnly: true })).toEqual([]);
    expect(await readOverallRanking({ ...of, pool: 'human' })).toEqual([]);
  });
});

describe('a rated match', () => {
  const players = async (results: ('win' | 'loss' | 'draw')[], owner?: { ownerId: string }) =>
    Promise.all(
      results.map(async (result) => {
        const { agentId } = await agentFixture(owner ? { owner: owner as never } : {});
        return { agentId: agentId as string, experienceAgentId: `x-${agentId}`, result };
      }),
    );

  it('stores Elo, Glicko-2 and the record of each player', async () => {
    const experienceId = newId();
    const [winner, loser] = await players(['win', 'loss']);
    if (!winner || !loser) throw new Error('expected two players');
    const changes = await transaction((client) =>
      rateMatch(client, { experienceId, matchId: newId(), players: [loser, winner] }),
    );
    expect(changes).toContainEqual({ agentId: winner.agentId, eloBefore: 1200, eloAfter: 1216 });
    const board = await readLeaderboard({ experienceId, limit: 10 });
    expect(board.map((line) => [line.experienceAgentId, line.elo, line.wins, line.losses, line.provisional])).toEqual([
      [winner.experienceAgentId, 1216, 1, 0, true],
      [loser.experienceAgentId, 1184, 0, 1, true],
    ]);
  });

  it('counts every one of many matches that end at the same time', async () => {
    const experienceId = newId();
    const pair = await players(['draw', 'draw']);
    await Promise.all(
      Array.from({ length: 12 }, () =>
        transaction((client) => rateMatch(client, { experienceId, matchId: newId(), players: pair })),
      ),
    );
    const board = await readLeaderboard({ experienceId, limit: 10 });
    expect(board.map((line) => [line.matchesPlayed, line.draws, line.isUnreliable])).toEqual([
      [12, 12, false],
      [12, 12, false],
    ]);
  });

  it('makes no rating for a guest', async () => {
    const experienceId = newId();
    const all = await players(['win', 'loss', 'loss']);
    const guest = all[2]?.agentId ?? '';
    await pool().query(`UPDATE agents SET kind = 'human', owner_id = NULL WHERE id = $1`, [guest]);
    const among = { experienceId, matchId: newId(), pool: 'human' as const, players: all };
    const changes = await transaction((client) => rateMatch(client, among));
    expect(changes.map(({ eloAfter }) => eloAfter).sort()).toEqual([1184, 1216]);
    const { rows } = await pool().query('SELECT agent_id FROM ratings WHERE experience_id = $1', [experienceId]);
    expect(rows.map(({ agent_id }) => agent_id)).not.toContain(guest);
  });

  it('rates no player when all have one owner', async () => {
    const experienceId = newId();
    const pair = await players(['win', 'loss'], await ownerFixture());
    const changes = await transaction((client) => rateMatch(client, { experienceId, matchId: newId(), players: pair }));
    expect(changes).toEqual([]);
    expect(await readLeaderboard({ experienceId, limit: 10 })).toEqual([]);
    expect(await readRatingsOfAgent({ agentId: pair[0]?.agentId ?? '' })).toEqual([]);
  });

  it('keeps the two pools of an agent apart, and leaves an owner unrated against the own agent in either', async () => {
    const experienceId = newId();
    const owner = await ownerFixture();
    const [person] = await players(['win'], owner);
    const [own] = await players(['loss'], owner);
    const [otherPlayer] = await players(['loss']);
    if (!person || !own || !otherPlayer) throw new Error('expected three players');
    const among = { experienceId, matchId: newId(), pool: 'human' as const, players: [person, own, otherPlayer] };
    const changes = await transaction((client) => rateMatch(client, among));
    expect(new Map(changes.map((change) => [change.agentId, change.eloAfter]))).toEqual(
      new Map([
        [person.agentId, 1216],
        [own.agentId, 1200],
        [otherPlayer.agentId, 1192],
      ]),
    );
    const alone = { ...among, matchId: newId(), players: [person, own] };
    expect(await transaction((client) => rateMatch(client, alone))).toEqual([]);
    expect(await readLeaderboard({ experienceId, limit: 10 })).toEqual([]);
    const elsewhere = { experienceId, matchId: newId(), players: [{ ...otherPlayer, result: 'win' as const }, own] };
    await transaction((client) => rateMatch(client, elsewhere));
    const eloIn = async (pool: 'agent' | 'human') =>
      (await readLeaderboard({ experienceId, pool, limit: 10 })).find(
        (line) => line.experienceAgentId === otherPlayer.experienceAgentId,
      )?.elo;
    expect([await eloIn('human'), await eloIn('agent')]).toEqual([1192, 1216]);
  });
});

describe('the history of ratings', () => {
  it('has the rating before the first of the last matches and after each', async () => {
    await seedFirstParty();
    const experienceId = firstPartyExperienceId('chess');
    const [winner, loser] = (await Promise.all([agentFixture(), agentFixture()])).map(({ agentId }) => agentId);
    if (!winner || !loser) throw new Error('There are two agents.');
    const pair = [
      { agentId: winner, experienceAgentId: winner, result: 'win' as const },
      { agentId: loser, experienceAgentId: loser, result: 'loss' as const },
    ];
    const ranking = { experienceId, pool: 'agent' as const };
    expect((await readRatingHistories({ ...ranking, agentIds: [winner] }, 5)).size).toBe(0);
    const elos = [1200];
    const play = async () => {
      const changes = await transaction((client) =>
        rateMatch(client, { experienceId, matchId: newId(), players: pair }),
      );
      elos.push(changes.find(({ agentId }) => agentId === winner)?.eloAfter ?? 0);
    };
    for (let match = 0; match < 9; match++) await play();
    const histories = await readRatingHistories({ ...ranking, agentIds: [winner, loser, newId()] }, 5);
    expect(histories.get(winner)).toEqual(elos.slice(-6));
    expect(histories.size).toBe(2);
    const unreliable = async () =>
      (await readLeaderboard({ experienceId, limit: 10 })).map(({ player, isUnreliable }) => [
        player?.agentId,
        isUnreliable,
      ]);
    expect(await unreliable()).toEqual([
      [winner, true],
      [loser, true],
    ]);
    await play();
    expect(await unreliable()).toEqual([
      [winner, false],
      [loser, false],
    ]);
    const own = await readRatingsWithHistory({ agentId: winner, limit: 100 });
    expect(own.map(({ history }) => history)).toEqual([elos]);
  });
});
