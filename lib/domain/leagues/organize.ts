import { now } from '@/lib/core/clock';
import { AppError, InputFault } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { leagueStream, type NewEvent } from '@/lib/core/stream';
import { abortMatch, extendDeadline } from '@/lib/domain/matches';
import { appendEvents } from '@/lib/events';
import { advanceLeague } from './advance-league';
import {
  type Correction,
  type CorrectionChange,
  type OrganizerAction,
  requireRoom,
  storeCorrection,
} from './corrections';
import { makeFixturesDue, makeFixturesWait, makeReplaysDue } from './fixture-leases.repo';
import { findFixtures, insertFixtures } from './fixtures.repo';
import { byPlayer } from './game-port';
import { requireLockedLeague } from './league-errors';
import { publishLeague } from './league-news';
import { type Client, raiseVersion, setPaused, transaction, updateLeague } from './leagues.repo';
import {
  ADJUDICATED,
  ADJUDICATED_AGAINST_BOTH,
  type FixtureRow,
  type LeagueAgent,
  type LeagueRow,
  matchPointsOf,
} from './leagues.schema';
import { findPlayers } from './players.repo';
import { requireFixtureQuota, requireLeagueQuota } from './quotas';
import { announceFixtures } from './referee-signal';
import { correctFixture } from './results.repo';
import { fixtureId } from './schedule';
import { requireCreator } from './start-league';
import { withdrawPlayer } from './withdraw';

/** What an organizer asks for. Which fields are needed follows from the action. */
export interface OrganizerRequest {
  agent: LeagueAgent;
  leagueId: string;
  action: OrganizerAction;
  reason: string;
  matchId?: string | undefined;
  playerId?: string | undefined;
  /** A player, "draw", or "none" when both have lost. */
  winner?: string | undefined;
  seconds?: number | undefined;
}

/** What a request has done, before it is stored. */
interface Done {
  change: CorrectionChange;
  news?: NewEvent[];
  /** The match of the runtime that it ends. */
  endedMatchId?: string | null;
}

/** A locked league and what is asked. */
interface Work {
  client: Client;
  league: LeagueRow;
  request: OrganizerRequest;
}

/**
 * Corrects a league for its organizer: with a reason, signed, in the public list of corrections. Whatever the referee does at
 * the same time comes before all of it or after it, by the lock of the league.
 * Decision: docs/decisions/0048-corrections-of-leagues.md.
 * @throws NOT_FOUND · FORBIDDEN for others than the creator and administrators · VALIDATION_ERROR for a field that the action
 * needs · INVALID_STATE · QUOTA_EXCEEDED
 */
export async function organizeLeague(request: OrganizerRequest): Promise<Correction> {
  const { agent, leagueId, action, reason } = request;
  if (action === 'remove_player') return removePlayer(request);
  if (action === 'extend_deadline') await extendMove(request);
  const { league, correction, events, endedMatchId } = await transaction(async (client) => {
    const league = await requireLockedLeague(client, leagueId);
    requireCreator(league, agent);
    const { change, news = [], endedMatchId } = await ACTIONS[action]({ client, league, request });
    const correction = await storeCorrection(client, league, { agent, reason }, change);
    await raiseVersion(client, league.id);
    const events = await appendEvents(client, leagueStream(leagueId), [...news, correctedEvent(correction)]);
    return { league, correction, events, endedMatchId };
  });
  publishLeague(events);
  const ended = endedMatchId ? { matchId: endedMatchId, reason: endReasonOf(action) } : null;
  await followUp(league.id, ended).catch((error: unknown) =>
    log.error({ err: error, league_id: leagueId }, 'could not go on after a correction'),
  );
  announceFixtures(now());
  return correction;
}

const endReasonOf = (action: OrganizerAction) => (action === 'adjudicate' ? 'adjudicated' : 'annulled');

/** What follows from a stored correction. Its answer does not depend on it; `advanceLeftoverLeagues` makes up for a failure. */
async function followUp(leagueUid: string, ended: Parameters<typeof abortMatch>[0] | null): Promise<void> {
  if (ended) await abortMatch(ended);
  await advanceLeague(leagueUid);
}

/** The event of a correction. */
function correctedEvent({ number, action, match_id, player_id, after, replayed_as, seconds }: Correction): NewEvent {
  return { type: 'league_corrected', data: { number, action, match_id, player_id, after, replayed_as, seconds } };
}

const ACTIONS: Record<Exclude<OrganizerAction, 'remove_player'>, (work: Work) => Promise<Done>> = {
  pause,
  resume,
  replay,
  annul,
  adjudicate,
  extend_deadline: async ({ request }) => ({
    change: { action: 'extend_deadline', match_id: request.matchId ?? null, seconds: request.seconds ?? null },
  }),
};

const isRunning = ({ status }: LeagueRow) => status === 'ready' || status === 'in_progress';

/** No match begins from now on; those that are played go on to their ends. */
async function pause({ client, league }: Work): Promise<Done> {
  if (!isRunning(league))
    throw new AppError('INVALID_STATE', `The league is ${league.status}: only a running one can pause.`);
  if (league.pausedAt) throw new AppError('INVALID_STATE', 'The league is paused already.');
  await setPaused(client, league.id, now());
  await makeFixturesWait(client, league.id, now());
  return { change: { action: 'pause' } };
}

async function resume({ client, league }: Work): Promise<Done> {
  if (!league.pausedAt) throw new AppError('INVALID_STATE', 'The league is not paused.');
  await setPaused(client, league.id, null);
  await makeFixturesDue(client, { leagueUid: league.id, roundId: league.currentRound }, now());
  await makeReplaysDue([league.id], now(), client);
  return { change: { action: 'resume' } };
}

/** The result does not count, and the same players meet again in a match of the same round. */
async function replay(work: Work): Promise<Done> {
  const { client, league } = work;
  const { fixture, fixtures } = await findCorrectable(work);
  if (fixture.status === 'scheduled') throw new AppError('INVALID_STATE', `${fixture.matchId} has not begun.`);
  const { first, second, roundId } = fixture;
  const gone = (await findPlayers(league.id, client)).filter(
    ({ playerId, withdrawnAt }) => withdrawnAt !== null && (playerId === first || playerId === second),
  );
  if (gone[0]) throw new AppError('INVALID_STATE', `${gone[0].playerId} has withdrawn: adjudicate the match instead.`);
  await reopen(work);
  await requireFixtureQuota(client, league);
  await correctFixture(client, fixture.id, 'annulled', now());
  const number = Math.max(...fixtures.filter((one) => one.roundId === roundId).map((one) => one.number)) + 1;
  const again = { id: newId(), roundId, number, matchId: fixtureId(roundId, number), first, second };
  const replays = fixture.matchId;
  await insertFixtures(client, league.id, [{ ...again, status: 'scheduled', conversationId: newId(), replays }]);
  await makeReplaysDue([league.id], now(), client);
  const data = { match_id: again.matchId, round_id: roundId, players: [first, second], replays };
  return {
    change: {
      action: 'replay',
      match_id: fixture.matchId,
      before: resultOf(fixture),
      replayed_as: again.matchId,
    },
    news: [{ type: 'match_scheduled', data }],
    endedMatchId: runningMatchOf(fixture),
  };
}

async function annul(work: Work): Promise<Done> {
  const { client, league } = work;
  const { fixture } = await findCorrectable(work);
  if (fixture.annulledAt) throw new AppError('INVALID_STATE', `${fixture.matchId} is annulled already.`);
  if (league.format === 'knockout')
    throw new AppError('INVALID_STATE', 'A knockout needs a winner of each match: replay or adjudicate it.');
  await reopen(work);
  await correctFixture(client, fixture.id, 'annulled', now());
  return {
    change: { action: 'annul', match_id: fixture.matchId, before: resultOf(fixture) },
    endedMatchId: runningMatchOf(fixture),
  };
}

async function adjudicate(work: Work): Promise<Done> {
  const { client, league, request } = work;
  const { fixture } = await findCorrectable(work);
  const players = [fixture.first, fixture.second ?? ''] as const;
  const decided = request.winner ?? '';
  if (decided !== 'draw' && decided !== 'none' && !players.includes(decided))
    throw new InputFault([{ path: ['winner'], message: `is "${players[0]}", "${players[1]}", "draw" or "none"` }]);
  const winner = decided === 'draw' || decided === 'none' ? null : decided;
  const after = {
    winner,
    scores: players.map((id) => (id === winner ? league.roundsToWin : 0)) as [number, number],
    reason: decided === 'none' ? ADJUDICATED_AGAINST_BOTH : ADJUDICATED,
  };
  await reopen(work);
  await correctFixture(client, fixture.id, after, now());
  return {
    change: {
      action: 'adjudicate',
      match_id: fixture.matchId,
      before: resultOf(fixture),
      after: { ...after, scores: byPlayer(players, after.scores) },
    },
    news: fixture.status === 'completed' ? [] : [completedEvent(fixture, after)],
    endedMatchId: runningMatchOf(fixture),
  };
}

function completedEvent(
  { matchId, roundId, first, second }: FixtureRow,
  { winner, scores, reason }: { winner: string | null; scores: [number, number]; reason: string },
): NewEvent {
  const data = {
    match_id: matchId,
    round_id: roundId,
    winner,
    scores: byPlayer([first, second ?? ''], scores),
    match_points: matchPointsOf({ first, second, winner, reason }),
    reason,
  };
  return { type: 'match_completed', data };
}

/**
 * The fixture of the request, with all fixtures of the league, when a correction of it changes nothing that was made from it.
 * @throws VALIDATION_ERROR · NOT_FOUND · INVALID_STATE
 */
async function findCorrectable({
  client,
  league,
  request,
}: Work): Promise<{ fixture: FixtureRow; fixtures: FixtureRow[] }> {
  const matchId = requireField(request, 'matchId', 'match_id');
  const fixtures = await findFixtures(league.id, client);
  const fixture = fixtures.find((one) => one.matchId === matchId);
  if (!fixture || fixture.second === null)
    throw new AppError('NOT_FOUND', `There is no match "${matchId.slice(0, 50)}" in ${league.leagueId}.`);
  if (league.status === 'registration' || fixture.roundId > league.currentRound)
    throw new AppError('INVALID_STATE', `The round of ${matchId} has not begun.`);
  const again = fixtures.find((one) => one.replays === matchId && one.annulledAt === null);
  if (again) throw new AppError('INVALID_STATE', `${matchId} is played again as ${again.matchId}: correct that match.`);
  if (league.format === 'knockout' && fixtures.some(({ roundId }) => roundId > fixture.roundId))
    throw new AppError('INVALID_STATE', `A later round of the knockout was made from the result of ${matchId}.`);
  return { fixture, fixtures };
}

function requireField<K extends 'matchId' | 'playerId' | 'seconds'>(
  request: OrganizerRequest,
  key: K,
  name: string,
): NonNullable<OrganizerRequest[K]> {
  const value = request[key];
  if (value !== undefined) return value;
  throw new InputFault([{ path: [name], message: `is needed for the action ${request.action}` }]);
}

const runningMatchOf = ({ status, gameSessionId }: FixtureRow) => (status === 'active' ? gameSessionId : null);

/** The result that a fixture has until now; null while it has none that counts. */
function resultOf({ status, annulledAt, first, second, winner, firstScore, secondScore, reason }: FixtureRow) {
  if (status !== 'completed' || annulledAt !== null) return null;
  const scores = byPlayer([first, second ?? ''], [firstScore ?? 0, secondScore ?? 0]);
  return { winner, scores, reason: reason ?? 'unreachable' };
}

/** A completed league goes on, and is completed again when no match is left. @throws QUOTA_EXCEEDED */
async function reopen({ client, league, request }: Work): Promise<void> {
  if (league.status !== 'completed') return;
  const { createdByAgentId } = league;
  if (request.action === 'replay' && createdByAgentId !== null) await requireLeagueQuota(client, createdByAgentId);
  await updateLeague(client, { ...league, status: 'in_progress', completedAt: null });
}

/** Moves the deadline of the running move, by the match's own version check. @throws INVALID_STATE when no move is due */
async function extendMove(request: OrganizerRequest): Promise<void> {
  const matchId = requireField(request, 'matchId', 'match_id');
  const seconds = requireField(request, 'seconds', 'seconds');
  const gameSessionId = await transaction(async (client) => {
    const league = await requireLockedLeague(client, request.leagueId);
    requireCreator(league, request.agent);
    await requireRoom(client, league);
    const { fixture } = await findCorrectable({ client, league, request });
    return runningMatchOf(fixture);
  });
  const isExtended = gameSessionId !== null && (await extendDeadline({ matchId: gameSessionId, ms: seconds * 1_000 }));
  if (!isExtended) throw new AppError('INVALID_STATE', `No move of ${matchId} is due.`);
}

async function removePlayer(request: OrganizerRequest): Promise<Correction> {
  const playerId = requireField(request, 'playerId', 'player_id');
  const { agent, leagueId, reason } = request;
  const { correction } = await withdrawPlayer({ agent, leagueId, playerId, byOrganizer: { reason } });
  if (!correction) throw new AppError('INVALID_STATE', `${playerId} has withdrawn already.`);
  return correction;
}
