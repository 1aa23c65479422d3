import { now } from '@/lib/core/clock';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { type MatchEnd, type MatchRow, onMatchEnds } from '@/lib/domain/matches';
import { appendEvents } from '@/lib/events';
import { byPlayer, portOf } from './game-port';
import type { Client } from './leagues.repo';
import { type FixtureRow, matchPointsOf, type TechnicalLoss } from './leagues.schema';
import type { RefereeContext } from './referee-context';
import { announceFixtures } from './referee-signal';
import { type EndedMatchRow, markCompleted, markMatchesCompleted } from './results.repo';

/** The result of a fixture. */
export interface FixtureResult {
  winner: string | null;
  /** First player first. */
  scores: [number, number];
  reason: string;
}

/**
 * Stores the result of a fixture without a match in the caller's transaction, once. Returns the events to publish after the
 * commit.
 */
export async function storeResult(
  client: Client,
  { fixture, league }: RefereeContext,
  result: FixtureResult & { technicalLoss: TechnicalLoss | null },
): Promise<StreamEvent[]> {
  const { winner, scores, reason, technicalLoss } = result;
  const [firstScore, secondScore] = scores;
  const stored = { id: fixture.id, winner, firstScore, secondScore, reason, technicalLoss, at: now() };
  if (!(await markCompleted(client, stored))) return [];
  Object.assign(fixture, { status: 'completed', winner, firstScore, secondScore, reason, technicalLoss });
  return appendEvents(client, leagueStream(league.leagueId), [completedEvent(fixture)]);
}

function completedEvent(fixture: FixtureRow): NewEvent {
  const { matchId, roundId, first, second, winner, firstScore, secondScore, reason } = fixture;
  const ids = [first, second ?? ''] as const;
  const data = {
    match_id: matchId,
    round_id: roundId,
    winner,
    scores: byPlayer(ids, [firstScore ?? 0, secondScore ?? 0]),
    match_points: matchPointsOf({ first: ids[0], second: ids[1], winner, reason }),
    reason,
  };
  return { type: 'match_completed', data };
}

/** Stores the results of ended matches: one statement, and two for the events of each league. */
async function storeResultsOfMatches(client: Client, ends: readonly MatchEnd[]): Promise<StreamEvent[]> {
  const fixtures = await markMatchesCompleted(client, ends.map(endedMatch));
  const news = new Map<string, NewEvent[]>();
  for (const fixture of fixtures) {
    const waitingNews = news.get(fixture.leagueId) ?? [];
    news.set(fixture.leagueId, [...waitingNews, completedEvent(fixture)]);
  }
  const events: StreamEvent[] = [];
  for (const [leagueId, added] of news) events.push(...(await appendEvents(client, leagueStream(leagueId), added)));
  if (fixtures.some(({ isHeld }) => !isHeld)) announceFixtures(now());
  return events;
}

const endedMatch = ({ match }: { match: MatchRow }): EndedMatchRow => ({
  matchId: match.id,
  winnerSeat: match.outcome?.winner ?? null,
  ...resultOf(match),
  at: now(),
});

/** A match that was cancelled has no result: the fixture is drawn. */
const resultOf = (match: MatchRow): Omit<FixtureResult, 'winner'> => ({
  scores: portOf(match.gameId).scores(match),
  reason: match.outcome?.reason ?? match.endReason ?? match.status,
});

/** The result of a fixture that is over: what was played, except when the organizer ended the match by a decision. */
export function readResult(context: RefereeContext, match: MatchRow | null): FixtureResult {
  const { status } = context.fixture;
  return match?.status === 'cancelled' && status === 'completed' ? storedResult(context) : readPlayed(context, match);
}

/** What was played, for the transcript: of the match, or of a fixture without one what a default has stored. */
export function readPlayed(context: RefereeContext, match: MatchRow | null): FixtureResult {
  if (!match) return storedResult(context);
  const seat = match.outcome?.winner ?? null;
  return { winner: seat === null ? null : (context.ids[seat] ?? null), ...resultOf(match) };
}

function storedResult({ fixture }: RefereeContext): FixtureResult {
  const { winner, firstScore, secondScore, reason } = fixture;
  return { winner, scores: [firstScore ?? 0, secondScore ?? 0], reason: reason ?? 'unreachable' };
}

onMatchEnds('league', storeResultsOfMatches);
