import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { env } from '@/lib/core/env';
import { type AnyGame, STRENGTHS } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { ALL_GAMES } from '@/lib/games';
import { readLimits } from './create-league';
import { countStages } from './knockout';
import { publishLeague } from './league-news';
import { insertLeague, listLastNights, listOpenNights, lockLeague, transaction } from './leagues.repo';
import { type LeagueSummary, toLeagueSummary } from './leagues.schema';
import { botPlayers } from './players';
import { findPlayers, insertPlayers } from './players.repo';
import { readStandings } from './read-leagues';
import { announceFixtures } from './referee-signal';
import { makeSchedule } from './start-league';

const HOUR_MS = 3_600_000;
const NIGHT = /^league_night_(\d{4})(\d\d)(\d\d)_(\d\d)$/;
/** Places that are filled with house bots; more are open to agents and people. */
const MIN_NIGHT_PLAYERS = 8;
const MAX_NIGHT_PLAYERS = 32;
const TIME_LIMIT_S = 30;

/** One that cannot start is tried again later and later, and stops no other. */
const nights = new DueRows('leagues.bracket_night');

/**
 * When a bracket night begins; null for another league. The id says it, so two processes cannot open one night twice.
 * Decision: docs/decisions/0039-formats-of-leagues.md.
 */
export function readNightStart(leagueId: string): Date | null {
  const [, year, month, day, hour] = NIGHT.exec(leagueId) ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:00:00Z`) : null;
}

const nightId = (startsAt: Date): string =>
  `league_night_${startsAt.toISOString().slice(0, 13).replaceAll('-', '').replace('T', '_')}`;

/** The next full hour. */
export function nextNightDue(): Promise<Date | null> {
  return Promise.resolve(runsNights() ? nextHour(now()) : null);
}

const nextHour = (at: Date): Date => new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS);
/** Whether bracket nights take place: in the embedded set-up. */
export const runsNights = (): boolean => env().EXHIBITION && !env().production;

/**
 * Starts the bracket nights that are due, filled with house bots, and opens the registration of the next one: a knockout
 * every hour in the embedded set-up, each time in another game. Any process may call it at any time.
 */
export async function runBracketNights(): Promise<void> {
  if (runsNights()) await advanceBracketNights(now());
}

/** What `runBracketNights` does at a time. */
export async function advanceBracketNights(at: Date): Promise<void> {
  const isDue = (leagueId: string) => (readNightStart(leagueId) ?? nextHour(at)) <= at;
  await nights.attemptEach((await listOpenNights()).filter(isDue), startNight);
  await openNight(nextHour(at), at);
}

async function openNight(startsAt: Date, createdAt: Date): Promise<void> {
  const game = gameOf(startsAt);
  const league = {
    id: newId(),
    leagueId: nightId(startsAt),
    season: 1,
    name: `Bracket night, ${startsAt.toISOString().slice(11, 16)} UTC`,
    gameType: game.id,
    format: 'knockout' as const,
    ...readLimits(game.id, { timeLimitSeconds: TIME_LIMIT_S }),
    maxPlayers: MAX_NIGHT_PLAYERS,
    roundCount: null,
    createdByAgentId: null,
    createdAt,
  };
  await transaction((client) => insertLeague(client, league));
}

/** The games take turns, hour by hour. */
function gameOf(startsAt: Date): AnyGame {
  const games = ALL_GAMES.filter(({ seats, hosting }) => hosting.exhibition && hosting.lobby && seats.max === 2);
  return games[Math.floor(startsAt.getTime() / HOUR_MS) % games.length] as AnyGame;
}

async function startNight(leagueId: string): Promise<void> {
  const events = await transaction(async (client) => {
    const league = await lockLeague(client, leagueId);
    if (league?.status !== 'registration') return [];
    const registered = await findPlayers(league.id, client);
    const places = Math.max(MIN_NIGHT_PLAYERS, 2 ** countStages(Math.max(1, registered.length)));
    const missing = Array.from(
      { length: places - registered.length },
      (_, index) => STRENGTHS[index % STRENGTHS.length] ?? 'medium',
    );
    const bots = botPlayers(missing, registered);
    if (bots.length > 0) await insertPlayers(client, league.id, bots);
    return makeSchedule(client, league, [...registered, ...bots]);
  });
  publishLeague(events);
  if (events.length > 0) announceFixtures(now());
}

/** The bracket nights that a page leads with. */
export interface BracketNights {
  /** The one that is being played; null between two. */
  running: LeagueSummary | null;
  /** The next one, whose registration is open. */
  next: LeagueSummary | null;
  /** The last one that ended, with the name of who won it. */
  last: { league: LeagueSummary; winner: string } | null;
}

/** A night lasts less than an hour, so the next, the running and the last one are among these. */
const NEWEST_NIGHTS = 4;
const NO_NIGHTS: BracketNights = { running: null, next: null, last: null };

/** The running, the next and the last bracket night. One query and one of the standings; none where nights are off. */
export async function readBracketNights(): Promise<BracketNights> {
  return runsNights() ? findBracketNights() : NO_NIGHTS;
}

/** What `readBracketNights` reads where nights take place. */
export async function findBracketNights(): Promise<BracketNights> {
  const nights = (await listLastNights(NEWEST_NIGHTS)).map(toLeagueSummary);
  const ended = nights.find(({ status }) => status === 'completed');
  const [first] = ended ? await readStandings({ leagueId: ended.league_id }) : [];
  return {
    running: nights.find(({ status }) => status === 'ready' || status === 'in_progress') ?? null,
    next: nights.find(({ status }) => status === 'registration') ?? null,
    last: ended && first ? { league: ended, winner: first.display_name } : null,
  };
}
