import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { leagueStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { appendEvents } from '@/lib/events';
import { countUnfinished, giveUpFixtures, makeFixturesDue } from './fixtures.repo';
import { planLeagueRound } from './formats';
import { publishLeague } from './league-news';
import { fixturesOf, planOf, recordOf, standingsOf } from './league-plan';
import {
  type Client,
  type FixtureRow,
  findFixtures,
  findLeagueByUid,
  findNextRound,
  findPlayers,
  insertFixtures,
  type LeagueRow,
  lockLeague,
  transaction,
  updateLeague,
} from './leagues.repo';
import { announceFixtures } from './referee-signal';

/** A league is looked at once for the fixtures that end meanwhile. */
const looks = () =>
  once(
    'leagues.looks',
    () =>
      new Batches<string, null>({
        isRepeatHarmless: true,
        send: async (leagueUids) => {
          for (const leagueUid of new Set(leagueUids)) await lookAtRound(leagueUid);
          return leagueUids.map(() => null);
        },
        maxItems: 64,
        maxInFlight: 1,
      }),
  );

/** The fixtures of a round that this process plays. */
interface Playing {
  fixtureIds: Set<string>;
  /** One of them has ended, and the round was not looked at because of the others. */
  isLookDue: boolean;
}

const playing = () => once('leagues.playing', () => new Map<string, Playing>());

const keyOf = ({ leagueUid, roundId }: FixtureRow): string => `${leagueUid} ${roundId}`;

/** Notes that this process plays a fixture. Call `end` when it no longer does. */
export function notePlaying(fixture: FixtureRow): { end: () => void } {
  const known = playing().get(keyOf(fixture)) ?? { fixtureIds: new Set(), isLookDue: false };
  playing().set(keyOf(fixture), known);
  known.fixtureIds.add(fixture.id);
  const end = () => {
    // The others wait for the look that this one would have caused.
    if (isLast(fixture) && known.isLookDue)
      looks()
        .add(fixture.leagueUid)
        .catch((error) => log.error({ err: error, fixture: fixture.id }, 'could not look at the round of a league'));
  };
  return { end };
}

/** Removes a fixture; whether this process plays no other one of its round now. */
function isLast(fixture: FixtureRow): boolean {
  const known = playing().get(keyOf(fixture));
  if (!known) return false;
  known.fixtureIds.delete(fixture.id);
  if (known.fixtureIds.size > 0) return false;
  playing().delete(keyOf(fixture));
  return true;
}

/**
 * Begins the next round of a league when its round is over, or completes it: call it when a fixture is over. Any process may
 * call it at any time: the lock of the league lets it happen once. No query while this process plays another fixture of
 * the round, whose end calls it again; else two while the round runs.
 */
export async function advanceLeague(fixture: FixtureRow): Promise<void> {
  const known = playing().get(keyOf(fixture));
  if (isLast(fixture)) await looks().add(fixture.leagueUid);
  else if (known) known.isLookDue = true;
}

async function lookAtRound(leagueUid: string): Promise<void> {
  const league = await findLeagueByUid(leagueUid);
  if (!league || !isRunning(league) || (await countUnfinished(leagueUid, league.currentRound)) > 0) return;
  const events = await transaction(async (client) => {
    const locked = await lockLeague(client, league.leagueId);
    if (!locked || !isRunning(locked) || locked.currentRound !== league.currentRound) return [];
    return beginNextRound(client, locked);
  });
  publishLeague(events);
  if (events.length > 0) announceFixtures(now());
}

const isRunning = ({ status }: LeagueRow) => status === 'ready' || status === 'in_progress';

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
