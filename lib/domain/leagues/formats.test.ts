import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCrossTable } from './cross-table';
import {
  computeLeagueStandings,
  countLeagueRounds,
  type LeagueFormat,
  type LeaguePlan,
  type LeagueRecord,
  planLeagueRound,
} from './formats';
import { buildBracket, seedOrder } from './knockout';
import { fixtureId, type PlannedRound, playerIdAt } from './schedule';
import { computeStandings, type FixtureResult, pointsFor } from './standings';
import { maxSwissRounds } from './swiss';

const playersOf = (count: number) => Array.from({ length: count }, (_, index) => playerIdAt(index));

function planOf(format: LeagueFormat, players: number, more: Partial<LeaguePlan> = {}): LeaguePlan {
  return { format, rounds: null, players: playersOf(players), ...more };
}

/** Rounds up to this number of players are planned twice, from a copy of what was stored, as after a restart. */
const MAX_PLANNED_TWICE = 24;

/** Plays whole leagues; `decide` answers the score of a fixture. */
function playLeague(plan: LeaguePlan, decide: (key: string) => [number, number]) {
  const rounds: PlannedRound[] = [];
  const results: FixtureResult[] = [];
  const byes: string[] = [];
  for (let round = 1; ; round++) {
    const record: LeagueRecord = { results, byes };
    const planned = planLeagueRound(plan, record, round);
    if (plan.players.length <= MAX_PLANNED_TWICE)
      expect(planLeagueRound(plan, structuredClone(record), round)).toEqual(planned);
    if (!planned) return { rounds, results, byes };
    if (round > 1000) throw new Error('The league does not end.');
    expect(planned.round).toBe(round);
    expect(planned.pairings.length).toBeGreaterThan(0);
    rounds.push(planned);
    byes.push(...planned.byes);
    planned.pairings.forEach(({ first, second }, index) => {
      const matchId = fixtureId(round, index + 1);
      const scores = decide(`${matchId} ${first} ${second}`);
      const winner = scores[0] === scores[1] ? null : scores[0] > scores[1] ? first : second;
      results.push({ matchId, round, first, second, scores, winner });
    });
  }
}

/** Scores that depend on the fixture and a salt only; a third of them are draws. */
function scoresBy(salt: number) {
  return (key: string): [number, number] => {
    let hash = salt;
    for (const letter of key) hash = Math.imul(hash ^ letter.charCodeAt(0), 2_654_435_761) >>> 0;
    hash = (hash ^ (hash >>> 15)) >>> 0;
    return (
      [
        [3, 0],
        [3, 2],
        [2, 2],
        [1, 3],
        [0, 3],
        [2, 2],
      ] as [number, number][]
    )[hash % 6] as [number, number];
  };
}

const size = fc.integer({ min: 2, max: 100 });
const salt = fc.integer({ min: 0, max: 2 ** 31 });
const pairKey = ({ first, second }: { first: string; second: string }) => [first, second].sort().join(' ');
const roleSurplus = (rounds: PlannedRound[], player: string) =>
  rounds
    .flatMap(({ pairings }) => pairings)
    .reduce((sum, { first, second }) => sum + (first === player ? 1 : second === player ? -1 : 0), 0);

function expectEveryPlayerOnce({ pairings, byes }: PlannedRound, players: readonly string[]) {
  const seen = [...pairings.flatMap(({ first, second }) => [first, second]), ...byes];
  expect(seen.sort()).toEqual([...players].sort());
}

describe('round robin', () => {
  it('lets everyone meet everyone once, play at most once a round and have one bye when the number is odd', () => {
    fc.assert(
      fc.property(size, (count) => {
        const plan = planOf('round_robin', count);
        const { rounds, byes } = playLeague(plan, () => [3, 0]);
        expect(rounds).toHaveLength(countLeagueRounds(plan));
        for (const round of rounds) expectEveryPlayerOnce(round, plan.players);
        const meetings = rounds.flatMap(({ pairings }) => pairings.map(pairKey));
        expect(new Set(meetings).size).toBe((count * (count - 1)) / 2);
        expect(meetings).toHaveLength((count * (count - 1)) / 2);
        expect([...byes].sort()).toEqual(count % 2 ? [...plan.players].sort() : []);
        for (const player of plan.players) expect(Math.abs(roleSurplus(rounds, player))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 8, examples: [[2], [3], [99], [100]] },
    );
  });

  it('repeats every meeting with exchanged roles when it is double', () => {
    fc.assert(
      fc.property(size, (count) => {
        const plan = planOf('double_round_robin', count);
        const { rounds } = playLeague(plan, () => [3, 0]);
        const meetings = rounds.flatMap(({ pairings }) => pairings.map(({ first, second }) => `${first} ${second}`));
        expect(new Set(meetings).size).toBe(count * (count - 1));
        expect(meetings).toHaveLength(count * (count - 1));
        for (const player of plan.players) expect(roleSurplus(rounds, player)).toBe(0);
      }),
      { numRuns: 6, examples: [[2], [3], [51]] },
    );
  });

  it('gives no player the same role three times in a row', () => {
    for (const count of [4, 7, 20, 51]) {
      const { rounds } = playLeague(planOf('round_robin', count), () => [3, 0]);
      for (const player of playersOf(count)) {
        const roles = rounds
          .flatMap(({ pairings }) => pairings)
          .flatMap(({ first, second }) => (first === player ? '1' : second === player ? '2' : []))
          .join('');
        expect(roles).not.toMatch(/111|222/);
      }
    }
  });

  it('plays the fixture of the specification first: P01 is ODD against P02', () => {
    expect(planLeagueRound(planOf('round_robin', 2), { results: [], byes: [] }, 1)).toEqual({
      round: 1,
      pairings: [{ first: 'P01', second: 'P02' }],
      byes: [],
    });
  });
});

describe('Swiss', () => {
  it('has no second meeting and no second bye in as many rounds as that is possible for any results', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 24 }), salt, (count, seed) => {
        const plan = planOf('swiss', count, { rounds: 99 });
        const { rounds, byes } = playLeague(plan, scoresBy(seed));
        expect(rounds).toHaveLength(maxSwissRounds(count));
        for (const round of rounds) expectEveryPlayerOnce(round, plan.players);
        const meetings = rounds.flatMap(({ pairings }) => pairings.map(pairKey));
        expect(new Set(meetings).size).toBe(meetings.length);
        expect(new Set(byes).size).toBe(byes.length);
        expect(byes).toHaveLength(count % 2 ? rounds.length : 0);
      }),
      { numRuns: 25 },
    );
  });

  it('pairs a hundred players by points and keeps roles within two of balance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 100 }), salt, (count, seed) => {
        const plan = planOf('swiss', count);
        const { rounds, results } = playLeague(plan, scoresBy(seed));
        for (const player of plan.players) expect(Math.abs(roleSurplus(rounds, player))).toBeLessThanOrEqual(2);
        const before = results.filter(({ round }) => round < 3);
        const points = (player: string) =>
          before
            .filter(({ first, second }) => first === player || second === player)
            .reduce((sum, result) => sum + pointsFor(result, player), 0) +
          (rounds.slice(0, 2).some(({ byes }) => byes.includes(player)) ? 3 : 0);
        const gaps = (rounds[2]?.pairings ?? []).map(({ first, second }) => Math.abs(points(first) - points(second)));
        // With few players, those of equal points have often met already.
        if (count >= 16) expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThan(1.5);
      }),
      { numRuns: 12 },
    );
  });

  it('pairs the upper with the lower half at first, and gives the bye to the last player', () => {
    const { rounds } = playLeague(planOf('swiss', 7), () => [3, 0]);
    expect(rounds[0]?.pairings.map(pairKey)).toEqual(['P01 P04', 'P02 P05', 'P03 P06']);
    expect(rounds[0]?.byes).toEqual(['P07']);
  });

  it('counts a bye as the points of a win without a win', () => {
    const plan = planOf('swiss', 3);
    const { results } = playLeague(plan, () => [3, 0]);
    const table = computeLeagueStandings(plan, { results: results.filter(({ round }) => round === 1), byes: ['P03'] });
    expect(table.map(({ playerId, points, wins }) => [playerId, points, wins])).toEqual([
      [results[0]?.winner, 3, 1],
      ['P03', 3, 0],
      [expect.any(String), 0, 0],
    ]);
  });
});

describe('a Swiss league that players have left', () => {
  const players = ['P01', 'P02', 'P03', 'P04'];
  const result = (round: number, first: string, second: string) => ({
    matchId: `R${round}M1`,
    round,
    first,
    second,
    winner: first,
    scores: [3, 0] as [number, number],
  });
  const record = { results: [result(1, 'P01', 'P03'), result(1, 'P02', 'P04')], byes: [] };
  const plan = (withdrawn: string[]) => planLeagueRound({ format: 'swiss', rounds: 2, players, withdrawn }, record, 2);

  it('pairs the others, with a bye when their number is odd', () => {
    expect(plan(['P04'])?.pairings).toHaveLength(1);
    expect(JSON.stringify(plan(['P04']))).not.toContain('P04');
    expect(plan(['P04'])?.byes).toHaveLength(1);
  });

  it('pairs those who left too when the others have met already, and ends with one player', () => {
    expect(plan(['P02', 'P04'])?.pairings).toHaveLength(2);
    expect(plan(['P02', 'P03', 'P04'])).toBeNull();
  });
});

describe('knockout', () => {
  it('leaves one winner, who lost no meeting, and gives byes to the best seeds only', () => {
    fc.assert(
      fc.property(size, salt, (count, seed) => {
        const plan = planOf('knockout', count);
        const { rounds, results, byes } = playLeague(plan, scoresBy(seed));
        const bracket = buildBracket(plan.players, results);
        const champion = bracket.at(-1)?.[0]?.winner as string;
        expect(plan.players).toContain(champion);
        expect(
          results.some(
            ({ first, second, winner }) => winner && winner !== champion && [first, second].includes(champion),
          ),
        ).toBe(false);
        expect(byes.sort()).toEqual(plan.players.slice(0, 2 ** Math.ceil(Math.log2(count)) - count));
        const decided = bracket.flat().filter(({ isBye }) => !isBye);
        expect(decided).toHaveLength(count - 1);
        expect(decided.reduce((sum, { rounds: played }) => sum + played.length, 0)).toBe(results.length);
        expect(computeLeagueStandings(plan, { results, byes })[0]?.playerId).toBe(champion);
        expect(rounds.length).toBeGreaterThanOrEqual(countLeagueRounds(plan));
      }),
      { numRuns: 40 },
    );
  });

  it('plays a draw again with exchanged roles, then sends the better seed on', () => {
    const { rounds, results } = playLeague(planOf('knockout', 2), () => [2, 2]);
    expect(rounds.map(({ pairings }) => pairings)).toEqual([
      [{ first: 'P01', second: 'P02' }],
      [{ first: 'P02', second: 'P01' }],
    ]);
    expect(buildBracket(['P01', 'P02'], results)[0]?.[0]).toMatchObject({
      winner: 'P01',
      decidedBySeed: true,
      rounds: [1, 2],
    });
  });

  it('seeds so that the two best meet in the final and the four best in the semifinals', () => {
    expect(seedOrder(8)).toEqual([0, 7, 4, 3, 2, 5, 6, 1]);
    const { rounds } = playLeague(planOf('knockout', 16), (key) => {
      const [, first = '', second = ''] = key.split(' ');
      return first < second ? [3, 0] : [0, 3];
    });
    expect(rounds.at(-1)?.pairings.map(pairKey)).toEqual(['P01 P02']);
    expect(rounds.at(-2)?.pairings.map(pairKey).sort()).toEqual(['P01 P04', 'P02 P03']);
  });
});

describe('standings', () => {
  const result = (matchId: string, first: string, second: string, scores: [number, number]): FixtureResult => ({
    matchId,
    round: Number(matchId[1]),
    first,
    second,
    scores,
    winner: scores[0] === scores[1] ? null : scores[0] > scores[1] ? first : second,
  });

  it('rank by points, wins, difference, head-to-head and player id, and name what decided', () => {
    const table = computeStandings(playersOf(4), [
      result('R1M1', 'P01', 'P04', [3, 2]),
      result('R1M2', 'P02', 'P03', [3, 2]),
      result('R2M1', 'P04', 'P03', [3, 1]),
      result('R2M2', 'P01', 'P02', [1, 3]),
      result('R3M1', 'P02', 'P04', [0, 3]),
      result('R3M2', 'P03', 'P01', [0, 1]),
    ]);
    expect(
      table.map(({ playerId, points, difference, headToHead, aheadBy }) => [
        playerId,
        points,
        difference,
        headToHead,
        aheadBy,
      ]),
    ).toEqual([
      ['P04', 6, 4, null, 'difference'],
      ['P02', 6, 0, 3, 'head_to_head'],
      ['P01', 6, 0, 0, 'points'],
      ['P03', 0, -4, null, null],
    ]);
    expect(table.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect(table[1]?.form).toEqual(['W', 'W', 'L']);
  });

  it('put a win before three draws with equal points', () => {
    const table = computeStandings(playersOf(5), [
      result('R1M1', 'P01', 'P02', [1, 1]),
      result('R2M1', 'P01', 'P03', [1, 1]),
      result('R3M1', 'P01', 'P05', [1, 1]),
      result('R1M2', 'P04', 'P05', [1, 0]),
    ]);
    expect(table[0]).toMatchObject({ playerId: 'P04', aheadBy: 'wins' });
    expect(table[1]).toMatchObject({ playerId: 'P01', points: 3, draws: 3, form: ['D', 'D', 'D'] });
  });

  it('do not depend on the order of the results, add up, and keep the last five results', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), salt, (count, seed) => {
        const plan = planOf('round_robin', count);
        const { results, byes } = playLeague(plan, scoresBy(seed));
        const table = computeLeagueStandings(plan, { results, byes });
        expect(computeLeagueStandings(plan, { results: [...results].reverse(), byes })).toEqual(table);
        expect(table.reduce((sum, { difference }) => sum + difference, 0)).toBe(0);
        expect(table.reduce((sum, { wins }) => sum + wins, 0)).toBe(table.reduce((sum, { losses }) => sum + losses, 0));
        for (const row of table) {
          expect(row.played).toBe(count - 1);
          expect(row.points).toBe(3 * row.wins + row.draws);
          expect(row.form).toHaveLength(Math.min(5, row.played));
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('the cross table', () => {
  it('has each fixture twice, from both sides', () => {
    const { results } = playLeague(planOf('double_round_robin', 6), scoresBy(5));
    const table = buildCrossTable(results);
    const opposite = { W: 'L', L: 'W', D: 'D' } as const;
    let cells = 0;
    for (const [player, row] of Object.entries(table)) {
      for (const [opponent, cell] of Object.entries(row)) {
        cells += cell.length;
        cell.forEach(({ matchId, outcome, score, opponentScore }, index) => {
          expect(table[opponent]?.[player]?.[index]).toEqual({
            matchId,
            outcome: opposite[outcome],
            score: opponentScore,
            opponentScore: score,
          });
        });
      }
    }
    expect(cells).toBe(2 * results.length);
  });
});
