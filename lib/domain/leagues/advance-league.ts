import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import type { OwnerId } from '@/lib/core/ids';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import { ownerIds } from '@/lib/domain/people';
import { appendEvents } from '@/lib/events';
import { makeFixturesDue, makeReplaysDue } from './fixture-leases.repo';
import { findFixtures, findNextRound, insertFixtures } from './fixtures.repo';
import { planLeagueRound } from './formats';
import { publishLeague } from './league-news';
import { fixturesOf, planOf, recordOf, standingsOf } from './league-plan';
import {
  type Client,
  findLeaguesWithoutOpenMatch,
  findLeftoverLeagues,
  lockLeague,
  transaction,
  updateLeague,
} from './leagues.repo';
import type { LeagueRow } from './leagues.schema';
import { findPlayers } from './players.repo';
import { announceFixtures } from './referee-signal';
import { giveUpFixtures } from './results.repo';

/** Fixtures of the same moment ask together whether their rounds are over. */
const advances = () =>
  once(
    'leagues.advances',
    () =>
      new Batches<string, null>({
        isRepeatHarmless: true,
        send: async (leagueUids) => {
          const leagues = [...new Set(leagueUids)];
          if (await makeReplaysDue(leagues, now())) announceFixtures(now());
          for (const league of await findLeaguesWithoutOpenMatch(leagues)) await endRound(league);
          return leagueUids.map(() => null);
        },
        maxItems: 64,
        maxInFlight: 1,
      }),
  );

/**
 * Begins the next round of a league when its round is over, or completes it: call it when a fixture is over. Any process may
 * call it at any time: the lock of the league lets it happen once. Matches that are played again begin when their players are free.
 * Two statements while the round runs.
 */
export async function advanceLeague(leagueUid: string): Promise<void> {
  await advances().add(leagueUid);
}

const LEFTOVER_BATCH = 100;

/** Leagues that were not advanced after their last match, because a process died or a statement failed in between. */
export async function advanceLeftoverLeagues(): Promise<void> {
  const ids = await findLeftoverLeagues(LEFTOVER_BATCH);
  await Promise.all(ids.map(advanceLeague));
}

async function endRound({ leagueId, currentRound }: LeagueRow): Promise<void> {
  const { events, owners } = await transaction(async (client) => {
    const locked = await lockLeague(client, leagueId);
    if (!locked || !isRunning(locked) || locked.currentRound !== currentRound) return { events: [], owners: [] };
    // Its organizer may have added a match to the round before the lock.
    if ((await findLeaguesWithoutOpenMatch([locked.id], client)).length === 0) return { events: [], owners: [] };
    const events = await beginNextRound(client, locked);
    const completed = events.find(({ type }) => type === 'league_completed');
    return { events, owners: completed ? await notifyOfEnd(client, locked, completed.data) : [] };
  });
  publishLeague(events);
  for (const ownerId of owners) await announceNotices(ownerId);
  if (events.length > 0) announceFixtures(now());
}

/** Notifies the organizer, and the owners of the players, of the end of a league. Returns who was notified. */
async function notifyOfEnd(client: Client, league: LeagueRow, { standings }: StreamEvent['data']): Promise<OwnerId[]> {
  const players = await findPlayers(league.id, client);
  const agentIds = [league.createdByAgentId, ...players.map(({ agentId }) => agentId)].filter((id) => id !== null);
  const ownerOf = await ownerIds(agentIds, client);
  const table = standings as { player_id: string }[];
  const owners = [...new Set(ownerOf.values())];
  for (const ownerId of owners) {
    const own = players.filter(({ agentId }) => agentId !== null && ownerOf.get(agentId) === ownerId);
    const isOwn = ({ player_id }: { player_id: string }) => own.some(({ playerId }) => playerId === player_id);
    const data = {
      league_id: league.leagueId,
      league_name: league.name,
      game_type: league.gameType,
      winner: players.find(({ playerId }) => playerId === table[0]?.player_id)?.displayName ?? null,
      standings: table,
      own: table.filter(isOwn),
    };
    await notifyOwner({ ownerId, type: 'league_completed', data }, client);
  }
  return owners;
}

const isRunning = ({ status, pausedAt }: LeagueRow) =>
  pausedAt === null && (status === 'ready' || status === 'in_progress');

/** Begins the round after `current_round` of a locked league, or completes the league. Rounds without a match are left out. */
export async function beginNextRound(client: Client, league: LeagueRow): Promise<StreamEvent[]> {
  const news: NewEvent[] = [];
  if (league.currentRound > 0) news.push({ type: 'round_completed', data: { round_id: league.currentRound } });
  const planned = await findNextRound(league.id, league.currentRound, client);
  const round = planned ?? league.currentRound + 1;
  if (planned !== null || (await planRound(client, league, round))) {
    const roundCount = Math.max(round, league.roundCount ?? 0);
    const status = league.currentRound === 0 ? 'ready' : 'in_progress';
    await updateLeague(client, { ...league, status, currentRound: round, roundCount });
    await makeFixturesDue(client, { leagueUid: league.id, roundId: round }, now());
    news.push({ type: 'round_started', data: { round_id: round } });
  } else {
    await updateLeague(client, { ...league, status: 'completed', completedAt: now() });
    const players = await findPlayers(league.id, client);
    const fixtures = await findFixtures(league.id, client);
    const standings = standingsOf(league, players, fixtures);
    const table = standings.map(({ rank, playerId, points }) => ({ rank, player_id: playerId, points }));
    news.push({ type: 'league_completed', data: { league_id: league.leagueId, standings: table } });
  }
  return appendEvents(client, leagueStream(league.leagueId), news);
}

/** Plans and stores a round that follows from the results. False when the league is over. */
async function planRound(client: Client, league: LeagueRow, round: number): Promise<boolean> {
  if (isScheduledAhead(league)) return false;
  const players = await findPlayers(league.id, client);
  const fixtures = await findFixtures(league.id, client);
  const planned = planLeagueRound(planOf(league, players), recordOf(fixtures), round);
  if (planned) {
    await insertFixtures(client, league.id, fixturesOf(planned));
    for (const { playerId, withdrawnAt } of players) if (withdrawnAt) await giveUpFixtures(client, league.id, playerId);
  }
  return planned !== null;
}

/** Every round of a round robin is planned at the start. */
const isScheduledAhead = ({ format }: LeagueRow) => format === 'round_robin' || format === 'double_round_robin';
