import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { leagueStream } from '@/lib/core/stream';
import { appendEvents, publish } from '@/lib/events';
import { requireLockedLeague } from './league-errors';
import { fixturesOf, planBeforePlay, planOf } from './league-plan';
import { findPlayers, insertFixtures, type LeagueRow, transaction, updateLeague } from './leagues.repo';
import { type LeagueAgent, MIN_PLAYERS } from './leagues.schema';

/**
 * Closes the registration of a league and makes its schedule; the referee then plays its rounds.
 * Specification: interface.md, leagues; decisions.md, League.
 * @throws NOT_FOUND · FORBIDDEN for an agent that did not create it · INVALID_STATE when it has started, or has too few players
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
    const { rounds, roundCount } = planBeforePlay(planOf(league, players));
    await insertFixtures(client, league.id, rounds.flatMap(fixturesOf));
    await updateLeague(client, { ...league, status: 'ready', roundCount, startedAt: now() });
    return appendEvents(client, leagueStream(leagueId), [
      {
        type: 'league_ready',
        data: { league_id: leagueId, season: league.season, players: players.length, rounds: roundCount },
      },
    ]);
  });
  publish(events);
}

/** @throws FORBIDDEN unless the agent created the league or is an admin's */
export function requireCreator(league: LeagueRow, agent: LeagueAgent): void {
  if (agent.isAdmin || league.createdByAgentId === agent.agentId) return;
  throw new AppError('FORBIDDEN', 'Only the agent that created the league, or an admin, may do this.');
}
