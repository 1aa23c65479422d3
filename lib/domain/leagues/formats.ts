import { buildBracket, countStages, type KnockoutResult, planKnockoutRound } from './knockout';
import { countRoundRobinRounds, type PlannedRound, type PlayerId, planRoundRobinRound } from './schedule';
import { computeStandings, type FixtureResult, type StandingsRow } from './standings';
import { defaultSwissRounds, maxSwissRounds, planSwissRound, type SwissPlayer } from './swiss';

/** What a league's rounds are made from. Everything else follows from the results. */
export interface LeaguePlan {
  format: LeagueFormat;
  /** Of a Swiss league; null: enough for one undefeated player to be left. */
  rounds: number | null;
  /** In the order of registration, which is also the order of the seeds. */
  players: readonly PlayerId[];
  /** Those that have withdrawn. A Swiss round leaves them out; in other formats their fixtures are lost. */
  withdrawn?: readonly PlayerId[];
}

/** What was played so far. */
export interface LeagueRecord {
  results: readonly FixtureResult[];
  /** A player for each bye so far. */
  byes: readonly PlayerId[];
}

/** How the fixtures of a league follow from its players and results. */
interface Format {
  /** The number of rounds; of a knockout the least number, because drawn fixtures are played again. */
  countRounds(plan: LeaguePlan): number;
  /** A round after all earlier ones are finished; null when the league is over. */
  planRound(plan: LeaguePlan, record: LeagueRecord, round: number): PlannedRound | null;
  computeStandings(plan: LeaguePlan, record: LeagueRecord): StandingsRow[];
}

export const LEAGUE_FORMATS = ['round_robin', 'double_round_robin', 'swiss', 'knockout'] as const;
export type LeagueFormat = (typeof LEAGUE_FORMATS)[number];

function roundRobin(isDouble: boolean): Format {
  return {
    countRounds: ({ players }) => countRoundRobinRounds(players.length, isDouble),
    planRound: ({ players }, _record, round) =>
      round > countRoundRobinRounds(players.length, isDouble) ? null : planRoundRobinRound(players, isDouble, round),
    computeStandings: ({ players }, { results }) => computeStandings(players, results),
  };
}

const FORMATS: Record<LeagueFormat, Format> = {
  round_robin: roundRobin(false),
  double_round_robin: roundRobin(true),
  swiss: {
    countRounds: ({ players, rounds }) =>
      Math.min(rounds ?? defaultSwissRounds(players.length), maxSwissRounds(players.length)),
    planRound: (plan, record, round) => (round > countLeagueRounds(plan) ? null : planSwiss(plan, record, round)),
    computeStandings: ({ players }, { results, byes }) => computeStandings(players, results, byes),
  },
  knockout: {
    countRounds: ({ players }) => countStages(players.length),
    planRound: ({ players }, { results }, round) => planKnockoutRound(players, inOrder(results), round),
    computeStandings: ({ players }, { results }) => {
      const bracket = buildBracket(players, inOrder(results));
      const stages = new Map<PlayerId, number>();
      bracket.forEach((matches, stage) => {
        for (const { players: pair, winner } of matches) {
          for (const player of pair) if (player) stages.set(player, stage);
          if (winner) stages.set(winner, stage + 1);
        }
      });
      return computeStandings(players, results, [], stages);
    },
  },
};

/** How many rounds a league has. */
export function countLeagueRounds(plan: LeaguePlan): number {
  return FORMATS[plan.format].countRounds(plan);
}

/**
 * Plans a round after all earlier ones are finished.
 * @param round from 1
 * @returns null when the league is over
 */
export function planLeagueRound(plan: LeaguePlan, record: LeagueRecord, round: number): PlannedRound | null {
  return FORMATS[plan.format].planRound(plan, record, round);
}

/** The table of a league. A knockout is ordered by the stage that a player reached, then like the others. */
export function computeLeagueStandings(plan: LeaguePlan, record: LeagueRecord): StandingsRow[] {
  return FORMATS[plan.format].computeStandings(plan, record);
}

function inOrder(results: readonly FixtureResult[]): KnockoutResult[] {
  return [...results].sort((one, other) => one.round - other.round);
}

/**
 * Without the players that have withdrawn while a pairing of the others exists. With them one always exists; who meets
 * them wins without play.
 */
function planSwiss(plan: LeaguePlan, record: LeagueRecord, round: number): PlannedRound | null {
  const all = readSwissPlayers(plan, record);
  const present = all.filter(({ id }) => !plan.withdrawn?.includes(id));
  if (present.length < 2) return null;
  return planSwissRound(present, round) ?? planSwissRound(all, round);
}

function readSwissPlayers({ players }: LeaguePlan, { results, byes }: LeagueRecord): SwissPlayer[] {
  const fixtures = new Map<PlayerId, FixtureResult[]>(players.map((id) => [id, []]));
  for (const result of inOrder(results) as FixtureResult[]) {
    fixtures.get(result.first)?.push(result);
    fixtures.get(result.second)?.push(result);
  }
  return computeStandings(players, results, byes).map(({ playerId, points }) => {
    const own = fixtures.get(playerId) ?? [];
    return {
      id: playerId,
      points,
      opponents: own.map(({ first, second }) => (first === playerId ? second : first)),
      roles: own.map(({ first }) => (first === playerId ? 'first' : 'second')),
      hadBye: byes.includes(playerId),
    };
  });
}
