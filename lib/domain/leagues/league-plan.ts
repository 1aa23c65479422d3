import { newId } from '@/lib/core/ids';
import {
  computeLeagueStandings,
  countLeagueRounds,
  type LeaguePlan,
  type LeagueRecord,
  planLeagueRound,
} from './formats';
import { type FixtureRow, isForfeit, type LeagueRow, type PlayerRow } from './leagues.schema';
import { fixtureId, type PlannedRound } from './schedule';
import type { StandingsRow } from './standings';

/** What the rounds of a stored league are made from. */
export function planOf(league: Pick<LeagueRow, 'format' | 'roundCount'>, players: readonly PlayerRow[]): LeaguePlan {
  return {
    format: league.format,
    rounds: league.roundCount,
    players: players.map(({ playerId }) => playerId),
    withdrawn: players.flatMap(({ playerId, withdrawnAt }) => (withdrawnAt ? [playerId] : [])),
  };
}

/** What was played so far. */
export function recordOf(fixtures: readonly FixtureRow[]): LeagueRecord {
  return {
    results: fixtures.flatMap(
      ({ status, annulledAt, first, second, winner, matchId, roundId, firstScore, secondScore, reason }) =>
        status === 'completed' && annulledAt === null && second !== null
          ? [
              {
                matchId,
                round: roundId,
                first,
                second,
                winner,
                scores: [firstScore ?? 0, secondScore ?? 0] as [number, number],
                isForfeit: isForfeit({ winner, reason }),
              },
            ]
          : [],
    ),
    byes: fixtures.flatMap(({ status, first }) => (status === 'bye' ? [first] : [])),
  };
}

/** The table of a stored league. */
export function standingsOf(
  league: Pick<LeagueRow, 'format' | 'roundCount'>,
  players: readonly PlayerRow[],
  fixtures: readonly FixtureRow[],
): StandingsRow[] {
  return computeLeagueStandings(planOf(league, players), recordOf(fixtures));
}

/** The rounds that can be planned before play: all of a round robin, the first of another format. */
export function planBeforePlay(plan: LeaguePlan): { rounds: PlannedRound[]; roundCount: number } {
  const roundCount = countLeagueRounds(plan);
  const isKnownAhead = plan.format === 'round_robin' || plan.format === 'double_round_robin';
  const rounds: PlannedRound[] = [];
  for (let round = 1; round <= (isKnownAhead ? roundCount : 1); round++) {
    const planned = planLeagueRound(plan, { results: [], byes: [] }, round);
    if (planned) rounds.push(planned);
  }
  return { rounds, roundCount };
}

/** The fixtures of a planned round. */
export function fixturesOf({ round, pairings, byes }: PlannedRound) {
  const played = pairings.map(({ first, second }, index) => ({
    id: newId(),
    roundId: round,
    number: index + 1,
    matchId: fixtureId(round, index + 1),
    first,
    second: second as string | null,
    status: 'scheduled' as FixtureRow['status'],
    conversationId: newId(),
  }));
  const free = byes.map((playerId, index) => ({
    id: newId(),
    roundId: round,
    number: pairings.length + index + 1,
    matchId: `R${round}B${index + 1}`,
    first: playerId,
    second: null,
    status: 'bye' as const,
    conversationId: newId(),
  }));
  return [...played, ...free];
}
