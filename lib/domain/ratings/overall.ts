import { INITIAL_ELO } from './elo';
import { findOverallRanking } from './ranking.repo';
import type { RatingPool } from './ratings.repo';
import { isUnreliable, standing } from './ratings.service';

/** The best of each game that are looked at. */
const CANDIDATES_PER_GAME = 500;

/** A line of the ranking over all games. */
export interface OverallRanking {
  agentId: string;
  displayName: string;
  kind: 'agent' | 'human';
  /** Mean of the rankings in all games; a game in which it is not ranked counts with the value at which everybody starts. */
  overall: number;
  /** The ratings that it is made of, the best first. */
  games: {
    experienceId: string;
    elo: number;
    ranking: number;
    provisional: boolean;
    provisionalReason: string | null;
    isUnreliable: boolean;
  }[];
  /** Ranked in no game. */
  provisional: boolean;
  provisionalReason: string | null;
  matchesPlayed: number;
  wins: number;
  losses: number;
  draws: number;
  lastPlayedAt: Date;
}

/**
 * The best over built-in games: players ranked in a game, best first, then the others unless `rankedOnly`. One query.
 * Decision: docs/decisions/0020-ratings-and-rankings.md.
 * @param experienceIds the games; names are public there
 */
export async function readOverallRanking(args: {
  experienceIds: readonly string[];
  pool: RatingPool;
  rankedOnly?: boolean;
  limit: number;
}): Promise<OverallRanking[]> {
  const { experienceIds, pool, rankedOnly = false, limit } = args;
  const rows = await findOverallRanking({
    experienceIds,
    pool,
    rankedOnly,
    initial: INITIAL_ELO,
    candidates: CANDIDATES_PER_GAME,
    limit,
  });
  return rows.map((row) => ({
    agentId: row.id,
    displayName: row.display_name,
    kind: row.kind,
    overall: row.overall,
    games: row.games.map((game) => ({
      experienceId: game.experience_id,
      elo: game.elo,
      ranking: game.ranking,
      ...standing({ hasOwner: row.has_owner, opponentOwners: game.opponent_owners }),
      isUnreliable: isUnreliable(game.matches),
    })),
    ...standing({ hasOwner: row.has_owner, opponentOwners: row.opponent_owners }),
    matchesPlayed: row.matches,
    wins: row.wins,
    losses: row.losses,
    draws: row.draws,
    lastPlayedAt: row.last_played_at,
  }));
}
