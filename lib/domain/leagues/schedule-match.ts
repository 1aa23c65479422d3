import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError, InputFault } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { leagueStream, type StreamEvent } from '@/lib/core/stream';
import { appendEvents } from '@/lib/events';
import { makeFixturesDue } from './fixture-leases.repo';
import { findFixtures, insertFixtures } from './fixtures.repo';
import { requireLockedLeague } from './league-errors';
import { publishLeague } from './league-news';
import { type Client, raiseVersion, transaction } from './leagues.repo';
import { DEFAULT_LEAGUE_ID, type FixtureRow, type LeagueRow, MAX_PLAYERS } from './leagues.schema';
import { findPlayers } from './players.repo';
import { requireFixtureQuota } from './quotas';
import { announceFixtures } from './referee-signal';
import { fixtureId } from './schedule';
import { makeSchedule, requireCreator } from './start-league';

interface Pairing {
  caller: Caller;
  leagueId: string | null;
  player1Id: string;
  player2Id: string;
}

/**
 * Adds a match to a round of a league. A league that has matches before its start plays these and no others.
 * Specification: league.md, schedule_match.
 * @throws VALIDATION_ERROR for a round_id out of range · NOT_FOUND for a league or player · FORBIDDEN · INVALID_STATE for a round that is over, a format that plans its
 * own rounds, or a player that has withdrawn
 */
export async function scheduleMatch(
  request: Pairing & { roundId: number },
): Promise<{ leagueId: string; matchId: string }> {
  const leagueId = request.leagueId ?? DEFAULT_LEAGUE_ID;
  const { matchId, events } = await transaction(async (client) => {
    const league = await requireLockedLeague(client, leagueId);
    requireOrganizer(league, request.caller);
    requireOpenRound(league, request.roundId);
    await requirePlayers(client, league, request);
    const fixtures = (await findFixtures(league.id, client)).filter(({ roundId }) => roundId === request.roundId);
    const { player1Id: first, player2Id: second, roundId } = request;
    if (fixtures.some((one) => [one.first, one.second].includes(first) || [one.first, one.second].includes(second)))
      throw new AppError('INVALID_STATE', `${first} or ${second} has a match in round ${roundId} already.`);
    const number = Math.max(0, ...fixtures.map((one) => one.number)) + 1;
    await requireFixtureQuota(client, league);
    const fixture = { id: newId(), roundId, number, matchId: fixtureId(roundId, number), first, second };
    await insertFixtures(client, league.id, [{ ...fixture, status: 'scheduled', conversationId: newId() }]);
    await raiseVersion(client, league.id);
    if (league.currentRound === roundId) await makeFixturesDue(client, { leagueUid: league.id, roundId }, now());
    const data = { match_id: fixture.matchId, round_id: roundId, players: [first, second] };
    const events = await appendEvents(client, leagueStream(leagueId), [{ type: 'match_scheduled', data }]);
    return { matchId: fixture.matchId, events };
  });
  publishLeague(events);
  announceFixtures(now());
  return { leagueId, matchId };
}

/**
 * Starts a scheduled match now, its players named in any order. A league in registration starts with it and plays its other
 * matches too; `closesRegistration` says so when a registered player has no match.
 * Specification: league.md, start_game.
 * @throws NOT_FOUND · FORBIDDEN · VALIDATION_ERROR when other players are scheduled · INVALID_STATE when it has begun, or a
 * player is in another match
 */
export async function startGame(
  request: Pairing & { matchId: string; closesRegistration: boolean },
): Promise<{ leagueId: string }> {
  const leagueId = request.leagueId ?? DEFAULT_LEAGUE_ID;
  const events = await transaction(async (client) => {
    const league = await requireLockedLeague(client, leagueId);
    requireOrganizer(league, request.caller);
    const fixtures = await findFixtures(league.id, client);
    const fixture = fixtures.find(({ matchId }) => matchId === request.matchId);
    const players = [request.player1Id, request.player2Id];
    if (!fixture || fixture.second === null)
      throw new AppError(
        'NOT_FOUND',
        `There is no match "${request.matchId.slice(0, 50)}". Call schedule_match first.`,
      );
    if (!players.includes(fixture.first) || !players.includes(fixture.second) || players[0] === players[1])
      throw new AppError('INVALID_STATE', `${fixture.matchId} is ${fixture.first} against ${fixture.second}.`);
    if (fixture.status !== 'scheduled')
      throw new AppError('INVALID_STATE', `${fixture.matchId} is ${fixture.status} already.`);
    const isBusy = fixtures.some(
      (one) => one.status === 'active' && players.some((id) => [one.first, one.second].includes(id)),
    );
    if (league.pausedAt) throw new AppError('INVALID_STATE', 'The league is paused by its organizer.');
    if (isBusy) throw new AppError('INVALID_STATE', 'One of the players is in another match of the league.');
    const begun = league.status === 'registration' ? await beginWith(client, league, fixtures, request) : [];
    const { roundId, matchId } = fixture;
    await makeFixturesDue(client, { leagueUid: league.id, roundId, matchId }, now());
    return begun;
  });
  publishLeague(events);
  announceFixtures(now());
  return { leagueId };
}

/** Starts a league in registration with a match of it. @throws INVALID_STATE when that closes it to players without a match */
async function beginWith(
  client: Client,
  league: LeagueRow,
  fixtures: readonly FixtureRow[],
  { closesRegistration }: { closesRegistration: boolean },
): Promise<StreamEvent[]> {
  const players = await findPlayers(league.id, client);
  const idle = players.filter(({ playerId }) => !fixtures.some((one) => [one.first, one.second].includes(playerId)));
  if (idle.length > 0 && !closesRegistration) {
    const names = idle.slice(0, 5).map(({ playerId }) => playerId);
    throw new AppError(
      'INVALID_STATE',
      `Registration is open, and this would close it: ${names.join(', ')} would have no match. Schedule matches for all, or call again with close_registration true.`,
      { details: { players_without_match: names } },
    );
  }
  return makeSchedule(client, league, players);
}

/** Outside production also a visitor organizes the league of the platform, as the examples of league.md do. */
function requireOrganizer(league: LeagueRow, caller: Caller): void {
  if (league.createdByAgentId === null && !env().production) return;
  if (caller.kind !== 'agent')
    throw new AppError('FORBIDDEN', 'Only the creator of the league, or an admin, may do this.');
  requireCreator(league, caller);
}

/** The rounds of a double round robin of the largest league. */
const MAX_ROUND = 2 * (MAX_PLAYERS - 1);

function requireOpenRound(league: LeagueRow, roundId: number): void {
  if (roundId < 1 || roundId > MAX_ROUND)
    throw new InputFault([{ path: ['round_id'], message: `must be 1 to ${MAX_ROUND}` }]);
  if (league.format !== 'round_robin' && league.format !== 'double_round_robin')
    throw new AppError('INVALID_STATE', `A league of the format ${league.format} plans its own matches.`);
  if (league.status === 'completed' || roundId < league.currentRound)
    throw new AppError('INVALID_STATE', `Round ${roundId} is over.`, {
      details: { current_round: league.currentRound },
    });
}

async function requirePlayers(client: Client, league: LeagueRow, { player1Id, player2Id }: Pairing): Promise<void> {
  if (player1Id === player2Id) throw new AppError('INVALID_STATE', 'A player cannot play against itself.');
  const players = await findPlayers(league.id, client);
  for (const [path, id] of Object.entries({ player1_id: player1Id, player2_id: player2Id })) {
    const player = players.find(({ playerId }) => playerId === id);
    if (!player) throw new AppError('NOT_FOUND', `There is no player "${id.slice(0, 50)}" in the league.`);
    if (player.withdrawnAt !== null)
      throw new AppError('INVALID_STATE', `${id} has withdrawn from the league.`, { details: { path: [path] } });
  }
}
