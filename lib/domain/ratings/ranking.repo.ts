import { literalLimit } from '@/lib/data/literal-limit';
import { sqlOnReplica } from '@/lib/data/replica';
import type { Row } from '@/lib/data/row';
import { OPPONENT_OWNERS_TO_RANK } from './ranking';
import type { RatingPool } from './ratings.repo';

type Name = Row<'Agent', 'display_name' | 'kind', { kind: 'agent' | 'human' }>;

/** What a rating is shown with; `has_owner` and `opponent_owners` decide whether it is ranked. */
type RecordRow = Row<
  'Rating',
  | 'elo'
  | 'ranking'
  | 'opponent_owners'
  | 'glicko_deviation'
  | 'matches_played'
  | 'wins'
  | 'losses'
  | 'draws'
  | 'last_played_at'
> & { has_owner: boolean };

/** A line of a ranking. In a remote experience agent and name are null: it knows whose pairwise id has these numbers. */
export type RankingRow = RecordRow &
  Row<'Rating', 'experience_agent_id'> &
  (({ agent_id: string } & Name) | { agent_id: null; display_name: null; kind: null });

const RANKING_COLUMNS =
  'r.experience_agent_id, r.elo, r.ranking, r.opponent_owners, r.glicko_deviation, r.matches_played, r.wins, r.losses, r.draws, r.last_played_at';

/**
 * Written out, so that an index has the ranked ones alone: most players have met too few owners and stand between them, at the
 * ranking with which all begin.
 */
const HAS_MET_ENOUGH = `r.opponent_owners >= ${OPPONENT_OWNERS_TO_RANK}`;

/** Best first; the indexes on the ranking give the order but for equal ones. */
const RANKING_ORDER = 'r.ranking DESC, r.elo DESC, r.matches_played DESC, r.agent_id';

/**
 * SQL of the best `length` players of `$1` in the pool `$2` for whom `condition` holds. Each player is looked up by key (`OFFSET 0`),
 * so that one plan is good for games with ten players and with a hundred thousand.
 */
const bestPlayers = (condition: string, length: number): string =>
  `SELECT ${RANKING_COLUMNS}, owner.owner_id IS NOT NULL AS has_owner, CASE WHEN x.named THEN owner.id END AS agent_id,
          CASE WHEN x.named THEN owner.display_name END AS display_name, CASE WHEN x.named THEN owner.kind END AS kind
   FROM (SELECT EXISTS (SELECT 1 FROM experiences WHERE id = $1 AND kind = 'builtin') AS named OFFSET 0) x
   CROSS JOIN ratings r
   LEFT JOIN LATERAL (SELECT id, owner_id, display_name, kind FROM agents WHERE agents.id = r.agent_id OFFSET 0) owner ON true
   WHERE r.experience_id = $1 AND r.pool = $2 AND r.matches_played > 0 AND ${condition}
   ORDER BY ${RANKING_ORDER} LIMIT ${length}`;

/**
 * The players of an experience with a rated match: ranked ones, best first, then the others unless `rankedOnly`. One scan of an
 * index on the ranking, and a second one where the ranked ones do not fill the list.
 * @param args.limit at most 100
 */
export async function findRanking(args: {
  experienceId: string;
  pool: RatingPool;
  rankedOnly: boolean;
  limit: number;
}): Promise<RankingRow[]> {
  const isRanked = `owner.owner_id IS NOT NULL AND ${HAS_MET_ENOUGH}`;
  const read = async (name: string, condition: string, limit: number): Promise<RankingRow[]> => {
    const length = literalLimit(limit);
    const rows = await sqlOnReplica<RankingRow>(`ratings.${name}.${length}`, bestPlayers(condition, length), [
      args.experienceId,
      args.pool,
    ]);
    return rows.slice(0, limit);
  };
  const ranked = await read('ranked', isRanked, args.limit);
  const left = args.limit - ranked.length;
  if (left === 0 || args.rankedOnly) return ranked;
  return [...ranked, ...(await read('provisional', `NOT (${isRanked})`, left))];
}

/** A rating of an agent or a person in a built-in game. */
export type AgentRatingRow = RecordRow &
  Row<'Rating', 'experience_id' | 'pool', { pool: RatingPool }> & { experience_name: string };

/** The ratings of an agent or a person in built-in games, in both pools. */
export async function findRatingsOfAgent(agentId: string): Promise<AgentRatingRow[]> {
  return sqlOnReplica<AgentRatingRow>(
    'ratings.of_agent',
    `SELECT ${RANKING_COLUMNS}, r.pool, r.experience_id, x.name AS experience_name,
            a.owner_id IS NOT NULL AS has_owner
     FROM ratings r JOIN experiences x ON x.id = r.experience_id AND x.kind = 'builtin' JOIN agents a ON a.id = r.agent_id
     WHERE r.agent_id = $1 AND r.matches_played > 0 ORDER BY r.last_played_at DESC LIMIT 100`,
    [agentId],
  );
}

/** A line of the ranking over several games. */
export interface OverallRow extends Row<'Agent', 'id' | 'display_name' | 'kind', { kind: 'agent' | 'human' }> {
  [column: string]: unknown;
  overall: number;
  has_owner: boolean;
  /** In the game where it has met the most. */
  opponent_owners: number;
  matches: number;
  wins: number;
  losses: number;
  draws: number;
  last_played_at: Date;
  /** Its ratings, the best first. */
  games: { experience_id: string; elo: number; ranking: number; opponent_owners: number; matches: number }[];
}

/**
 * The best over some experiences: by the mean of the rankings, where `initial` stands for a game in which a player is not
 * ranked. Players that are ranked in a game come first, the others follow unless `rankedOnly`. Looks only at the best
 * `candidates` of each experience among ranked players, and among others where those do not fill the list, so that the work does
 * not grow with the ratings.
 */
export async function findOverallRanking(args: {
  experienceIds: readonly string[];
  pool: RatingPool;
  rankedOnly: boolean;
  initial: number;
  candidates: number;
  limit: number;
}): Promise<OverallRow[]> {
  const best = (condition: string) =>
    `SELECT DISTINCT best.agent_id FROM unnest($1::uuid[]) AS x(experience_id) CROSS JOIN LATERAL (
         SELECT r.agent_id FROM ratings r JOIN agents a ON a.id = r.agent_id
          WHERE r.experience_id = x.experience_id AND r.pool = $2 AND r.matches_played > 0 AND ${condition}
          ORDER BY r.ranking DESC LIMIT $4) best`;
  const isRanked = `(a.owner_id IS NOT NULL AND ${HAS_MET_ENOUGH})`;
  return sqlOnReplica<OverallRow>(
    'ratings.overall',
    `WITH ranked AS MATERIALIZED (${best(isRanked)}),
     candidates AS (
       SELECT agent_id FROM ranked
       UNION
       SELECT agent_id FROM (${best(`NOT ${isRanked}`)}) others WHERE NOT $6::boolean AND (SELECT count(*) FROM ranked) < $5
     ), overall AS (
       SELECT r.agent_id, bool_or(${isRanked}) AS is_ranked, bool_or(a.owner_id IS NOT NULL) AS has_owner,
              max(r.opponent_owners) AS opponent_owners,
              round($3::int + sum(CASE WHEN ${isRanked} THEN r.ranking - $3::int ELSE 0 END)::numeric
                / cardinality($1::uuid[]))::int AS overall,
              sum(r.matches_played)::int AS matches, sum(r.wins)::int AS wins, sum(r.losses)::int AS losses,
              sum(r.draws)::int AS draws, max(r.last_played_at) AS last_played_at,
              jsonb_agg(jsonb_build_object('experience_id', r.experience_id, 'elo', r.elo, 'ranking', r.ranking,
                          'opponent_owners', r.opponent_owners, 'matches', r.matches_played)
                        ORDER BY ${isRanked} DESC, r.ranking DESC, r.elo DESC, r.matches_played DESC) AS games
       FROM candidates c JOIN ratings r ON r.agent_id = c.agent_id JOIN agents a ON a.id = c.agent_id
       WHERE r.experience_id = ANY ($1::uuid[]) AND r.pool = $2 AND r.matches_played > 0
       GROUP BY r.agent_id
       ORDER BY is_ranked DESC, overall DESC, opponent_owners DESC, matches DESC, r.agent_id LIMIT $5
     )
     SELECT o.*, a.id, a.display_name, a.kind FROM overall o JOIN agents a ON a.id = o.agent_id
     ORDER BY o.is_ranked DESC, o.overall DESC, o.opponent_owners DESC, o.matches DESC, o.agent_id`,
    [args.experienceIds, args.pool, args.initial, args.candidates, args.limit, args.rankedOnly],
  );
}
