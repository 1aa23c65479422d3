import { now } from '@/lib/core/clock';
import { leagueStream, type StreamEvent } from '@/lib/core/stream';
import { type MatchEnd, onMatchEnd } from '@/lib/domain/matches';
import { appendEvents } from '@/lib/events';
import { findFixtureOfMatch, markCompleted } from './fixtures.repo';
import { byPlayer, portOf } from './game-port';
import type { Client } from './leagues.repo';
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
  const data = {
    match_id: fixture.matchId,
    round_id: fixture.roundId,
    winner,
    scores: byPlayer(ids, scores),
    match_points: matchPointsOf({ first: ids[0], second: ids[1], winner }),
    reason,
  };
  return appendEvents(client, leagueStream(league.leagueId), [{ type: 'match_completed', data }]);
}

/** A match that was cancelled has no result: the fixture is drawn without scores. */
async function finishFixtureOfMatch(client: Client, { match }: MatchEnd): Promise<StreamEvent[]> {
  const fixture = await findFixtureOfMatch(match.id, client);
  if (!fixture) return [];
  const context = await contextOf(fixture);
  const seat = match.outcome?.winner ?? null;
  const events = await storeResult(client, context, {
    winner: seat === null ? null : (context.ids[seat] ?? null),
    scores: portOf(match.gameId).scores(match),
    reason: match.outcome?.reason ?? match.endReason ?? match.status,
    technicalLoss: null,
  });
  announceFixtures(now());
  return events;
}

onMatchEnd('league', 'leagues.store_result', finishFixtureOfMatch);
