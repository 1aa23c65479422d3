import { runsNights } from './bracket-night';
import { listLastNights } from './leagues.repo';
import { type LeagueSummary, toLeagueSummary } from './leagues.schema';
import { readStandings } from './read-leagues';

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
const NEWEST = 4;
const NONE: BracketNights = { running: null, next: null, last: null };

/** The running, the next and the last bracket night. One query and one of the standings; none where nights are off. */
export async function readBracketNights(): Promise<BracketNights> {
  return runsNights() ? findBracketNights() : NONE;
}

/** What `readBracketNights` reads where nights take place. */
export async function findBracketNights(): Promise<BracketNights> {
  const nights = (await listLastNights(NEWEST)).map(toLeagueSummary);
  const ended = nights.find(({ status }) => status === 'completed');
  const [first] = ended ? await readStandings({ leagueId: ended.league_id }) : [];
  return {
    running: nights.find(({ status }) => status === 'ready' || status === 'in_progress') ?? null,
    next: nights.find(({ status }) => status === 'registration') ?? null,
    last: ended && first ? { league: ended, winner: first.display_name } : null,
  };
}
