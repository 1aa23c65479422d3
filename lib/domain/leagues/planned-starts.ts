import { now } from '@/lib/core/clock';
import { DueRows, DueSignal } from '@/lib/core/due';
import { publishLeague } from './league-news';
import { clearStart, findDueStarts, findNextStart, lockLeague, transaction } from './leagues.repo';
import { MIN_PLAYERS } from './leagues.schema';
import { findPlayers } from './players.repo';
import { announceFixtures } from './referee-signal';
import { makeSchedule } from './start-league';

/** Starts that organizers have planned. */
export const leagueStartDue = new DueSignal('leagues.start');

const BATCH = 20;

/** One that cannot start is tried again later and later, and stops no other. */
const starts = new DueRows('leagues.start');

/** When the next league starts by itself; null when none is planned. One query. */
export async function nextLeagueStart(): Promise<Date | null> {
  const times = [await findNextStart(starts.postponed()), starts.nextRetry()].filter((at) => at !== null);
  return times.length > 0 ? new Date(Math.min(...times.map((at) => at.getTime()))) : null;
}

/**
 * Starts the leagues whose planned time has come. One with fewer than two players stays open, for its organizer to start. Any
 * process may call it at any time.
 */
export async function startDueLeagues(): Promise<void> {
  await starts.attemptEach(await findDueStarts(now(), starts.postponed(), BATCH), startPlanned);
}

async function startPlanned(leagueId: string): Promise<void> {
  const events = await transaction(async (client) => {
    const league = await lockLeague(client, leagueId);
    const isDue = league?.startsAt != null && league.startsAt <= now();
    if (league?.status !== 'registration' || !isDue) return [];
    const players = await findPlayers(league.id, client);
    if (players.length >= MIN_PLAYERS) return makeSchedule(client, league, players);
    await clearStart(client, league.id);
    return [];
  });
  publishLeague(events);
  if (events.length > 0) announceFixtures(now());
}
