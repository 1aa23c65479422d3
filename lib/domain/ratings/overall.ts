import { INITIAL_ELO } from './elo';
import { findOverallRanking, type RatingPool } from './ratings.repo';
import { PROVISIONAL_BELOW } from './ratings.service';

/** The best of each game that are looked at. */
const CANDIDATES_PER_GAME = 500;

/** A line of the ranking over all games. */
export interface OverallRanking {
  agentId: string;
  displayName: string;
  kind: 'agent' | 'human';
  /** Mean of the ratings in all games; a game without a rated match counts with the rating at which everybody starts. */
  overall: number;
  /** The ratings that it is made of, the best first. */
  games: { experienceId: string; elo: number; provisional: boolean }[];
  matchesPlayed: number;
  wins: number;
  losses: number;
  draws: number;
  lastPlayedAt: Date;
}

/**
 * The best over built-in games, best first; without provisional ratings on request. One query.
 * Decision: docs/decisions/0020-ratings-and-rankings.md.
 * @param experienceIds the games; names are public there
 */
export async function readOverallRanking(args: {
  experienceIds: readonly string[];
  pool: RatingPool;
  establishedOnly?: boolean;
  limit: number;
}): Promise<OverallRanking[]> {
  const { experienceIds, pool, establishedOnly, limit } = args;
  const rows = await findOverallRanking({
    experienceIds,
    pool,
    minMatches: establishedOnly ? PROVISIONAL_BELOW : 1,
    initial: INITIAL_ELO,
    candidates: CANDIDATES_PER_GAME,
    limit,
  });
  return rows.map((row) => ({
    agentId: row.id,
    displayName: row.display_name,
    kind: row.kind,
    overall: row.overall,
    games: row.games.map(({ experience_id: experienceId, elo, matches }) => ({
      experienceId,
      elo,
      provisional: matches < PROVISIONAL_BELOW,
    })),
    matchesPlayed: row.matches,
    wins: row.wins,
    losses: row.losses,
    draws: row.draws,
    lastPlayedAt: row.last_played_at,
  }));
}
