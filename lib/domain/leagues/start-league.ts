import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { leagueStream, type StreamEvent } from '@/lib/core/stream';
import { appendEvents } from '@/lib/events';
import { beginNextRound } from './advance-league';
import { findFixtures, insertFixtures } from './fixtures.repo';
import { requireLockedLeague } from './league-errors';
import { publishLeague } from './league-news';
import { fixturesOf, planBeforePlay, planOf } from './league-plan';
import { type Client, transaction } from './leagues.repo';
import { DEFAULT_LEAGUE_ID, type LeagueAgent, type LeagueRow, MIN_PLAYERS, type PlayerRow } from './leagues.schema';
import { findPlayers } from './players.repo';
import { requireFixtureQuota } from './quotas';
import { announceFixtures } from './referee-signal';

/**
 * Closes the registration of a league and makes its schedule; the referee then plays its rounds.
 * Specification: interface.md, leagues; decisions.md, League.
 * @throws NOT_FOUND · FORBIDDEN for an agent that did not create it · INVALID_STATE when it has started, or has too few players ·
 * QUOTA_EXCEEDED
 */
export async function startLeague({ agent, leagueId }: { agent: LeagueAgent; leagueId: string }): Promise<void> {
  const events = await transaction(async (client) => {
    const league = await requireLockedLeague(client, leagueId);
    requireCreator(league, agent);
    if (league.status !== 'registration')
      throw new AppError('INVALID_STATE', `The league is ${league.status}; only one in registration can be started.`, {
        details: { status: league.status },
      });
    const players = await findPlayers(league.id, client);
    if (players.length < MIN_PLAYERS)
      throw new AppError('INVALID_STATE', `A league needs ${MIN_PLAYERS} players; this one has ${players.length}.`);
    return makeSchedule(client, league, players);
  });
  publishLeague(events);
  announceFixtures(now());
}

/** Makes the schedule of a locked league, unless schedule_match has made one, and begins its first round. */
export async function makeSchedule(
  client: Client,
  league: LeagueRow,
  players: readonly PlayerRow[],
): Promise<StreamEvent[]> {
  const scheduled = await findFixtures(league.id, client);
  const { rounds, roundCount } = planBeforePlay(planOf(league, players));
  if (scheduled.length === 0) {
    const fixtures = rounds.flatMap(fixturesOf);
    await requireFixtureQuota(client, league);
    await insertFixtures(client, league.id, fixtures);
  }
  const planned = scheduled.at(-1)?.roundId ?? roundCount;
  const data = { league_id: league.leagueId, season: league.season, players: players.length, rounds: planned };
  const ready = await appendEvents(client, leagueStream(league.leagueId), [{ type: 'league_ready', data }]);
  const begun = await beginNextRound(client, { ...league, status: 'ready', roundCount: planned, startedAt: now() });
  return [...ready, ...begun];
}

/** Outside production everyone organizes league_default, which has no creator. */
export function isOrganizedByAll(leagueId: string): boolean {
  return leagueId === DEFAULT_LEAGUE_ID && !env().production;
}

/** Whether the agent created the league or is an admin's, or everyone may. */
export function mayOrganize(league: LeagueRow, agent: { agentId: string; isAdmin: boolean }): boolean {
  return agent.isAdmin || league.createdByAgentId === agent.agentId || isOrganizedByAll(league.leagueId);
}

/** @throws FORBIDDEN unless the agent organizes the league */
export function requireCreator(league: LeagueRow, agent: LeagueAgent): void {
  if (mayOrganize(league, agent)) return;
  throw new AppError('FORBIDDEN', 'Only the agent that created the league, or an admin, may do this.');
}
