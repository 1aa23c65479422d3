import { now } from '@/lib/core/clock';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { type MatchEnd, type MatchRow, onMatchEnds } from '@/lib/domain/matches';
import { appendEvents } from '@/lib/events';
import { type EndedMatchRow, markCompleted, markMatchesCompleted } from './fixtures.repo';
import { byPlayer, type PlayerIds, portOf } from './game-port';
import type { Client, FixtureRow } from './leagues.repo';
import { matchPointsOf, type TechnicalLoss } from './leagues.schema';
import { contextOf, type RefereeContext } from './referee-context';
import { announceFixtures } from './referee-signal';

/**
 * Stores the result of a fixture in the caller's transaction, once. Returns the events to publish after the commit.
 */
export async function storeResult(
  client: Client,
  { fixture, league, ids }: RefereeContext,
  result: { winner: string | null; scores: [number, number]; reason: string; technicalLoss: TechnicalLoss | null },
): Promise<StreamEvent[]> {
  const { winner, scores, reason, technicalLoss } = result;
  const [firstScore, secondScore] = scores;
  const stored = { id: fixture.id, winner, firstScore, secondScore, reason, technicalLoss, at: now() };
  if (!(await markCompleted(client, stored))) return [];
  Object.assign(fixture, { status: 'completed', winner, firstScore, secondScore, reason, technicalLoss });
  return appendEvents(client, leagueStream(league.leagueId), [completedEvent(fixture, ids)]);
}

function completedEvent(fixture: FixtureRow, ids: PlayerIds): NewEvent {
  const { matchId, roundId, winner, firstScore, secondScore, reason } = fixture;
  const scores: [number, number] = [firstScore ?? 0, secondScore ?? 0];
  const data = {
    match_id: matchId,
    round_id: roundId,
    winner,
    scores: byPlayer(ids, scores),
    match_points: matchPointsOf({ first: ids[0], second: ids[1], winner }),
    reason,
  };
  return { type: 'match_completed', data };
}

/** Stores the results of ended matches: one statement, and two for the events of each league. */
async function storeResultsOfMatches(client: Client, ends: readonly MatchEnd[]): Promise<StreamEvent[]> {
  const fixtures = await markMatchesCompleted(client, ends.map(endedMatch));
  const news = new Map<string, NewEvent[]>();
  for (const fixture of fixtures) {
    const { league, ids } = await contextOf(fixture);
    const known = news.get(league.leagueId) ?? [];
    news.set(league.leagueId, [...known, completedEvent(fixture, ids)]);
  }
  const events: StreamEvent[] = [];
  for (const [leagueId, added] of news) events.push(...(await appendEvents(client, leagueStream(leagueId), added)));
  if (fixtures.some(({ isHeld }) => !isHeld)) announceFixtures(now());
  return events;
}

/** A match that was cancelled has no result: the fixture is drawn. */
const endedMatch = ({ match }: { match: MatchRow }): EndedMatchRow => ({
  matchId: match.id,
  winnerSeat: match.outcome?.winner ?? null,
  scores: portOf(match.gameId).scores(match),
  reason: match.outcome?.reason ?? match.endReason ?? match.status,
  at: now(),
});

onMatchEnds('league', storeResultsOfMatches);
